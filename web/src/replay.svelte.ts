// A game that somebody has the link of, moment by moment, with anybody's eyes. It is drawn like a table, and asks
// nothing.
import { Latest } from './latest'
import { Game, seatNames } from './model/game'
import { retell } from './model/log'
import { withPlaces, type PlaceWords, type Places } from './model/places'
import type { Targets } from './model/question'
import { fragmentOf } from './model/replay'
import {
  fetchDescription,
  fetchReplay,
  Refusal,
  type Eyes,
  type LogLine,
  type Moment,
  type Replay,
  type Step,
  type View,
} from './protocol'
import type { Stage } from './stage'

const PAUSE = 1200 // between two moments, in milliseconds

export class ReplayState implements Stage {
  game: Game | null = $state.raw(null)
  private shown: Replay | null = $state.raw(null)
  readonly view: View | null = $derived(this.shown ? { ...this.shown.view, question: null } : null)
  readonly log: LogLine[] = $derived((this.shown?.log ?? []).map((line) => retell(line, this.places)))
  at = $state(0)
  of = $state(0)
  eyes: Eyes = $state(null)
  readonly name: string = $derived(this.shown?.name ?? '') // of the game, as the lobby knows it
  readonly seat: number | null = $derived(typeof this.eyes === 'number' ? this.eyes : null)
  steps: Step[] = $state.raw([])
  history: Moment[] = $state.raw([])
  playing = $state(false)
  /** The code of what the server refused. */
  trouble = $state('')
  lit: number | null = $state(null)
  readonly table = null
  readonly targets: Targets = { cards: new Map(), spaces: new Map(), falls: new Map() }
  readonly picks: number[] = []
  readonly named: number[] = []
  readonly questions = 0
  readonly explains = false
  private places: Places = new Map()

  private readonly fetched = new Map<string, Promise<Replay>>()
  private readonly newest = new Latest<{ n: number; eyes: Eyes }, Replay>(
    ({ n, eyes }) => this.fetch(n, eyes),
    (found) => {
      this.shown = found
      this.trouble = ''
      if (this.at < this.of) void this.fetch(this.at + 1, this.eyes).catch(() => {}) // most likely the next
    },
  )
  private timer: ReturnType<typeof setTimeout> | undefined
  private completed: Eyes | undefined = undefined // whose points the history is of

  constructor(
    readonly text: string,
    n: number | null,
    private readonly lang: string,
    // For places and people without a name
    private readonly words: { place: PlaceWords; colour: (seat: number) => string },
    readonly names: string[] | null = null, // what its people were called, where that is known
  ) {
    void this.open(n ?? 0)
  }

  private async open(n: number) {
    try {
      const first = await fetchReplay(this.text, null, 0, this.lang, { steps: true })
      const { about, places } = withPlaces(await fetchDescription(first.game, this.lang), this.words.place)
      this.places = places
      this.steps = (first.at ?? []).map((step) => retell(step, places))
      this.of = first.of
      const game = new Game(about)
      this.game = game.named(
        this.names?.length === first.seats ? this.names : seatNames(about.seats, [], this.words.colour),
      )
      this.fetched.set(this.key(0, null), Promise.resolve(first))
      await this.go(n)
    } catch (e) {
      this.trouble = e instanceof Refusal ? e.code : String(e)
    }
  }

  private readonly key = (n: number, eyes: Eyes) => `${n} ${eyes}`

  /** Asked for once, however often it is looked at. */
  private fetch(n: number, eyes: Eyes): Promise<Replay> {
    const key = this.key(n, eyes)
    const known = this.fetched.get(key)
    if (known) return known
    const asked = fetchReplay(this.text, eyes, n, this.lang)
    this.fetched.set(key, asked)
    asked.catch(() => this.fetched.delete(key))
    return asked
  }

  async go(n: number) {
    this.at = Math.min(Math.max(0, n), this.of)
    await this.show()
  }

  async look(eyes: Eyes) {
    this.eyes = eyes
    await this.show()
  }

  private async show() {
    try {
      await this.newest.want({ n: this.at, eyes: this.eyes })
    } catch (e) {
      this.trouble = e instanceof Refusal ? e.code : String(e)
      this.stop()
    }
  }

  /** On by itself, to the end; at the end again from the beginning. */
  play() {
    this.playing = true
    this.timer = setTimeout(() => void this.tick(), this.at < this.of ? PAUSE : 0)
  }

  private async tick() {
    await this.go(this.at < this.of ? this.at + 1 : 0)
    if (this.playing && this.at < this.of) this.play()
    else this.stop()
  }

  stop() {
    this.playing = false
    clearTimeout(this.timer)
  }

  readonly fragment = () => fragmentOf(this.text, this.at)

  async complete() {
    const { eyes } = this
    if (this.completed === eyes || !this.game) return
    this.completed = eyes
    try {
      const { scores } = await fetchReplay(this.text, eyes, 0, this.lang, { scores: true })
      if (this.completed === eyes) this.history = scores ?? []
    } catch {
      this.completed = undefined
    }
  }

  // Nothing is asked, so nothing is answered.
  click = () => false
  left = () => undefined
  pick() {}
  choose() {}
  why = () => Promise.resolve([])
}
