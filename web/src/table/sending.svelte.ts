// Answers on their way to the server: one at a time, and none is lost silently.
import { Refusal, type Message } from '../protocol'
import { note, noticed, say } from '../settings.svelte'
import type { Connection } from './connection.svelte'
import type { Notice } from './notice.svelte'

export class Sending {
  /** An answer is on its way. */
  busy = $state(false)
  /** It was given without a connection: it is sent as soon as there is one again. */
  unsent = $state(false)

  /** The last path: what of it the server answers itself was chosen all the same. */
  sent: number[] = $state.raw([])
  /** What was answered is being taken back. */
  undoing = false

  /** What was sent at once is taken back at once: the questions before it, the last one at the end. */
  private steps: { before: string; given: number; table: string }[] = $state.raw([])

  constructor(
    private readonly connection: Connection,
    private readonly notice: Notice,
  ) {}

  /** What lies on the table and stands on it. */
  private get table(): string {
    const { view } = this.connection
    return view ? JSON.stringify([view.vars, view.tracks, view.zones, view.periods]) : ''
  }

  /** The last step only led to this question, and did nothing: who takes it back goes back. */
  get mere(): boolean {
    const { view } = this.connection
    return view?.undo === 'free' && view.question !== null && this.steps.at(-1)?.table === this.table
  }

  /** How much of the path was kept, and is seen; null: nothing. `choice`: it is one choice, and ends where that
   *  does. */
  async send(path: number[], choice = false): Promise<number | null> {
    const n = this.connection.view?.n
    if (n === undefined) return null
    const before = JSON.stringify(this.connection.question)
    const table = this.table
    this.busy = true
    this.sent = path
    try {
      const ack = await this.answer(n, path, choice)
      const given = ack.given ?? path.length
      if (given < path.length && !choice) this.notice.tell(say().question.partly)
      await this.reach(ack.n)
      if (given > 0) this.steps = [...this.steps, { before, given, table }]
      return given
    } catch (e) {
      if (e instanceof Refusal && e.code === 'stale') this.notice.tell(say().question.stale)
      else if (e instanceof Refusal && e.code === 'offline') this.notice.tell(say().question.perhaps)
      else if (e instanceof Refusal && e.text) this.notice.tell(e.text)
      return null
    } finally {
      this.busy = this.unsent = false
      this.noteUnsent(null)
    }
  }

  /** Takes back what was sent last, up to the question that was open then. As soon as others have a say in it, one
   *  answer at a time. */
  async undo() {
    const free = this.connection.view?.undo === 'free'
    const step = free ? this.steps.at(-1) : undefined
    if (step) this.steps = this.steps.slice(0, -1)
    let left = step?.given ?? 1
    this.undoing = true
    try {
      do {
        const seen = this.connection.next()
        if (!(await this.connection.request({ t: 'undo' }))) return
        if (!free || !this.connection.connected) return // others are asked: what comes next may be anything
        await seen
      } while (--left > 0 && this.connection.view?.undo === 'free' &&
        JSON.stringify(this.connection.question) !== step?.before)
    } finally {
      this.undoing = false
    }
  }

  /** Whether the page was left with an answer that was not sent. It is asked once. */
  wasLost(): boolean {
    const lost = noticed(`unsent.${this.connection.id}`) !== null
    this.noteUnsent(null)
    return lost
  }

  private noteUnsent(what: '1' | null) {
    note(`unsent.${this.connection.id}`, what)
  }

  /** Without a connection it waits for the next one. The same question is open then: it did not arrive, and is sent
   *  again; the server takes it once. Else nobody knows whether it did. */
  private async answer(n: number, path: number[], choice: boolean): Promise<Extract<Message, { t: 'ack' }>> {
    for (;;) {
      try {
        return await this.connection.client.ask<'ack'>({ t: 'answer', n, path, ...(choice && { choice }) })
      } catch (e) {
        if (!(e instanceof Refusal) || e.code !== 'offline') throw e
        this.unsent = true
        this.noteUnsent('1')
        await this.connection.next()
        if (this.connection.view?.n !== n) throw e
      }
    }
  }

  /** Others may answer at the same time: a newer view need not show one's own answer yet. */
  private async reach(n: number) {
    while (this.connection.connected && (this.connection.view?.n ?? n) < n) await this.connection.next()
  }
}
