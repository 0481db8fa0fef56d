// The connection of a table, and what the server showed last of the game. Others wait here for the next view.
import { TableClient } from '../client'
import { tokenOf } from '../mine'
import type { Message, Question, View } from '../protocol'
import { settings } from '../settings.svelte'
import type { Notice } from './notice.svelte'

export class Connection {
  readonly client: TableClient
  connected = $state(false)
  /** What is so now, also while one looks back. */
  view: View | null = $state.raw(null)
  /** Grows with every question that is new to the person. */
  questions = $state(0)
  private waiters: (() => void)[] = []

  constructor(
    readonly id: string,
    private readonly notice: Notice,
    listen: (m: Message) => void,
  ) {
    this.client = new TableClient(
      id,
      tokenOf(id),
      { message: listen, connected: (is) => (this.connected = is) },
      settings.language,
    )
  }

  get question(): Question | null {
    return this.view?.question ?? null
  }

  /** Whether the view asks something else than what is asked now: while one thinks others may answer. */
  asksAnother(view: View): boolean {
    return JSON.stringify(view.question) !== JSON.stringify(this.question)
  }

  /** The next view has been taken in. */
  next(): Promise<void> {
    return new Promise((resolve) => this.waiters.push(resolve))
  }

  wake() {
    for (const wake of this.waiters.splice(0)) wake()
  }

  /** Says something to the server; what is refused is told. */
  async request(m: { t: string; [key: string]: unknown }): Promise<boolean> {
    try {
      await this.client.ask(m)
      return true
    } catch (e) {
      this.notice.refused(e)
      return false
    }
  }
}
