// The engine in a Worker of its own: requests and messages of the page go to its desk, what it says comes back, and
// changes of tables go to IndexedDB before anybody hears that they are done. Between two pieces of work it listens.
//
// A table is led by one tab at a time (a lock of the browser), until that tab lets go of its Worker; so what is in the
// memory of the engine is what is kept. Where there are no locks, whoever is second to change a table is refused and
// begins anew from what is kept.
import { Engine } from '../engine/engine'
import { Kept } from '../engine/kept'
import { keep, recallTable } from './keep'
import type { FromWorker, ToWorker } from './words'

const TICK = 1000
const SLICE = 12 // milliseconds of work, then what came is read
const PATIENCE = 1500 // a tab that was just closed still holds its tables for a moment

const say = (m: FromWorker) => postMessage(m)
const text = new TextDecoder()

async function start(): Promise<Engine | null> {
  if (!__ENGINE__) return null
  const [module, games] = await Promise.all([fetch(__ENGINE__.module), fetch(__ENGINE__.games)])
  if (!module.ok || !games.ok) return null
  const engine = new Engine(await WebAssembly.compileStreaming(module), {
    deliver: (to, status, _type, bytes) =>
      say(status ? { t: 'answer', id: to, status, text: text.decode(bytes) } :
        { t: 'message', c: to, text: text.decode(bytes) }),
    drop: (c) => say({ t: 'drop', c }),
    keep: (number, change, rules) => void settle(number, change, rules),
    report: (what) => console.error(what),
  })
  for (const [path, content] of Object.entries((await games.json()) as Record<string, string>))
    engine.put(path, content)
  setInterval(() => (engine.tick(), work(engine)), TICK)
  return engine
}

const engine = start().then(
  (there) => (there || say({ t: 'failed', why: 'missing' }), there),
  () => (say({ t: 'failed', why: 'broken' }), null),
)

/** What games look like: a game is compiled for it, so it waits until there is nothing else to do. */
const later: { id: number; path: string; lang: string }[] = []

let working = false
function work(on: Engine) {
  if (working) return
  working = true
  const go = () => {
    const until = performance.now() + SLICE
    while (on.step()) if (performance.now() > until) return void setTimeout(go)
    const next = later.shift()
    if (next) on.get(next.id, next.path, next.lang)
    working = next !== undefined
    if (working) setTimeout(go)
  }
  go()
}

/** The engine hears of a change when it is stored, or that it is not. */
async function settle(number: number, change: string, rules: string | null) {
  const parsed = JSON.parse(change) as Parameters<typeof keep>[0]
  const what = await keep(parsed, rules)
  const on = await engine
  if (!on) return
  if (what === Kept.Yes && rules) brought.set(parsed.table, lead(parsed.table)) // it was made here
  if (what === Kept.Taken) await bring(on, parsed.table)
  on.kept(number, what)
  work(on)
}

/** A table as it is kept comes into the engine's memory. */
async function bring(on: Engine, table: string) {
  const found = await recallTable(table)
  if (found) on.restore(found.rules, found.table)
}

const led = new Map<string, Promise<boolean>>()
/** Whether this tab may play at a table; asked again, what was so before. */
function lead(table: string): Promise<boolean> {
  const known = led.get(table)
  if (known) return known
  const asked = !('locks' in navigator) ? Promise.resolve(true) : new Promise<boolean>((done) => {
    const held = () => (done(true), new Promise<void>(() => {}))
    navigator.locks.request(`terrane.table.${table}`, { signal: AbortSignal.timeout(PATIENCE) }, held)
      .catch(() => done(false))
  })
  led.set(table, asked)
  void asked.then((is) => is || led.delete(table))
  return asked
}

/** Tables that the engine has in its memory, or that are on their way there. */
const brought = new Map<string, Promise<boolean>>()
/** False: the table is open in another tab. */
function ready(on: Engine, table: string): Promise<boolean> {
  const known = brought.get(table)
  if (known) return known
  const asked = lead(table).then(async (is) => (is && (await bring(on, table)), is))
  brought.set(table, asked)
  void asked.then((is) => is || brought.delete(table))
  return asked
}

const left = new Set<number>() // connections that were closed before they had come to their table

async function join(on: Engine, c: number, table: string) {
  const is = await ready(on, table)
  if (left.delete(c)) return
  if (!is) return say({ t: 'elsewhere', c })
  on.join(c, table)
  joined.add(c)
  say({ t: 'joined', c })
}
const joined = new Set<number>()

async function get(on: Engine, id: number, path: string, lang: string) {
  const table = /^tables\/([0-9A-Za-z]{22})/.exec(path)?.[1]
  if (table && !(await ready(on, table))) return say({ t: 'answer', id, status: 409, text: '{}' })
  if (path.startsWith('games/') || path === 'proof') later.push({ id, path, lang })
  else on.get(id, path, lang)
}

async function take(on: Engine, m: ToWorker) {
  if (m.t === 'get') await get(on, m.id, m.path, m.lang)
  else if (m.t === 'post') on.post(m.id, m.path, m.body)
  else if (m.t === 'link') on.link(m.id, m.journal)
  else if (m.t === 'join') await join(on, m.c, m.table)
  else if (m.t === 'says') on.says(m.c, m.table, m.text)
  else if (joined.delete(m.c)) on.leave(m.c, m.table)
  else left.add(m.c)
  work(on)
}

addEventListener('message', (event: MessageEvent<ToWorker>) => void engine.then((on) => on && take(on, event.data)))
