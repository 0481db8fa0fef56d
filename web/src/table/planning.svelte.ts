// A card picked while others are asked: kept in the page, nobody else hears of it. When one is asked it is chosen, if
// it is among the answers; else it is dropped, with a word.
import type { Way } from '../model/question'
import { say } from '../settings.svelte'
import type { Notice } from './notice.svelte'

export class Planning {
  card: number | null = $state(null)

  constructor(
    private readonly notice: Notice,
    private readonly click: (ways: Way[] | undefined, text: string) => boolean,
  ) {}

  /** Picks it, or not any more. */
  toggle(card: number) {
    this.card = this.card === card ? null : card
  }

  /** One is asked: `ways` lead to the card. */
  carryOut(ways: (card: number) => Way[] | undefined, nameOf: (card: number) => string) {
    const { card } = this
    if (card === null) return
    this.card = null
    if (!this.click(ways(card), nameOf(card))) this.notice.tell(say().question.planDropped(nameOf(card)))
  }
}
