// The studio's engine as WebAssembly in node: what it says of a text is what the program says of it. Run by
// tests/page/test_studio.sh.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Asks, Diagnostic, Followed } from '../src/studio/answers'
import { StudioModule } from '../src/studio/module'

const { TERRANE, STUDIO_WASM, ROOT } = process.env
const module = new WebAssembly.Module(readFileSync(STUDIO_WASM!))
const MINE = 'game "Mine":\n  players: 2\n\nflow:\n  win(me)\n'

type Edit = { id?: number; result?: unknown; method?: string; params?: { diagnostics: { code: string }[] } }

class Driver {
  readonly edits: Edit[] = []
  private readonly answers = new Map<number, { status: number; text: string }>()
  private next = 1
  readonly told = new Map<number, { t: string }[]>()
  readonly engine = new StudioModule(module, {
    deliver: (to, status, _type, bytes) => {
      const text = new TextDecoder().decode(bytes)
      if (status) this.answers.set(to, { status, text })
      else this.told.set(to, [...(this.told.get(to) ?? []), JSON.parse(text)])
    },
    drop: () => {},
    edit: (text) => void this.edits.push(JSON.parse(text) as Edit),
  })

  constructor(...games: string[]) {
    for (const game of games)
      for (const file of readdirSync(join(ROOT!, 'games', game)))
        this.engine.put(`games/${game}/${file}`, readFileSync(join(ROOT!, 'games', game, file)))
  }

  run(from: number) {
    while (!this.answers.has(from) && this.engine.step()) continue
    const { status, text } = this.answers.get(from)!
    return { status, answer: JSON.parse(text) as never }
  }

  refused(what: string, body: unknown): { status: number; answer: { error: { code: string; text: string } } } {
    this.engine.ask(this.next, what, typeof body === 'string' ? body : JSON.stringify(body))
    return this.run(this.next++)
  }

  ask<K extends keyof Asks>(what: K, body: Asks[K][0]): Asks[K][1] {
    const { status, answer } = this.refused(what, body)
    expect(status, JSON.stringify(answer)).toBe(200)
    return answer as unknown as Asks[K][1]
  }

  post(path: string, body: object): { status: number; answer: { id: string } } {
    this.engine.post(this.next, path, JSON.stringify(body))
    return this.run(this.next++)
  }

  get(path: string): { status: number; answer: unknown } {
    this.engine.get(this.next, path)
    return this.run(this.next++)
  }
}

const terrane = (...words: string[]) =>
  execFileSync(TERRANE!, words, { encoding: 'utf8', cwd: ROOT!, maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'pipe'] })
/** What the program prints of a game although it does not like it. */
const complaint = (...words: string[]) => {
  try {
    return terrane(...words)
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

describe('the studio', () => {
  const folder = mkdtempSync(join(tmpdir(), 'terrane-studio-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('checks one configuration, and says what the program says', () => {
    const d = new Driver('mars')
    expect(d.ask('check', { game: 'mars' })).toMatchObject({ ok: true, fits: true, diagnostics: [] })
    const path = 'games/mars/mars.game'
    const text = readFileSync(join(ROOT!, path), 'utf8')
    const wrong = `${text}\ndef nonsense(x):\n  gain 3 nothing_at_all\n`
    d.engine.put(path, wrong)
    const { ok, diagnostics } = d.ask('check', { game: 'mars' })
    expect(ok).toBe(false)
    const copy = join(folder, 'mars.game')
    for (const file of readdirSync(join(ROOT!, 'games/mars')).filter((f) => f.endsWith('.game')))
      writeFileSync(join(folder, file), readFileSync(join(ROOT!, 'games/mars', file)))
    writeFileSync(copy, wrong)
    const said = (JSON.parse(complaint('check', copy, '--json')) as {
      diagnostics: (Omit<Diagnostic, 'col'> & { column: number })[] }).diagnostics
    const errors = said.filter((m) => m.level === 'error')
    const told = diagnostics.filter((m) => m.level === 'error')
    expect(told.map((m) => [m.code, m.text, m.line, m.col, m.length])).toEqual(
      errors.map((m) => [m.code, m.text, m.line, m.column, m.length]))
    d.engine.put(path, text) // and it is mended
    expect(d.ask('check', { game: 'mars' })).toMatchObject({ ok: true, diagnostics: [] })
    expect(d.ask('check', { game: 'mars', options: { nothing: 'at all' } })).toMatchObject({ ok: false, fits: false })
  })

  it('runs scenarios', () => {
    const d = new Driver('tic-tac-toe', 'pluto')
    for (const game of ['tic-tac-toe', 'pluto']) {
      const said = JSON.parse(terrane('test', game, '--json')) as { scenarios: { name: string; passed: boolean }[] }
      const told = d.ask('scenarios', { game })
      if (told.diagnostics) throw new Error('it compiles')
      expect(told.failed).toBe(0)
      expect(told.results.map((r) => r.name)).toEqual(said.scenarios.map((s) => s.name))
    }
    const path = 'games/tic-tac-toe/tic-tac-toe.game'
    const scenario = 'scenario "never":\n  given: grid[1].mark = A\n  check: grid[1].mark == B\n'
    d.engine.put(path, `${readFileSync(join(ROOT!, path), 'utf8')}\n${scenario}`)
    const told = d.ask('scenarios', { game: 'tic-tac-toe', only: 'never' })
    expect(told).toMatchObject({ failed: 1, results: [{ name: 'never' }] })
    expect((told as { results: { message?: string }[] }).results[0]!.message).toBeTruthy()
    d.engine.put(path, 'game "T":\n  players: 2\nflow:\n  nonsense\n')
    expect(d.ask('scenarios', { game: 'tic-tac-toe' }).diagnostics).not.toEqual([])
  })

  for (const game of ['mars', 'tinyforming'])
    it(`tells of ${game} what the program tells`, () => {
      const d = new Driver(game)
      expect((d.ask('model', { game }) as { model: unknown }).model).toEqual(JSON.parse(terrane('model', game)))
      const { kinds } = d.ask('cards', { game }) as { kinds: { kind: string; above?: string }[] }
      const { kind } = kinds.find((k) => !k.above)!
      expect((d.ask('cards', { game, kind }) as { csv: string }).csv).toBe(terrane('cards', game, kind, '--csv'))
    })

  it('takes a changed table of cards', () => {
    const d = new Driver('mars')
    const { kinds } = d.ask('cards', { game: 'mars' }) as { kinds: { kind: string; above?: string }[] }
    const { kind } = kinds.find((k) => !k.above)!
    const { csv } = d.ask('cards', { game: 'mars', kind }) as { csv: string }
    expect(d.ask('take', { game: 'mars', kind, csv })).toEqual({ files: [], said: [], problems: [], missing: 0 })
    const lines = csv.trimEnd().split('\n')
    const at = lines.findIndex((line, i) => i > 0 && /,\d+(,|$)/.test(line))
    const more = (line: string) => line.replace(/,(\d+)(,|$)/, (_, n, end) => `,${+n + 1}${end}`)
    const changed = lines.map((line, i) => (i === at ? more(line) : line))
    const taken = d.ask('take', { game: 'mars', kind, csv: changed.join('\n') })
    if (taken.diagnostics) throw new Error('it compiles')
    expect(taken.problems).toEqual([])
    expect(taken.files.length).toBe(1)
    const { path, text } = taken.files[0]!
    expect(text).not.toBe(readFileSync(join(ROOT!, path), 'utf8'))
    d.engine.put(path, text)
    expect((d.ask('cards', { game: 'mars', kind }) as { csv: string }).csv.split('\n')[at]).toBe(changed[at])
    const { problems } = d.ask('take', { game: 'mars', kind, csv: lines.slice(0, -1).join('\n') }) as
      { problems: object[] }
    expect(problems.length).toBeGreaterThan(0)
    expect(d.refused('cards', { game: 'mars', kind: 'nonsense' })).toMatchObject({ status: 400,
      answer: { error: { code: 'bad' } } })
  })

  it('takes a row of a table alone, and leaves the others as they are', () => {
    const d = new Driver('pluto')
    const { kinds } = d.ask('cards', { game: 'pluto' }) as { kinds: { kind: string; above?: string }[] }
    const { kind } = kinds.find((k) => !k.above)!
    const { csv } = d.ask('cards', { game: 'pluto', kind }) as { csv: string }
    const [head, first] = csv.split('\n')
    const one = `${head}\n${first}\n`
    expect(d.ask('take', { game: 'pluto', kind, csv: one, some: true })).toEqual({ files: [], said: [], problems: [],
      missing: 0 })
    expect(d.ask('take', { game: 'pluto', kind, csv: one })).toMatchObject({ files: [],
      missing: csv.trimEnd().split('\n').length - 2 })
  })

  it('cuts a text into tokens, and says what each name is', () => {
    const d = new Driver('tinyforming')
    const game = 'tinyforming'
    const { sorts, files } = d.ask('tokens', { game })
    expect(files.map((f) => f.path)).toEqual((d.ask('model', { game }) as { model: { files: string[] } }).model.files)
    const seen = new Map<string, Set<string>>()
    const wrong: string[] = []
    const isNothing = (bytes: Buffer) => bytes.toString('utf8').replace(/#.*/g, '').trim() === ''
    for (const { path, tokens } of files) {
      const bytes = readFileSync(join(ROOT!, path))
      let end = 0
      for (let i = 0; i < tokens.length; i += 3) {
        const [from, to, sort] = [tokens[i]!, tokens[i + 1]!, sorts[tokens[i + 2]!]!]
        if (['newline', 'indent', 'dedent'].includes(sort)) continue
        const text = bytes.subarray(from, to).toString('utf8')
        const form = { number: /^\d+$/, text: /^"[^]*"$/ }[sort]
        if (from < end || !isNothing(bytes.subarray(end, from)) || form?.test(text) === false)
          wrong.push(`${path} ${from} ${sort} ${text}`)
        seen.set(sort, (seen.get(sort) ?? new Set()).add(text))
        end = to
      }
      if (!isNothing(bytes.subarray(end))) wrong.push(`${path}: its end`)
    }
    expect(wrong).toEqual([]) // between tokens stands nothing but blanks and comments
    const { model } = d.ask('model', { game }) as unknown as { model: { tracks: { name: string }[]
      resources: { part: string; name: string }[] } }
    for (const track of model.tracks) expect(seen.get('track')).toContain(track.name)
    for (const r of model.resources) expect(seen.get(`member ${r.part}`)).toContain(r.name)
    d.engine.put('games/tinyforming/tinyforming.game', 'game "T":\n  players: 2\nflow:\n  nonsense(\n')
    expect(d.ask('tokens', { game: 'tinyforming' }).files[0]!.tokens.length).toBeGreaterThan(9)
  })

  it('tries an action, step by step', () => {
    const d = new Driver('tic-tac-toe', 'mars')
    const scenario = 'Steel for buildings, no change'
    const answers = ['Play a card', 'Mine, 2 steel']
    const said = JSON.parse(terrane('trace', 'mars', '--scenario', scenario, '--json', ...answers)) as { game?: string }
    delete said.game
    const told = d.ask('trace', { game: 'mars', scenario, answers })
    expect(told).toEqual(said)
    const journal = 'terrane journal 1\ngame tic-tac-toe\nplayers 2\nseed 1\nA: grid 5\nB: grid 1\n'
    expect(d.ask('trace', { game: 'tic-tac-toe', journal, at: 1, answers: ['grid 9'] })).toMatchObject({
      differences: [{ what: 'grid 9: mark', was: 'nobody', is: 'B' }] })
    expect(d.ask('trace', { game: 'tic-tac-toe', journal, answers: ['grid 5'] })).toMatchObject({
      tree: [], refused: expect.stringContaining('not a legal answer') as string })
    expect(d.ask('trace', { game: 'tic-tac-toe', answers: [] })).toMatchObject({ asked: [{ seat: 'A' }] })
    expect(d.refused('trace', { game: 'tic-tac-toe', scenario: 'none', answers: [] }).answer.error.code).toBe('bad')
    expect(d.refused('trace', { game: 'tic-tac-toe', answers: [1] }).answer.error.code).toBe('bad')
  })

  it('goes on with a game by another text, as far as its answers fit', () => {
    const d = new Driver('tic-tac-toe')
    const game = 'tic-tac-toe'
    const head = `terrane journal 1\ngame ${game}\ndefinition 0123456789abcdef\nplayers 2\nseed 1\n`
    const journal = `${head}A: grid 5\nB: grid 1\nA: grid 9\n`
    const all = d.ask('follow', { game, journal }) as Followed
    expect(all).toEqual({ answered: 3, of: 3, link: expect.stringMatching(/^t\d+-/) as string })
    const table = d.post('tables', { link: all.link, n: null, practice: true, seats: [{ bot: null }, { bot: null }] })
    expect(table.status).toBe(201)
    const path = 'games/tic-tac-toe/tic-tac-toe.game'
    const text = readFileSync(join(ROOT!, path), 'utf8')
    const smaller = text.replace(/3 x 3/, '2 x 3').replace(/repeat 9/, 'repeat 6')
    expect(smaller).not.toBe(text)
    d.engine.put(path, smaller)
    const some = d.ask('follow', { game, journal }) as Followed
    expect(some).toMatchObject({ answered: 2, of: 3, link: expect.stringMatching(/^t\d+-/) as string })
    expect(some.stopped).toMatch(/grid 9/)
    expect(some.stopped).not.toMatch(/journal/)
    d.engine.put(path, text)
    const over = `${head}A: grid 1\nB: grid 4\nA: grid 2\nB: grid 5\nA: grid 3\n`
    expect(d.ask('follow', { game, journal: over })).toEqual({ answered: 5, of: 5 })
    expect(d.refused('follow', { game, journal: 'nonsense' }).answer.error.code).toBe('bad')
    d.engine.put(path, 'game "x":')
    expect((d.ask('follow', { game, journal }) as { diagnostics?: unknown[] }).diagnostics).toHaveLength(1)
  })

  it('describes a game as it is configured', () => {
    const d = new Driver('mars')
    const cards = (options: Record<string, string>) =>
      d.ask('describe', { game: 'mars', language: 'en', options }).game.cards.length
    expect(cards({ corporate_era: 'false' })).toBeLessThan(cards({}))
    expect(d.refused('describe', { game: 'mars', options: { none: '1' } }).answer.error.code).toBe('cannot_read')
    d.engine.put('games/mars/mars.game', 'game "x":')
    expect(d.refused('describe', { game: 'mars', language: 'en' }).answer.error.code).toBe('cannot_read')
  })

  it('tries a change before it is made, and changes a name wherever it stands', () => {
    const d = new Driver('pluto')
    const game = 'pluto'
    const path = 'games/pluto/pluto.game'
    const text = readFileSync(join(ROOT!, path), 'utf8')
    expect(d.ask('try', { game, files: [] })).toEqual({ ok: true, problems: [] })
    const wrong = d.ask('try', { game, files: [{ path, text: text.replace('me.draws += 1', 'me.drawn += 1') }] })
    expect(wrong.ok).toBe(false)
    expect(wrong.problems[0]).toMatchObject({ file: path, line: expect.any(Number) as number })
    expect(d.ask('check', { game })).toMatchObject({ ok: true })
    const cards = readFileSync(join(ROOT!, 'games/pluto/projects.game'), 'utf8')
    const at = Buffer.from(cards.slice(0, cards.indexOf('"Think Tank"') + 2)).length
    const file = 'games/pluto/projects.game'
    const { edits, refused } = d.ask('rename', { game, file, at, name: 'Idle Tank' })
    expect(refused).toBeUndefined()
    expect(new Set(edits.map((e) => e.text))).toEqual(new Set(['"Idle Tank"']))
    expect(edits.some((e) => e.path.endsWith('.scenario'))).toBe(true)
    const files = [...new Set(edits.map((e) => e.path))].map((p) => {
      let bytes = readFileSync(join(ROOT!, p))
      for (const e of edits.filter((x) => x.path === p).sort((a, b) => b.from - a.from))
        bytes = Buffer.concat([bytes.subarray(0, e.from), Buffer.from(e.text), bytes.subarray(e.to)])
      return { path: p, text: bytes.toString('utf8') }
    })
    expect(d.ask('try', { game, files })).toEqual({ ok: true, problems: [] })
    expect(d.ask('rename', { game, file, at, name: 'Scouts' }).refused).toBeTruthy()
    expect(d.ask('rename', { game, file, at: 0, name: 'x' }).refused).toBeTruthy()
  })

  it('writes a text in canonical form', () => {
    const d = new Driver()
    expect(d.ask('fmt', { text: 'game "G" :\n    players : 2\nflow:\n  win( me )\n' })).toEqual({
      text: 'game "G":\n  players: 2\nflow:\n  win(me)\n' })
    expect(d.ask('fmt', { text: 'game:::' }).diagnostics).not.toEqual([])
  })

  it('refuses what it does not understand', () => {
    const d = new Driver()
    expect(d.refused('check', { game: 'nothing' }).answer.error.code).toBe('no_game')
    expect(d.refused('check', {}).answer.error.code).toBe('bad')
    expect(d.refused('check', { game: '../etc' }).answer.error.code).toBe('no_game')
    expect(d.refused('nonsense', {}).answer.error.code).toBe('bad')
    expect(d.refused('check', '[1').answer.error.code).toBe('bad')
    expect(d.refused('check', '[1]').answer.error.code).toBe('bad')
  })

  it('plays by the text as it is now, and tables go on by the text they began with', () => {
    const d = new Driver()
    const games = () => (d.get('games').answer as { name: string; title: string }[]).map((g) => g.title)
    expect(games()).toEqual([])
    d.engine.put('games/mine/mine.game', MINE)
    expect(games()).toEqual(['Mine'])
    const make = () => d.post('tables', { game: 'mine', seats: [{ bot: 'random' }, { bot: 'random' }], seed: 1 })
    const titleOf = (id: string) => (d.get(`tables/${id}`).answer as { title: string }).title
    const first = make()
    expect(first.status, JSON.stringify(first.answer)).toBe(201)
    d.engine.put('games/mine/mine.game', MINE.replace('"Mine"', '"Mire"')) // as long, within the same second
    expect(games()).toEqual(['Mire'])
    expect([first, make()].map(({ answer }) => titleOf(answer.id))).toEqual(['Mine', 'Mire'])
    d.engine.remove('games/mine/mine.game')
    expect(games()).toEqual([])
    expect(make().status).toBe(400)
  })

  it('has a language server', () => {
    const d = new Driver()
    const uri = 'file:///games/mine/mine.game'
    const say = (m: object) => d.engine.edit(JSON.stringify({ jsonrpc: '2.0', ...m }))
    say({ id: 1, method: 'initialize', params: { capabilities: {} } })
    say({ method: 'initialized', params: {} })
    const text = 'game "Mine":\n  players: 2\n\nflow:\n  if x = 2:\n    win(me)\n'
    say({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'terrane', version: 1, text } } })
    d.engine.editQuiet()
    const told = d.edits.filter((m) => m.method === 'textDocument/publishDiagnostics')
    expect(told.at(-1)?.params?.diagnostics.length).toBeGreaterThan(0)
  })
})

describe('many games', () => {
  const GAMES = 60
  const decode = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as unknown

  /** A module that plays, or puts together. */
  class Player {
    private answered: { status: number; bytes: Uint8Array } | null = null
    readonly engine = new StudioModule(module, {
      deliver: (_to, status, _type, bytes) => void (this.answered = { status, bytes }),
      drop: () => {},
      edit: () => {},
    })

    constructor(readonly texts: readonly [before: string, now: string]) {
      texts.forEach((text, side) => {
        this.engine.put(`games/g${side}/g${side}.game`, text)
        this.engine.labBegin(1, JSON.stringify({ side, game: `g${side}`, bot: 'random', seed: 1 }))
        expect(this.take().status).toBe(200)
      })
    }

    take() {
      const answered = this.answered!
      this.answered = null
      return answered
    }

    part(side: number, first: number, n: number) {
      this.engine.labPlay(2, side, first, n)
      const { status, bytes } = this.take()
      expect(status).toBe(200)
      return bytes
    }
  }

  it('that were played in parts by several say what the program says', () => {
    const now = readFileSync(join(ROOT!, 'examples/templates/cards/harvest.game'), 'utf8')
    const texts = [now.replace('Manor(8', 'Manor(3'), now] as const
    const players = [new Player(texts), new Player(texts), new Player(texts)]
    const judge = new Player(texts)
    const sizes = [7, 1, 20, 2, 30]
    const parts = [0, 1].flatMap((side) => {
      let first = 0
      return sizes.map((n, i) => {
        first += n
        return { side, part: players[(i + side) % 3]!.part(side, first - n, n) }
      })
    })
    for (const { side, part } of parts.reverse()) expect(judge.engine.labAdd(side, part)).toBe(true)
    expect(judge.engine.labAdd(0, parts[0]!.part.subarray(1))).toBe(false)
    judge.engine.labReport(3)
    const report = decode(judge.take().bytes) as { played: number; seats: { wins: number[]; score: number[] }[];
      change: { pairs: number; clear: number; figures: object[] } }
    expect(report.played).toBe(GAMES)

    const folder = mkdtempSync(join(tmpdir(), 'terrane-lab-'))
    const files = texts.map((_, i) => join(folder, `${i}.game`))
    files.forEach((file, i) => writeFileSync(file, texts[i]!))
    const said = JSON.parse(complaint('compare', ...files, '--bot', 'random', '--games', String(GAMES), '--json')) as
      { pairs: number; clear: number; figures: object[] }
    expect({ pairs: said.pairs, clear: said.clear }).toEqual({ pairs: report.change.pairs, clear: report.change.clear })
    expect(report.change.figures).toEqual(said.figures)
    expect(said.clear).toBeGreaterThan(0)
    const many = JSON.parse(terrane('simulate', files[1]!, '--bot', 'random', '--games', String(GAMES), '--report',
      '--json')) as { seats: Record<'win_rate' | 'low' | 'high' | 'mean_score' | 'score_low' | 'score_high', number>[] }
    expect(report.seats.map((s) => [...s.wins, ...s.score])).toEqual(many.seats.map((s) => [s.win_rate, s.low, s.high,
      s.mean_score, s.score_low, s.score_high]))
    rmSync(folder, { recursive: true })
  })
})
