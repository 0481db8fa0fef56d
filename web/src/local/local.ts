// Tables on this device, which are kept there: their engine is in a Worker of this page.
import { WorkerTables } from './tables'
import type { FromWorker, ToWorker } from './words'

export class Local extends WorkerTables<ToWorker, FromWorker> {
  constructor(trouble: (what: 'missing' | 'broken' | 'elsewhere' | null) => void) {
    super(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }), trouble)
  }

  /** The link of a journal, as an answer. */
  async link(journal: string) {
    return this.response(await this.asked((id) => ({ t: 'link', id, journal })))
  }
}
