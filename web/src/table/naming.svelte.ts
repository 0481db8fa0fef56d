// The game in words: its description, and everything the server says told with the names that places and people have
// here.
import { Game, seatNames } from '../model/game'
import { retell } from '../model/log'
import { retellQuestion, retellView, withPlaces, type Places } from '../model/places'
import {
  fetchDescription,
  type Hindsight,
  type Hint,
  type LogLine,
  type Question,
  type Reason,
  type Step,
  type TableSeat,
  type Text,
  type View,
} from '../protocol'
import { say, seatColour } from '../settings.svelte'

/** Levels of bots are called by a word. */
const inWords = (seat: TableSeat) => ({ ...seat, bot: seat.bot && (say().make.levels[seat.bot] ?? seat.bot) })

export class Naming {
  private described: Game | null = $state.raw(null)
  /** The names that places have here. */
  private places: Places = $state.raw(new Map())
  private retold = new WeakMap<LogLine, LogLine>() // lines as they are shown
  private spoken = '' // the language of the description
  /** Told apart by its text, so that nothing is drawn again while everybody is called as before. */
  private readonly names: string = $derived.by(() =>
    JSON.stringify(seatNames(this.described?.about.seats ?? [], this.seats().map(inWords), seatColour)),
  )
  readonly game: Game | null = $derived(this.described?.named(this.called()) ?? null)

  constructor(private readonly seats: () => TableSeat[]) {}

  /** Fetches the description, unless it is there. Whether it was fetched. */
  async load(hash: string, lang: string): Promise<boolean> {
    if (this.described?.about.hash === hash && this.spoken === lang) return false
    const { about, places } = withPlaces(await fetchDescription(hash, lang), say().map.place)
    const described = new Game(about)
    this.spoken = lang
    this.places = places
    this.retold = new WeakMap()
    this.described = described
    return true
  }

  private called(): string[] {
    return JSON.parse(this.names) as string[]
  }

  view(view: View): View {
    return retellView(view, this.places, this.called())
  }

  question(question: Question): Question {
    return retellQuestion(question, this.places, this.called())
  }

  reason(line: Reason): Reason {
    return retell(line, this.places, this.called())
  }

  hint(hint: Hint): Hint {
    const why = hint.why.map((line) => retell(line, this.places, this.called()))
    return { ...retell(hint, this.places, this.called()), why }
  }

  hindsight(all: Hindsight): Hindsight {
    const tell = <T extends Text>(line: T) => retell(line, this.places, this.called())
    const better = all.better.map((b) => ({
      ...b, asked: tell(b.asked), given: tell(b.given), better: tell(b.better),
    }))
    return { ...all, better }
  }

  step(step: Step): Step {
    return retell(step, this.places)
  }

  /** A line of the log, once for each. */
  line(line: LogLine): LogLine {
    if (!this.described) return line
    const known = this.retold.get(line)
    if (known) return known
    const told = retell(line, this.places)
    this.retold.set(line, told)
    return told
  }
}
