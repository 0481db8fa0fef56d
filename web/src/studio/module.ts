// The engine with what a studio needs besides (src/studio/studio.c): requests about definitions, and the language
// server. Tables live in memory, as long as the module. The same in a Worker and in node.
import { Engine, type EngineHost } from '../engine/engine'

export interface StudioHost extends Omit<EngineHost, 'keep'> {
  /** A message of the language server. */
  edit(text: string): void
}

export class StudioModule extends Engine {
  constructor(module: WebAssembly.Module, host: StudioHost) {
    super(module, host, (read) => ({ edit: (at = 0, n = 0) => host.edit(read(at, n)) }))
  }

  /** Answered by `deliver`, at once or by `step`. */
  ask(from: number, what: string, body: string) {
    this.call('page_ask', from, what, [body])
  }

  /** A message of an editor to the language server; what changed is checked in `editQuiet`. */
  edit(message: string) {
    this.call('page_edit', [message])
  }

  editQuiet() {
    ;(this.x['page_edit_quiet'] as () => void)()
  }

  // ---- many games (src/studio/lab.c): what is answered comes by `deliver`

  /** A side, 0 the saved version or 1 the text as it is, is made anew; it has no games yet. */
  labBegin(from: number, body: string) {
    this.call('page_lab_begin', from, [body])
  }

  /** Plays games `first` to first + n of a side; the answer is a part, as bytes. */
  labPlay(from: number, side: number, first: number, n: number) {
    this.call('page_lab_play', from, side, first, n)
  }

  /** A part of a side that was played elsewhere; false: it is none. */
  labAdd(side: number, part: Uint8Array): boolean {
    return this.call('page_lab_add', side, [part]) !== 0
  }

  /** All games of a side as one part. */
  labAll(from: number, side: number) {
    this.call('page_lab_all', from, side)
  }

  labReport(from: number) {
    this.call('page_lab_report', from)
  }

  labForget(side: number) {
    this.call('page_lab_forget', side)
  }
}
