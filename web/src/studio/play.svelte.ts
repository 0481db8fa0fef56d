// The table that a designer plays at: a new one for each text that is right, with the same seed, against bots or alone.
import { botsOf } from '../bots'
import { makeTable, Refusal, type Continued, type NewTable } from '../protocol'
import { sayStudio } from '../messages/studio'
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
  ) {}

  /** A new game by the text as it is. */
  async begin() {
    this.table = null
    await this.follow()
  }

  /** The table follows the text; while one is made the next text waits. */
  async follow() {
    if (this.live.good === 0 || (this.of === this.live.good && this.table)) return
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
    const n = this.live.configuration.seats ?? this.live.check?.seats[0] ?? 2
    const bot = this.bot || null
    return Array.from({ length: n }, (_, i) => (i === 0 || !bot ? { bot: null, ...(i === 0 && {
      name: sayStudio().play.you }) } : { bot }))
  }

  private async make() {
    const { bots, usual } = await botsOf(this.project.name)
    this.bots = bots
    if (this.bot && !bots.includes(this.bot)) this.bot = usual
    const { options } = this.live.configuration
    const made = await makeTable({ game: this.project.name, options, seats: this.seats, listed: false, practice: true,
      seed: 1, clock: null } satisfies NewTable | Continued)
    this.came = null
    this.table = made.id
  }
}
