// What is drawn of a game, played or replayed: the components of the board ask for no more than this.
import type { Game } from './model/game'
import type { Targets, Way } from './model/question'
import type { LogLine, Moment, Reason, TableSeat, View } from './protocol'
import type { Pacing } from './table/pacing.svelte'

export interface Stage {
  readonly game: Game | null
  readonly view: View | null
  /** Who sits where, as far as that is known. */
  readonly table: { seats: TableSeat[] } | null
  /** Whose board is one's own. */
  readonly seat: number | null
  readonly log: LogLine[]
  readonly history: Moment[]
  readonly targets: Targets
  readonly picks: number[]
  /** A card one means to choose when one is asked; undefined where nothing can be planned. */
  readonly planned?: number | null | undefined
  plan?(card: number): void
  /** A card that was clicked and is shown large before it is chosen. */
  readonly selected?: number | null
  /** Grows with every question that is new to the person. */
  readonly questions: number
  /** Cards the question names without their being answers. */
  readonly named: number[]
  /** Milliseconds a seat has left, where a clock says something of it; below 0: its time is up. */
  left(seat: number): number | undefined
  /** Whether it can be asked why something is not possible. */
  readonly explains: boolean
  /** What others do, one answer after the other; a replay has its own way. */
  readonly pacing?: Pacing
  /** A space the pointer or the focus points at elsewhere: in the log, in the list of answers. */
  lit: number | null
  /** Something was clicked where it lies, a card that can be read where `card` says so. False: it is no answer now. */
  click(ways: Way[] | undefined, text: string, card?: number): boolean
  pick(id: number): void
  choose(path: number[], text: string): void
  why(id: number): Promise<Reason[]>
  /** Fetches what the history of points lacks. */
  complete(): Promise<void>
}
