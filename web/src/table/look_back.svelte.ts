// Looking back at a table that goes on: the moments there are, and the one that is looked at.
import { Latest } from '../latest'
import type { LogLine, Step, View } from '../protocol'
import type { Connection } from './connection.svelte'
import type { Notice } from './notice.svelte'
import type { Naming } from './naming.svelte'

/** How a moment looked: it asks nothing. */
interface Earlier {
  view: View
  log: LogLine[]
}

export class LookBack {
  /** The moment that is looked at; null: now. */
  at: number | null = $state(null)
  of = $state(0)
  steps: Step[] = $state.raw([])
  earlier: Earlier | null = $state.raw(null)
  private readonly fetched = new Map<number, Earlier>()
  private readonly newest = new Latest<number, Earlier>((n) => this.fetch(n), (moment) => (this.earlier = moment))

  constructor(
    private readonly connection: Connection,
    private readonly telling: Naming,
    private readonly notice: Notice,
  ) {}

  /** Asks what there is to look back at. */
  async look() {
    try {
      const { of, at } = await this.connection.client.ask<'moments'>({ t: 'moments' })
      this.of = of
      this.steps = at.map((step) => this.telling.step(step))
    } catch (e) {
      this.notice.refused(e)
    }
  }

  /** Goes to a moment; the last one is now. */
  async go(n: number) {
    if (n >= this.of) return this.leave()
    this.at = Math.max(0, n)
    try {
      await this.newest.want(this.at)
    } catch (e) {
      this.notice.refused(e)
    }
  }

  /** Back to now. */
  leave() {
    this.newest.forget()
    this.at = this.earlier = null
  }

  /** What was fetched is so no longer: it was taken back, or is told in other words. */
  forget() {
    this.fetched.clear()
  }

  private async fetch(n: number): Promise<Earlier> {
    const known = this.fetched.get(n)
    if (known) return known
    const { view, log } = await this.connection.client.ask<'moment'>({ t: 'moment', n })
    const moment = { view: { ...view, question: null, undo: null }, log }
    this.fetched.set(n, moment)
    return moment
  }
}
