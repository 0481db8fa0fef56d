// The table that a designer plays at, against bots or alone: a new one for each text that is right, where the one
// before it was, as far as its answers can be given by the new text.
import { botsOf } from '../bots'
import { fetchJournal, makeTable, Refusal, type Continued, type NewTable } from '../protocol'
import { sayStudio } from '../messages/studio'
import { usualSeats } from './answers'
import type { StudioEngine } from './engine'
import { isSame, type Files } from './files'
import type { Live } from './live.svelte'
import type { Project } from './project.svelte'

/** How far the game that was played went on by the new text. */
export interface Came {
  answered: number
  of: number
  stopped?: string
}

export class Play {
  table: string | null = $state(null)
  came: Came | null = $state.raw(null)
  trouble = $state('')
  /** Who plays the other seats; empty: nobody but oneself. */
  bot = $state('greedy')
  bots: readonly string[] = $state.raw([])
  private of = -1 // the good text that the table is of
  private busy = false
  private again = false

  constructor(
    private readonly project: Project,
    private readonly live: Live,
    private readonly engine: StudioEngine,
  ) {}

  /** A new game by the text as it is. */
  async begin() {
    this.table = null
    this.came = null
    await this.follow()
  }

  /** The table follows the text; while one is made the next text waits. */
  async follow() {
    if (this.live.good === 0 || (this.table && (this.of === this.live.good || this.isOfText))) return
    this.again = true
    if (this.busy) return
    this.busy = true
    try {
      while (this.again) {
        this.again = false
        this.of = this.live.good
        await this.make()
      }
      this.trouble = ''
    } catch (e) {
      this.trouble = e instanceof Refusal && e.text ? e.text : String(e)
    } finally {
      this.busy = false
    }
  }

  private get seats(): NewTable['seats'] {
    const n = this.live.configuration.seats ?? usualSeats(this.live.check?.seats ?? [2, 2])
    const bot = this.bot || null
    return Array.from({ length: n }, (_, i) => (i === 0 || !bot ? { bot: null, ...(i === 0 && {
      name: sayStudio().play.you }) } : { bot }))
  }

  /** The game that is being played, by the text as it is now; null: there is none to go on with. */
  private async goOn(): Promise<string | null> {
    this.came = null
    if (!this.table || this.made !== this.setting) return null
    const journal = await fetchJournal(this.table)
    const told = await this.engine.ask('follow', { ...this.live.setup, seats: this.seats.length, journal })
    if (told.diagnostics || told.of === 0 || !told.link) return null
    const { answered, of, stopped } = told
    this.came = { answered, of, ...(stopped !== undefined && { stopped }) }
    return told.link
  }

  /** Who plays what: a game goes on only where that is as it was. */
  private get setting() {
    return JSON.stringify([this.live.configuration, this.seats.map(({ bot }) => bot)])
  }
  private made = ''
  private files: Files = {} // that it was made by

  /** It was read again and is what the table plays by, as when it was saved: also a game that is over stays. */
  private get isOfText() {
    return this.made === this.setting && isSame(this.files, this.live.goodFiles)
  }

  private async make() {
    const files = this.live.goodFiles
    const { bots, usual } = await botsOf(this.project.name)
    this.bots = bots
    if (this.bot && !bots.includes(this.bot)) this.bot = usual
    const { options } = this.live.configuration
    const seats = this.seats
    const table = { seats, listed: false, practice: true, clock: null }
    const link = await this.goOn()
    const { id } = await makeTable(link ? ({ ...table, link, n: null } satisfies Continued) :
      ({ ...table, game: this.project.name, options, seed: 1 } satisfies NewTable))
    this.made = this.setting
    this.files = files
    this.table = id
  }
}
