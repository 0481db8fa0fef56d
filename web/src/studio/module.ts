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
}
