// What is said to the person for a moment, above everything else.
import { Refusal } from '../protocol'
import { say } from '../settings.svelte'

const SHOWN = 5000 // milliseconds

export class Notice {
  text = $state('')

  tell(text: string) {
    this.text = text
    setTimeout(() => this.text === text && (this.text = ''), SHOWN)
  }

  /** What the server refuses, in its words; that nothing could be sent. */
  refused(e: unknown) {
    if (e instanceof Refusal && (e.text || e.code === 'offline')) this.tell(e.text || say().table.notSent)
  }
}
