// The open question and how it is answered: by a click where something lies, asking back first, ahead of time. A card
// with something to read is selected first and shown large; what is clicked once is not given away.
import { isSubset, isWaste, warningsOf, YES, type Ahead, type Outcome, type Way } from '../model/question'
import type { View } from '../protocol'
import { settings } from '../settings.svelte'
import type { Connection } from './connection.svelte'
import type { LookBack } from './look_back.svelte'
import type { Picks } from './picks.svelte'
import type { Sending } from './sending.svelte'
import type { Naming } from './naming.svelte'

/** What is asked back before it is sent. */
export interface Pending {
  send: () => void
  text: string
  waste: boolean
  warn: string[]
}

/** A card that was clicked and is not chosen yet, with the ways to choose it. */
export interface Selected {
  card: number
  ways: Way[]
}

/** An answer to a question that is not open yet, by their words. */
export interface Decided {
  prompt: string
  text: string
}

const MOST_AHEAD = 12

export class Answering {
  pending: Pending | null = $state.raw(null)
  /** Something that was clicked can be chosen in these ways: which is meant? */
  ways: Way[] | null = $state.raw(null)
  selected: Selected | null = $state.raw(null)
  /** What lies behind the choices behind a "yes". */
  ahead: Ahead = $state.raw(new Map())
  queue: Decided | null = $state.raw(null)
  queueable: Decided | null = $state.raw(null)

  constructor(
    private readonly connection: Connection,
    private readonly past: LookBack,
    private readonly telling: Naming,
    private readonly sending: Sending,
    private readonly picks: Picks,
  ) {}

  /** Another question is open. */
  begin(view: View, isFirst: boolean) {
    this.pending = this.ways = this.selected = null
    this.picks.begin(isFirst)
    this.ahead = new Map()
    void this.lookAhead(view)
  }

  /** Answers, or asks back first where the person wants that. */
  choose(path: number[], text: string) {
    const q = this.connection.question
    if (!q || this.sending.busy || this.past.at !== null) return
    const waste = path.length === 1 && isWaste(q, path[0]!)
    this.ways = null
    const send = () => void this.sending.send(path)
    const seen = this.selected !== null // with what it does, and what the game warns of: that is question enough
    this.selected = null
    if (seen) return send()
    const back = settings.confirm === 'always' || (settings.confirm === 'waste' && waste)
    this.ask(path.slice(0, 1), text, back, send, waste)
  }

  /** Sends, or asks back first: because the person wants that, or because the game warns of one of the answers. */
  private ask(ids: number[], text: string, back: boolean, send: () => void, waste = false) {
    const q = this.connection.question
    const warn = q && settings.warnings ? warningsOf(q, ids) : []
    this.pending = back || warn.length > 0 ? { send, text, waste, warn } : null
    if (!this.pending) send()
  }

  /** All of a payment at once. */
  pay(path: number[]) {
    if (this.connection.question && !this.sending.busy && this.past.at === null) void this.sending.send(path, true)
  }

  confirm() {
    const send = this.pending?.send
    this.pending = null
    send?.()
  }

  /** What was picked of several, once nothing is to be asked back. */
  takePicks() {
    const q = this.connection.question
    const { ids, outcome } = this.picks
    if (!q || this.sending.busy) return
    const names = this.telling
      .question(q)
      .answers.filter((a) => ids.includes(a.id))
      .map((a) => a.text)
    this.ask(ids, names.join(', '), outcome?.possible === false, () => void this.picks.send())
  }

  /** A card or space was clicked where it lies. False: it is no answer now. `card`: one that is to be read first; a
   *  second click on it chooses it. */
  click(ways: Way[] | undefined, text: string, card?: number): boolean {
    const q = this.connection.question
    if (!q || !ways || ways.length === 0) return false
    if (isSubset(q) && ways.length === 1) this.picks.toggle(ways[0]!.path[0]!)
    else if (card !== undefined && (this.selected?.card !== card || ways.length > 1)) this.select(card, ways)
    else if (ways.length === 1) this.choose(ways[0]!.path, text)
    else this.ways = ways
    return true
  }

  private select(card: number, ways: Way[]) {
    if (this.sending.busy || this.past.at !== null) return
    this.pending = this.ways = null
    this.selected = { card, ways }
  }

  /** What comes of a path for sure; null: that is not known. */
  async foresee(path: number[]): Promise<Outcome | null> {
    const { client, view } = this.connection
    const found = await client.ask<'ahead'>({ t: 'ahead', n: view?.n, path }).catch(() => null)
    return found && { gives: found.gives ?? [], possible: found.possible }
  }

  // ---- ahead of time
  /** Behind a "yes" come other choices: what lies behind them can be clicked at once, unless one of several is
   *  picked there. */
  private async lookAhead(view: View) {
    const q = view.question
    const then = q?.kind === 'yesno' ? (q.answers.find((a) => a.id === YES)?.then ?? []) : []
    const { client, questions } = this.connection
    for (const id of then.slice(0, MOST_AHEAD)) {
      const found = await client.ask<'ahead'>({ t: 'ahead', n: view.n, path: [YES, id] }).catch(() => null)
      if (this.connection.questions !== questions) return
      if (found && !found.flags.includes('subset') && !found.flags.includes('payment'))
        this.ahead = new Map(this.ahead).set(id, found.answers)
    }
  }

  /** Keeps what one may want to decide ahead next time. */
  note(view: View) {
    const last = view.question?.answers.at(-1)
    if (view.question && last && isWaste(view.question, last.id))
      this.queueable = { prompt: view.question.prompt, text: last.text }
  }

  /** Gives the answer that was decided ahead, if this is its question. */
  answerAhead(view: View) {
    const wanted = this.queue
    if (!wanted || view.question?.prompt !== wanted.prompt) return
    const answer = view.question.answers.find((a) => a.text === wanted.text)
    this.queue = null
    if (answer) this.ask([answer.id], answer.text, false, () => void this.sending.send([answer.id]))
  }
}
