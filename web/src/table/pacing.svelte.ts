// What others do, one answer after the other: each is a beat, which is shown for a while before the next begins. What
// is drawn lags behind what is so; the question never does, and what one does oneself shows all that waits at once.
import { diff, isPlay, type Move } from '../motion/diff'
import { pauseOf, TOO_MANY, WHEN_ASKED, type Pace } from '../motion/pace'
import type { Game } from '../model/game'
import type { LogLine, View } from '../protocol'

export interface Beat {
  before: View
  view: View
}

/** What stands over the board while a beat is shown. */
export interface Banner {
  seat: number
  lines: LogLine[]
  pause: number
}

const MOST_RECENT = 40 // beats that can be looked at again

/** Who moves what is drawn: told of the moves of a beat just before the drawing changes. */
export type Player = (moves: Move[]) => void

export class Pacing {
  /** What is drawn while beats wait; null: what is so. */
  shown: View | null = $state.raw(null)
  banner: Banner | null = $state.raw(null)
  held = $state(false)
  /** Beats that were not shown one by one, because they were too many or one was asked. */
  missed: Beat[] = $state.raw([])
  /** All that others did since one last answered, for who wants to look again. */
  recent: Beat[] = $state.raw([])
  private queue: Beat[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private cut: ReturnType<typeof setTimeout> | undefined
  private due = 0
  private left = 0
  player: Player | null = null

  constructor(
    private readonly game: () => Game | null,
    private readonly log: () => LogLine[],
    private readonly pace: () => Pace,
  ) {}

  /** A view has come behind another one. `own`: by an answer of one's own. */
  take(before: View, view: View, own: boolean) {
    const game = this.game()
    if (!game || before.n >= view.n || view.log < before.log) { // taken back, or said again
      this.recent = []
      return this.finish()
    }
    this.recent = own ? [] : [...this.recent, { before, view }].slice(-MOST_RECENT)
    if (own || this.pace() === 'off') {
      this.finish()
      this.play({ before, view })
      return
    }
    this.shown ??= before
    this.queue.push({ before, view })
    if (this.queue.length > TOO_MANY) return this.jump()
    const ends = view.question !== null || view.status !== 'ask' // one is asked, or the result is shown
    if (ends && this.cut === undefined) this.cut = setTimeout(() => this.jump(), WHEN_ASKED)
    if (!this.timer && !this.held) this.next()
  }

  /** What waits is not shown one by one; it is kept for who wants to see it after all. */
  private jump() {
    this.missed = [...this.missed, ...this.queue]
    this.finish(true)
  }

  /** The next beat at once. */
  next() {
    clearTimeout(this.timer)
    this.timer = undefined
    const beat = this.queue.shift()
    if (!beat) return this.finish(true)
    const moves = this.play(beat)
    this.shown = beat.view
    const lines = this.log().slice(beat.before.log, beat.view.log).filter((line) => line.text)
    const pace = this.pace()
    const pause = pauseOf(pace === 'off' ? 'quick' : pace, this.queue.length, isPlay(moves))
    const seat = beat.view.by?.seat
    this.banner = seat === undefined ? null : { seat, lines, pause }
    this.wait(lines.length === 0 && moves.length === 0 ? 0 : pause)
  }

  private wait(ms: number) {
    this.left = ms
    if (this.held) return
    this.due = Date.now() + ms
    this.timer = setTimeout(() => this.next(), ms)
  }

  /** While it is held nothing goes on. */
  hold(is: boolean) {
    if (is === this.held) return
    this.held = is
    if (is) {
      this.left = Math.max(0, this.due - Date.now())
      clearTimeout(this.timer)
      clearTimeout(this.cut)
      this.cut = undefined
    } else if (this.banner) this.wait(this.left)
  }

  /** All that waits, at once. */
  finish(keepMissed = false) {
    clearTimeout(this.timer)
    clearTimeout(this.cut)
    this.timer = this.cut = undefined
    this.queue = []
    this.shown = null
    this.banner = null
    this.held = false
    if (!keepMissed && this.missed.length > 0) this.missed = []
  }

  /** Shows what was missed after all. */
  replay() {
    this.show(this.missed)
  }

  /** Shows all that others did since one last answered once more. */
  again() {
    this.show(this.recent)
  }

  private show(beats: Beat[]) {
    const [first] = beats
    this.finish()
    if (!first) return
    this.queue = [...beats]
    this.shown = first.before
    this.next()
  }

  private play({ before, view }: Beat): Move[] {
    const moves = diff(this.game()!, before, view, this.log().slice(before.log, view.log))
    this.player?.(moves)
    return moves
  }
}
