// What follows from the text as it is now: messages, the description of the game (cards, rules, boards), and the same
// of the version that was saved. A change is checked at once; what is typed meanwhile is checked next, so nothing waits
// for a pause and no work piles up. While the text has a mistake the last good description stays.
import { Game } from '../model/game'
import { withPlaces } from '../model/places'
import { describeIn } from './describe'
import { say, settings } from '../settings.svelte'
import type { Checked, Diagnostic } from './answers'
import type { StudioEngine } from './engine'
import { isSame, mainOf, type Files } from './files'
import type { Project } from './project.svelte'

/** The version that was saved lies beside the other under this name. */
const BEFORE = 'before-it-was-changed'

/** A configuration: what is not said is as the definition has it first. */
export interface Configuration {
  options: Record<string, string>
  seats: number | null
}

export class Live {
  /** Of the last check. */
  check: Checked | null = $state.raw(null)
  /** What the language server said of each file, of every configuration; it comes later. */
  more: Record<string, Diagnostic[]> = $state.raw({})
  /** Of the last text that was right. */
  game: Game | null = $state.raw(null)
  /** Of the version that was saved. */
  before: Game | null = $state.raw(null)
  /** Grows with each text that is right. */
  good = $state(0)
  /** The files of the last text that was right. */
  goodFiles: Files = $state.raw({})
  /** Milliseconds from a change to its messages, and to the description. */
  took: { check: number; description: number } = $state({ check: 0, description: 0 })
  configuration: Configuration = $state.raw({ options: {}, seats: null })
  busy = $state(false)
  private again = false
  private changed = 0
  private beforeOf: Files | null = null
  private beforeBy: Configuration | null = null
  private closed = false

  constructor(
    private readonly project: Project,
    private readonly engine: StudioEngine,
  ) {}

  readonly isRight = $derived.by(() => this.check?.ok ?? true)
  /** What is shown is not of the text as it is. */
  readonly isOld = $derived.by(() => this.check !== null && !this.check.ok && this.game !== null)
  readonly errors = $derived.by(() => this.check?.diagnostics.filter((d) => d.level === 'error').length ?? 0)

  /** What the engine is asked about. */
  get setup() {
    const { options, seats } = this.configuration
    return { game: this.project.name, options, ...(seats !== null && { seats }) }
  }

  configure(to: Partial<Configuration>) {
    this.configuration = { ...this.configuration, ...to }
    this.changes()
  }

  /** The text is another. */
  changes() {
    this.changed = performance.now()
    void this.run()
  }

  /** The engine has the files as they are now. */
  put() {
    const { name, files } = this.project
    for (const path of this.sent)
      if (!(path in files) || name !== this.sentTo) this.remove(`games/${this.sentTo}/${path}`)
    this.sentTo = name
    this.sent = new Set(Object.keys(files))
    for (const [path, text] of Object.entries(files)) this.engine.put(`games/${name}/${path}`, text)
  }
  private sent = new Set<string>()
  private sentTo = ''

  private remove(path: string) {
    this.engine.remove(path)
  }

  private async run() {
    this.again = true
    if (this.busy) return
    this.busy = true
    try {
      while (this.again && !this.closed) {
        this.again = false
        await this.once()
      }
    } catch (error) {
      if (!this.closed) console.error(error)
    } finally {
      this.busy = false
    }
  }

  private async once() {
    const began = this.changed
    const { files, version } = this.project
    this.put()
    const check = await this.engine.ask('check', this.setup)
    if (this.closed) return
    if (!check.fits) { // the text has other options now
      const { options, seats } = this.configuration
      if (seats !== null || Object.keys(options).length > 0) {
        this.configuration = { options: {}, seats: null }
        this.again = true
        return
      }
    }
    this.check = check
    this.took.check = performance.now() - began
    if (!check.ok || this.again) return
    const about = await describeIn(this.engine, this.setup, settings.language)
    if (!about || this.closed) return
    this.game = new Game(withPlaces(about, say().map.place).about)
    this.took.description = performance.now() - began
    this.goodFiles = files
    this.good++
    if (version === this.project.version) await this.lookBack()
  }

  /** The version that was saved, once for each in a configuration. */
  private async lookBack() {
    const { saved } = this.project
    if (this.beforeOf && isSame(this.beforeOf, saved) && this.beforeBy === this.configuration) return
    this.beforeOf = saved
    this.beforeBy = this.configuration
    const main = mainOf(saved)
    if (!main) return
    this.putBefore(saved, main)
    const about = await describeIn(this.engine, { ...this.setup, game: BEFORE }, settings.language)
    this.before = about && new Game(withPlaces(about, say().map.place).about)
  }

  private putBefore(saved: Files, main: string) {
    for (const path of this.sentBefore) this.remove(path)
    this.sentBefore = []
    for (const [path, text] of Object.entries(saved)) {
      if (!path.endsWith('.game')) continue
      const at = `games/${BEFORE}/${path === main ? `${BEFORE}.game` : path}`
      this.engine.put(at, text)
      this.sentBefore.push(at)
    }
  }
  private sentBefore: string[] = []

  close() {
    this.closed = true
    const { sent, sentTo } = this
    for (const path of sent) this.remove(`games/${sentTo}/${path}`)
    for (const path of this.sentBefore) this.remove(path)
  }
}
