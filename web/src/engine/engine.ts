// The engine as WebAssembly (src/page/page.c): texts go in, what it says comes to a host. The same in a Worker and in
// node. What is to be done waits until `step` does a piece of it, so that whoever drives it can listen in between.

import type { Kept } from './kept'

export interface EngineHost {
  /** To a connection: status 0 is a message of its table, else the answer of its request (type null: JSON). */
  deliver(to: number, status: number, type: string | null, bytes: Uint8Array): void
  drop(connection: number): void
  /** A change of a table, to be stored before `kept` says so; the rules of a new table. JSON, see src/page/host.h.
   *  Without it tables live in memory, as long as the engine. */
  keep?(number: number, change: string, rules: string | null): void
  report?(text: string): void
}

interface Exports {
  memory: WebAssembly.Memory
  _initialize(): void
  page_room(n: number): number
  page_let(at: number): void
  page_open(keeps: number): number
  page_step(): number
  page_tick(): void
  [name: string]: unknown
}

/** Functions that the module imports; texts come as an address and a length, which `read` makes a text of. */
export type Imports = (read: (at: number, n: number) => string) => Record<string, (...n: number[]) => void>

/** Passed as an address; a list of one as an address and a length. */
type Argument = number | string | [string] | [Uint8Array]

const utf8 = new TextEncoder()
const text = new TextDecoder()

/** What wasi-libc asks of a system where there is none: no variables, a clock, nothing to write to. */
function system(memory: () => DataView) {
  const BAD_FILE = 8
  return {
    environ_sizes_get: (n: number, size: number) => {
      memory().setUint32(n, 0, true)
      memory().setUint32(size, 0, true)
      return 0
    },
    environ_get: () => 0,
    clock_time_get: (_which: number, _precision: bigint, at: number) => {
      memory().setBigUint64(at, BigInt(Date.now()) * 1000000n, true)
      return 0
    },
    fd_close: () => BAD_FILE,
    fd_seek: () => BAD_FILE,
    fd_write: () => BAD_FILE,
    proc_exit: (code: number) => {
      throw new Error(`the engine has stopped (${code})`)
    },
  }
}

export class Engine {
  protected readonly x: Exports

  /** `more`: what else a module imports that does more than this one. */
  constructor(module: WebAssembly.Module, host: EngineHost, more: Imports = () => ({})) {
    const bytes = (at: number, n: number) => new Uint8Array(this.x.memory.buffer, at, n)
    const read = (at: number, n: number) => text.decode(bytes(at, n))
    const named = (at: number) => read(at, new Uint8Array(this.x.memory.buffer).indexOf(0, at) - at)
    const page = {
      now: () => performance.timeOrigin + performance.now(),
      chance: (at: number, n: number) => void crypto.getRandomValues(bytes(at, n)),
      deliver: (to: number, status: number, type: number, at: number, n: number) =>
        host.deliver(to, status, type ? named(type) : null, bytes(at, n).slice()),
      drop: (connection: number) => host.drop(connection),
      keep: (number: number, at: number, n: number, rulesAt: number, rulesN: number) =>
        host.keep?.(number, read(at, n), rulesAt ? read(rulesAt, rulesN) : null),
      report: (at: number) => host.report?.(named(at)),
      ...more(read),
    }
    const instance = new WebAssembly.Instance(module, {
      page,
      wasi_snapshot_preview1: system(() => new DataView(this.x.memory.buffer)),
    })
    this.x = instance.exports as unknown as Exports
    this.x._initialize()
    if (!this.x.page_open(host.keep ? 1 : 0)) throw new Error('the engine has no memory')
  }

  protected call(name: string, ...given: Argument[]): number {
    const rooms: number[] = []
    const passed: number[] = []
    for (const argument of given) {
      if (typeof argument === 'number') {
        passed.push(argument)
        continue
      }
      const content = typeof argument === 'string' ? argument : argument[0]
      const bytes = typeof content === 'string' ? utf8.encode(content) : content
      const at = this.x.page_room(bytes.length)
      if (!at) throw new Error('the engine has no memory')
      new Uint8Array(this.x.memory.buffer).set(bytes, at)
      rooms.push(at)
      passed.push(at)
      if (typeof argument !== 'string') passed.push(bytes.length)
    }
    const result = (this.x[name] as (...n: number[]) => number)(...passed)
    for (const room of rooms) this.x.page_let(room)
    return result
  }

  /** A file of a game, at a path such as games/NAME/NAME.game. */
  put(path: string, content: string | Uint8Array) {
    if (!this.call('page_put_file', path, [content] as [string])) throw new Error('the engine has no memory')
  }

  remove(path: string) {
    this.call('page_remove_file', path)
  }

  /** Requests of docs/protocol.md without /api/ before them. */
  get(from: number, path: string, lang = '') {
    this.call('page_get', from, path, lang)
  }

  post(from: number, path: string, body: string) {
    this.call('page_post', from, path, [body])
  }

  /** The link of a journal. */
  link(from: number, journal: string) {
    this.call('page_link', from, [journal])
  }

  /** What came of a change. */
  kept(number: number, what: Kept) {
    this.call('page_kept', number, what)
  }

  /** A table as it was stored; false: it is none. */
  restore(rules: string, table: string): boolean {
    return this.call('page_restore', [rules], [table]) !== 0
  }

  join(from: number, table: string) {
    this.call('page_join', from, table)
  }

  says(from: number, table: string, message: string) {
    this.call('page_says', from, table, [message])
  }

  leave(from: number, table: string) {
    this.call('page_leave', from, table)
  }

  /** Does a piece of what is to be done; false: there is nothing. */
  step(): boolean {
    return this.x.page_step() !== 0
  }

  /** Now and then: clocks run, tables that nobody looks at are let go. */
  tick() {
    this.x.page_tick()
  }
}
