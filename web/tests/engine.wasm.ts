// The engine as WebAssembly plays whole games of bots in node; the program replays each by its journal, which ends with
// what the position came to: so both are the same machine, to the bit. Run by tests/page/test_engine.sh.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Engine } from '../src/engine/engine'
import { Kept } from '../src/engine/kept'

const { TERRANE, TERRANE_WASM, ROOT, TERRANE_TEST_LEVEL } = process.env
const module = new WebAssembly.Module(readFileSync(TERRANE_WASM!))
const GAMES = readdirSync(join(ROOT!, 'games')).filter((g) => statSync(join(ROOT!, 'games', g)).isDirectory())
const EACH = TERRANE_TEST_LEVEL === 'soak' ? 100 : 3
const MOST_STEPS = 400000

class Driver {
  readonly engine: Engine
  private readonly answers = new Map<number, { status: number; text: string }>()
  private next = 1
  /** Changes that wait for what comes of them, and what was said by the tables. */
  readonly changes: { number: number; change: Record<string, unknown>; rules: string | null }[] = []
  readonly told = new Map<number, { t: string; [key: string]: unknown }[]>()
  refuse = false

  constructor() {
    this.engine = new Engine(module, {
      deliver: (to, status, _type, bytes) => {
        const text = new TextDecoder().decode(bytes)
        if (status) this.answers.set(to, { status, text })
        else this.told.set(to, [...(this.told.get(to) ?? []), JSON.parse(text)])
      },
      drop: () => {},
      keep: (number, change, rules) => void this.changes.push({ number, change: JSON.parse(change), rules }),
    })
    for (const game of GAMES)
      for (const file of readdirSync(join(ROOT!, 'games', game)))
        this.engine.put(`games/${game}/${file}`, readFileSync(join(ROOT!, 'games', game, file)))
  }

  private run() {
    for (let i = 0; i < MOST_STEPS; i++) if (!this.engine.step() && !this.settle()) return
    throw new Error('there is no end of work')
  }

  readonly kept: typeof this.changes = []
  /** The oldest change is kept, or refused; false: there is none. */
  private settle() {
    const next = this.changes.shift()
    if (next) this.engine.kept(next.number, this.refuse ? Kept.No : Kept.Yes)
    if (next && !this.refuse) this.kept.push(next)
    return next !== undefined
  }

  /** A connection at a table, which says something and hears what is said to it. */
  say(from: number, table: string, m: object) {
    this.told.delete(from)
    this.engine.says(from, table, JSON.stringify(m))
    this.run()
    return this.told.get(from) ?? []
  }

  sit(from: number, table: string) {
    this.engine.join(from, table)
    return this.say(from, table, { t: 'hello', token: '0'.repeat(22) })
  }

  get(path: string) {
    const from = this.next++
    this.engine.get(from, path)
    this.run()
    return this.answers.get(from)!
  }

  link(journal: string) {
    const from = this.next++
    this.engine.link(from, journal)
    this.run()
    return this.answers.get(from)!
  }

  post(path: string, body: object) {
    const from = this.next++
    this.engine.post(from, path, JSON.stringify(body))
    this.run()
    return this.answers.get(from)!
  }
}

describe('the engine in a page', () => {
  const driver = new Driver()
  const folder = mkdtempSync(join(tmpdir(), 'terrane-engine-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const games = JSON.parse(driver.get('games').text) as { name: string; players: [number, number] }[]

  it('has every game', () => expect(games.map((g) => g.name).sort()).toEqual([...GAMES].sort()))

  for (const game of GAMES)
    it(`plays ${game} as the program does`, () => {
      const [least, most] = games.find((g) => g.name === game)!.players
      const seats = Math.min(Math.max(least, 2), most)
      for (let seed = 1; seed <= EACH; seed++) {
        const bot = seed === EACH ? 'greedy' : 'random'
        const made = driver.post('tables', { game, seed, seats: Array.from({ length: seats }, () => ({ bot })) })
        expect(made.status, made.text).toBe(201)
        const id = (JSON.parse(made.text) as { id: string }).id
        const journal = driver.get(`tables/${id}/journal`)
        expect(journal.status, journal.text).toBe(200)
        expect(journal.text).toMatch(/\ncheck [0-9a-f]{16}\n/)
        // The program refuses a journal that says something else than its own position comes to.
        const file = join(folder, `${game}-${seed}.journal`)
        writeFileSync(file, journal.text)
        const replayed = execFileSync(TERRANE!, ['replay', file, '--json'], { encoding: 'utf8' })
        expect((JSON.parse(replayed) as { status: string }).status).toBe('over')
      }
    })

  it('acknowledges what is kept, and goes on from there', () => {
    const d = new Driver()
    const seats = [{ bot: null, name: 'Ann' }, { bot: 'random' }]
    const { id } = JSON.parse(d.post('tables', { game: 'tic-tac-toe', seats, practice: true }).text) as { id: string }
    type View = { n: number; question: { answers: { id: number }[] } | null; undo: string | null; log: number }
    const viewOf = (told: { t: string }[]) => told.findLast((m) => m.t === 'view') as unknown as View
    const answer = (on: Driver, from: number, view: View) =>
      on.say(from, id, { t: 'answer', n: view.n, path: [view.question!.answers[0]!.id], re: 1 })
    const first = viewOf(d.sit(7, id))

    d.refuse = true // nothing can be stored: it is as if nothing had been said
    const refused = answer(d, 7, first)
    expect(refused.some((m) => m.t === 'ack')).toBe(false)
    expect(refused.find((m) => m.t === 'error')).toMatchObject({ code: 'cannot_store', re: 1 })
    d.refuse = false
    const told = answer(d, 7, first)
    expect(told.some((m) => m.t === 'ack')).toBe(true)

    // What was kept is all there is to go on with, in another page
    const [begun, ...rest] = d.kept.filter(({ change }) => change['table'] === id)
    const table = { ...begun!.change, lines: [...(begun!.change['lines'] as object[])] }
    for (const { change } of rest) {
      expect(change['from']).toBe((change['lines'] as object[]).length > 0 ? table.lines.length : 0)
      table.lines.push(...(change['lines'] as object[]))
      Object.assign(table, { people: change['people'] ?? (table as Record<string, unknown>)['people'] })
    }
    const other = new Driver()
    expect(other.engine.restore(begun!.rules!, '{"table": "x"}')).toBe(false)
    expect(other.engine.restore(begun!.rules!, JSON.stringify({ over: false, ...table }))).toBe(true)
    const again = viewOf(other.sit(3, id))
    expect(again).toEqual(viewOf(d.sit(7, id)))
    expect(again.undo).toBe('free')
    expect(viewOf(other.say(3, id, { t: 'undo' })).question).toEqual(first.question)

    // A journal of a game that goes on becomes its link, and that a table; what is none is refused
    const { text: journal } = d.get(`tables/${id}/journal`)
    const { link } = JSON.parse(d.link(journal).text) as { link: string }
    expect(JSON.parse(d.get(`tables/${id}/link`).text)).toEqual({ link })
    expect(d.post('tables', { link, n: null, seats }).status).toBe(201)
    expect(d.link(journal.replace(/definition .*/, 'definition 0123456789abcdef')).status).toBe(404)
    expect(d.link(journal.replace('seed', 'from secret.json\nseed')).status).toBe(400)
    expect(d.link('nonsense').status).toBe(400)
  })
})
