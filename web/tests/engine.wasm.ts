// The engine as WebAssembly plays whole games of bots in node; the program replays each by its journal, which ends with
// what the position came to: so both are the same machine, to the bit. Run by tests/page/test_engine.sh.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Engine } from '../src/engine/engine'

const { TERRANE, TERRANE_WASM, ROOT, TERRANE_TEST_LEVEL } = process.env
const module = new WebAssembly.Module(readFileSync(TERRANE_WASM!))
const GAMES = readdirSync(join(ROOT!, 'games')).filter((g) => statSync(join(ROOT!, 'games', g)).isDirectory())
const EACH = TERRANE_TEST_LEVEL === 'soak' ? 100 : 3
const MOST_STEPS = 400000

class Driver {
  readonly engine: Engine
  private readonly answers = new Map<number, { status: number; text: string }>()
  readonly edits: { method?: string; params?: { diagnostics: { code: string }[] } }[] = []
  private next = 1

  constructor() {
    this.engine = new Engine(module, {
      deliver: (to, status, _type, bytes) =>
        void this.answers.set(to, { status, text: new TextDecoder().decode(bytes) }),
      drop: () => {},
      edit: (text) => void this.edits.push(JSON.parse(text)),
    })
    for (const game of GAMES)
      for (const file of readdirSync(join(ROOT!, 'games', game)))
        this.engine.put(`games/${game}/${file}`, readFileSync(join(ROOT!, 'games', game, file)))
  }

  private run() {
    for (let i = 0; i < MOST_STEPS; i++) if (!this.engine.step()) return
    throw new Error('there is no end of work')
  }

  get(path: string) {
    const from = this.next++
    this.engine.get(from, path)
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

  it('checks a definition that is being written', () => {
    const uri = 'file:///games/mine/mine.game'
    const say = (m: object) => driver.engine.edit(JSON.stringify({ jsonrpc: '2.0', ...m }))
    say({ id: 1, method: 'initialize', params: { capabilities: {} } })
    say({ method: 'initialized', params: {} })
    const text = 'game "Mine":\n  players: 2\n\nflow:\n  if x = 2:\n    win(me)\n'
    say({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'terrane', version: 1, text } } })
    driver.engine.editQuiet()
    const told = driver.edits.filter((m) => m.method === 'textDocument/publishDiagnostics')
    expect(told.at(-1)?.params?.diagnostics.length).toBeGreaterThan(0)
  })
})
