// The lab: many games of the text as it is, and of the version that was saved, played beside the text again and again.
// What is shown of an earlier text says so; nothing is played while nobody looks.
import { botsOf } from '../bots'
import { keep, recall } from '../settings.svelte'
import type { StudioEngine } from './engine'
import { mainOf, type Files } from './files'
import { Crew, type Progress } from './lab/crew'
import type { Entry, Report } from './lab/words'
import type { Live } from './live.svelte'
import type { Project } from './project.svelte'

export const GAMES = [50, 200, 1000, 5000]
const NAME = 'text' // of both versions, so that the same text has the same key
const SEED = 1
const MOST_WORKERS = 8
const SEEING = 'greedy' // looks one answer ahead, by the score
const PLAIN = 'random'
/** Where nobody has chosen who plays: what sees something, if so many games take it no longer. */
const USUAL_GAMES = 200
const PATIENCE = 8000 // milliseconds
const TRIAL = 2000 // of them, then it is known

/** The cores that may play. */
export const workersHere = () => Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1))

/** A definition under another name, for the engine: its words for people are left out. */
export function renamed(files: Files, name: string): Record<string, string> {
  const main = mainOf(files) ?? ''
  const stem = main.replace(/\.game$/, '')
  const called = (path: string) => (path === main || path === `${stem}.weights` || path === `${stem}.1.weights` ?
    name + path.slice(stem.length) : path)
  return Object.fromEntries(Object.entries(files).filter(([path]) => /\.(game|weights)$/.test(path))
    .map(([path, text]) => [`games/${name}/${called(path)}`, text]))
}

export class Lab {
  games = $state(Number(recall('studio.lab.games')) || 200)
  bot = $state(recall('studio.lab.bot') || PLAIN)
  /** Why these bots play, where nobody has chosen them. */
  why: 'sees' | 'slow' | 'scoreless' | null = $state(null)
  bots: readonly string[] = $state.raw([])
  follow = $state(true)
  report: Report | null = $state.raw(null)
  /** The good text that the report is of. */
  of = $state(-1)
  progress: Progress | null = $state.raw(null) // games are being played
  /** Of the last run that came to its end. */
  took: { games: number; ms: number; workers: number } | null = $state.raw(null)
  /** How far games went that were stopped. */
  halted: Progress | null = $state.raw(null)
  failed = $state(false)
  private crew: Crew | null = null
  private running = 0
  private chosen = recall('studio.lab.bot') !== null

  constructor(
    private readonly project: Project,
    private readonly live: Live,
    private readonly engine: StudioEngine,
  ) {}

  readonly isOld = $derived.by(() => this.report !== null && (this.of !== this.live.good || this.live.isOld))

  choose(to: { games?: number; bot?: string }) {
    if (to.games) keep('studio.lab.games', String((this.games = to.games)))
    if (to.bot) {
      keep('studio.lab.bot', (this.bot = to.bot))
      this.why = null
      this.chosen = true
    }
    void this.run()
  }

  private entry(files: Files): Entry {
    const { options, seats } = this.live.configuration
    const body = { game: NAME, options, ...(seats !== null && { seats }), bot: this.bot, seed: SEED }
    const put = renamed(files, NAME)
    return { files: put, body, key: JSON.stringify([put, body]) }
  }

  /** Whether the rules are those of the saved version. */
  get isChanged(): boolean {
    const { saved } = this.project
    return mainOf(saved) !== null && this.entry(saved).key !== this.entry(this.live.goodFiles).key
  }

  /** Who plays where nobody has chosen. */
  private begin() {
    if (this.chosen || this.why === 'slow') return
    const sees = this.bots.includes(SEEING) && (this.live.game?.about.score.length ?? 0) > 0
    this.bot = sees ? SEEING : PLAIN
    this.why = sees ? 'sees' : 'scoreless'
  }

  /** Those that see something are left to who chooses them where they take too long. */
  private async judge(running: number) {
    await new Promise((done) => setTimeout(done, TRIAL))
    const done = this.progress?.done ?? 0
    if (running !== this.running || this.why !== 'sees' || !this.progress) return
    if (done >= (USUAL_GAMES * TRIAL) / PATIENCE) return
    this.bot = PLAIN
    this.why = 'slow'
    void this.run()
  }

  async run() {
    if (this.live.good === 0) return
    const running = ++this.running
    const { good, goodFiles } = this.live
    const began = performance.now()
    if (this.bots.length === 0) this.bots = (await botsOf(this.project.name)).bots
    if (running !== this.running) return
    this.begin()
    if (this.bots.length > 0 && !this.bots.includes(this.bot)) this.bot = this.bots[0]!
    this.crew ??= new Crew(this.engine.module, workersHere())
    const { games } = this
    const before = this.isChanged ? this.entry(this.project.saved) : null
    this.failed = false
    this.halted = null
    this.progress = { done: 0, of: games * (before ? 2 : 1) }
    if (this.why === 'sees') void this.judge(running)
    const fine = await this.crew.play({ games, now: this.entry(goodFiles), before }, (report, progress) => {
      this.report = report
      this.of = good
      this.progress = progress
    })
    if (running !== this.running) return
    if (fine) this.took = { games: this.progress.of, ms: performance.now() - began, workers: this.crew.size }
    else this.failed = true
    this.progress = null
  }

  /** The games so far stay. */
  stop() {
    this.running++
    this.crew?.stop()
    this.halted = this.progress
    this.progress = null
  }

  close() {
    this.stop()
    this.crew?.close()
    this.crew = null
  }
}
