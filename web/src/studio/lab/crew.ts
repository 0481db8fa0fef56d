// The Workers that play: each plays pieces of the games, and one more puts them together and says what they say. What
// is asked for anew ends what is being played: a Worker in a short piece finishes it, one in a long game is replaced.
//
// Versions that were played are remembered by their keys, so the saved one is played once for many changes of the text,
// and a change that is taken back is known at once.
import { pieceSize, Pieces, type Piece } from './pieces'
import type { Entry, FromLab, Report, Side, ToLab } from './words'

const PIECE = 60 // milliseconds that a piece should take
const GRACE = 150 // what is left of a piece that nobody wants any more
const OFTEN = 150 // between two reports of the same games
const KEPT = 6 // versions

export interface Wish {
  games: number
  now: Entry
  before: Entry | null // to compare with
}

export interface Progress {
  done: number
  of: number
}

type Answer = { status: number; bytes: Uint8Array; took: number }
const GONE: Answer = { status: 0, bytes: new Uint8Array(), took: 0 }

/** A Worker with its questions; what is asked of one that is gone is answered with status 0. */
class Hand {
  readonly has: [string, string] = ['', '']
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  private readonly waiting = new Map<number, (answer: Answer) => void>()
  private next = 1
  gone = false

  constructor(module: WebAssembly.Module) {
    this.worker.onmessage = ({ data }: MessageEvent<FromLab>) => {
      if (data.id === -1) return this.end()
      this.waiting.get(data.id)?.(data as Answer)
      this.waiting.delete(data.id)
    }
    this.worker.onerror = () => this.end()
    this.say({ t: 'start', module })
  }

  say(m: ToLab) {
    if (!this.gone) this.worker.postMessage(m)
  }

  ask(make: (id: number) => ToLab): Promise<Answer> {
    if (this.gone) return Promise.resolve(GONE)
    const id = this.next++
    return new Promise((done) => {
      this.waiting.set(id, done)
      this.say(make(id))
    })
  }

  /** A side is of this version from now on; false: it cannot be. */
  async begin(side: Side, entry: Entry): Promise<boolean> {
    if (this.has[side] === entry.key) return true
    this.has[side] = ''
    const { status, bytes } = await this.ask((id) => ({ t: 'begin', id, side, entry }))
    const fine = status === 200 && !('diagnostics' in (JSON.parse(new TextDecoder().decode(bytes)) as object))
    if (fine) this.has[side] = entry.key
    return fine
  }

  end() {
    this.gone = true
    this.worker.terminate()
    for (const done of this.waiting.values()) done(GONE)
    this.waiting.clear()
  }
}

interface Run {
  wish: Wish
  sides: { side: Side; entry: Entry; pieces: Pieces }[]
  stopped: boolean
  tell: (report: Report, at: Progress) => void
}

export class Crew {
  private readonly module: Promise<WebAssembly.Module>
  private hands: { hand: Hand; at: Promise<void> }[] = []
  private judge: Hand | null = null
  private judged: [Pieces | null, Pieces | null] = [null, null] // whose parts the judge has put together
  private readonly known = new Map<string, Pieces>()
  private run: Run | null = null
  private closed = false

  constructor(
    module: Promise<WebAssembly.Module>,
    readonly size: number,
  ) {
    this.module = module
    module.catch(() => {})
  }

  private piecesOf(entry: Entry, games: number): Pieces {
    const key = `${games} ${entry.key}`
    const pieces = this.known.get(key) ?? new Pieces(games)
    this.known.delete(key)
    this.known.set(key, pieces) // what was wanted last is forgotten last
    for (const old of this.known.keys()) if (this.known.size > KEPT) this.known.delete(old)
    return pieces
  }

  stop() {
    if (this.run) this.run.stopped = true
    this.run = null
  }

  /** Plays what is wished; `tell` hears what the games say so far, and at the end. False: it was stopped, or it cannot
   *  be played. */
  async play(wish: Wish, tell: Run['tell']): Promise<boolean> {
    this.stop()
    const sides: Run['sides'] = [{ side: 1, entry: wish.now, pieces: this.piecesOf(wish.now, wish.games) }]
    if (wish.before) sides.push({ side: 0, entry: wish.before, pieces: this.piecesOf(wish.before, wish.games) })
    const run: Run = { wish, sides, stopped: false, tell }
    this.run = run
    const module = await this.module
    if (run.stopped || this.closed) return false
    while (this.hands.length < this.size) this.hands.push({ hand: new Hand(module), at: Promise.resolve() })
    if (!this.judge || this.judge.gone) {
      this.judge = new Hand(module)
      this.judged = [null, null]
    }
    const reports = this.report(run, this.judge)
    const works = this.hands.map(async (place) => {
      const before = place.at
      const late = new Promise<true>((done) => setTimeout(() => done(true), GRACE))
      if (await Promise.race([before.then(() => false), late])) place.hand.end()
      if (place.hand.gone) place.hand = new Hand(module)
      if (!run.stopped) await (place.at = this.work(run, place.hand))
    })
    await Promise.all(works)
    if (!run.sides.every((s) => s.pieces.isDone)) run.stopped = true // nobody plays on
    return (await reports) && !run.stopped && run.sides.every((s) => s.pieces.isDone)
  }

  private async work(run: Run, hand: Hand) {
    for (const { side, entry, pieces } of run.sides) {
      let last: Piece | null = null
      let took = 0
      while (!run.stopped) {
        const piece = pieces.take(pieceSize(last, took, PIECE))
        if (!piece) break
        const fine = await hand.begin(side, entry)
        const { first, n } = piece
        const answer = fine ? await hand.ask((id) => ({ t: 'play', id, side, first, n })) : GONE
        if (answer.status !== 200) {
          pieces.giveUp(piece)
          return
        }
        pieces.add(piece, answer.bytes)
        this.news?.()
        last = piece
        took = answer.took
      }
    }
  }
  private news: (() => void) | null = null

  /** The judge puts together these games from now on; those it had are kept. False: it cannot. */
  private async take(judge: Hand, side: Side, pieces: Pieces | null, entry: Entry | null): Promise<boolean> {
    const had = this.judged[side]
    if (had === pieces) return true
    if (had && [...this.known.values()].includes(had)) {
      const { status, bytes } = await judge.ask((id) => ({ t: 'all', id, side }))
      if (status === 200) had.parts.unshift(bytes)
    }
    this.judged[side] = null
    judge.has[side] = ''
    if (!entry) {
      judge.say({ t: 'forget', side })
      return true
    }
    if (!(await judge.begin(side, entry))) return false
    this.judged[side] = pieces
    return true
  }

  /** Puts together what is there as it comes. False: it cannot be. */
  private async report(run: Run, judge: Hand): Promise<boolean> {
    if (run.sides.length === 1) await this.take(judge, 0, null, null)
    for (const { side, entry, pieces } of run.sides) {
      const fine = await this.take(judge, side, pieces, entry)
      if (!fine && (side === 1 || judge.gone)) return false
      if (!fine) run.sides = run.sides.filter((s) => s.side !== side) // the saved version cannot be played so
    }
    for (let last = false; !last && !run.stopped;) {
      last = run.sides.every((s) => s.pieces.isDone)
      const done = run.sides.reduce((sum, s) => sum + s.pieces.done, 0)
      for (const { side, pieces } of run.sides) judge.say({ t: 'add', side, parts: pieces.parts.splice(0) })
      const { status, bytes } = await judge.ask((id) => ({ t: 'report', id }))
      if (status !== 200 || run.stopped) return false
      const report = JSON.parse(new TextDecoder().decode(bytes)) as Report
      if (done > 0) run.tell(report, { done, of: run.sides.length * run.wish.games })
      if (!last) await this.waitForNews(run)
    }
    return !run.stopped
  }

  private async waitForNews(run: Run) {
    const until = performance.now() + OFTEN
    const complete = () => run.stopped || run.sides.every((s) => s.pieces.isDone)
    while (!complete()) {
      const left = until - performance.now()
      await new Promise<void>((done) => {
        this.news = done
        setTimeout(done, Math.max(left, 5))
      })
      this.news = null
      if (left <= 0) return
    }
  }

  close() {
    this.closed = true
    this.stop()
    for (const { hand } of this.hands) hand.end()
    this.judge?.end()
    this.hands = []
  }
}
