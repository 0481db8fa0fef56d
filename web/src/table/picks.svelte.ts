// What is picked of several: what it comes to, that it outlives a reload of the page, and how it is sent.
import { Latest } from '../latest'
import { goesOn, isSubset, NO, type Outcome } from '../model/question'
import type { Question } from '../protocol'
import { note, noticed, say } from '../settings.svelte'
import type { Connection } from './connection.svelte'
import type { Notice } from './notice.svelte'
import type { Sending } from './sending.svelte'

const LONGEST_PATH = 64 // that the server takes

/** Tells questions apart, as far as picks go. */
const nameOf = (q: Question) => [q.prompt, ...q.answers.map((a) => a.id)].join(' ')

export class Picks {
  ids: number[] = $state.raw([])
  /** What the picks come to, where there are some, and what picking none does; null: not known. */
  outcome: Outcome | null = $state.raw(null)
  without: Outcome | null = $state.raw(null)
  private taking = false // they are being sent: they stay marked until they are all there
  private readonly weighed = new Latest<number[], Outcome | null>(
    (ids) => this.foresee(ids),
    (found) => (this.outcome = found),
  )

  constructor(
    private readonly connection: Connection,
    private readonly sending: Sending,
    private readonly notice: Notice,
  ) {}

  /** Another question is open. */
  begin(isFirst: boolean) {
    if (isFirst) this.recall()
    else if (!this.taking) {
      if (this.ids.length > 0 && !this.sending.busy && !this.sending.undoing) this.notice.tell(say().question.picksLost)
      this.clear()
    }
    if (!this.taking) this.weighNone()
  }

  toggle(id: number) {
    if (this.sending.busy) return
    this.ids = this.ids.includes(id) ? this.ids.filter((p) => p !== id) : [...this.ids, id]
    this.keep()
    if (this.ids.length > 0) this.weigh()
    else this.clear()
  }

  clear() {
    this.ids = []
    this.keep()
    this.weighed.forget()
    this.outcome = null
  }

  /** All at once, in the order of the list, with what ends them behind: the path stops where the choice does. */
  async send() {
    const q = this.connection.question
    if (!q || !isSubset(q)) return
    const path = [...this.inOrder(this.ids), NO]
    let given = 0
    this.taking = true
    try {
      while (given < path.length && (given === 0 || this.goesOn())) {
        const more = await this.sending.send(path.slice(given, given + LONGEST_PATH), true)
        if (more === null) return
        given += more
      }
      if (given < this.ids.length) this.notice.tell(say().question.partly)
    } finally {
      this.taking = false
      this.clear()
      this.weighNone()
    }
  }

  private goesOn(): boolean {
    const q = this.connection.question
    return q !== null && isSubset(q) && goesOn(q)
  }

  // ---- what they come to
  private weighNone() {
    const { question: q, questions } = this.connection
    this.without = null
    if (!q || !isSubset(q) || !q.answers.some((a) => a.id === NO)) return
    const found = (outcome: Outcome | null) => questions === this.connection.questions && (this.without = outcome)
    void this.foresee([]).then(found, () => {})
  }

  /** As they change. */
  private weigh() {
    this.weighed.want(this.ids).catch(() => (this.outcome = null))
  }

  /** Picks are given in the order of the list, and then ended where that is still to be done. */
  private async foresee(ids: number[]): Promise<Outcome | null> {
    const { client, view } = this.connection
    const n = view?.n
    const path = this.inOrder(ids)
    if (path.length >= LONGEST_PATH) return null
    const first = path.length > 0 ? await client.ask<'ahead'>({ t: 'ahead', n, path }) : null
    const ended = first && !first.flags.includes('subset')
    const found = ended ? first : await client.ask<'ahead'>({ t: 'ahead', n, path: [...path, NO] })
    return { gives: found.gives ?? [], possible: found.possible }
  }

  private inOrder(ids: number[]): number[] {
    return (this.connection.question?.answers ?? []).map((a) => a.id).filter((id) => ids.includes(id))
  }

  // ---- across a reload of the page, as long as the same is asked
  private get key(): string {
    return `picks.${this.connection.id}`
  }

  private keep() {
    const q = this.connection.question
    note(this.key, q && this.ids.length > 0 ? JSON.stringify({ of: nameOf(q), picks: this.ids }) : null)
  }

  /** At the first view: what was picked before the page was loaded again, or that it is lost. */
  private recall() {
    const q = this.connection.question
    const noted = noticed(this.key)
    const lost = this.sending.wasLost()
    const { of, picks } = (noted ? JSON.parse(noted) : { of: '', picks: [] }) as { of: string; picks: number[] }
    const same = q !== null && of === nameOf(q)
    if (same) {
      this.ids = picks
      this.keep()
      this.weigh()
    } else if (noted) note(this.key, null)
    if (lost) this.notice.tell(say().question.perhaps)
    else if (noted && !same) this.notice.tell(say().question.picksLost)
  }
}
