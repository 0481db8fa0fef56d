// One table as this browser sees it: what the server said last, and what the person is about to answer. All drawing is
// derived from it; everything it knows of the game comes from the description and the view.
import { TableClient } from './client'
import { Game } from './model/game'
import { linker, type Piece } from './model/log'
import { isSubset, isWaste, NO, targetsOf, warningsOf, YES, type Ahead, type Targets, type Way } from './model/question'
import { remember, type Moment } from './model/score'
import { fetchDescription, Refusal, type LogLine, type Message, type Table, type View } from './protocol'
import { keep, recall, say, settings } from './settings.svelte'

/** What is asked back before it is sent. */
export interface Pending {
  send: () => void
  text: string
  waste: boolean
  warn: string[]
}

const MOST_AHEAD = 12

export const tokenOf = (id: string) => recall(`token.${id}`)
export const keepToken = (id: string, token: string | null) => keep(`token.${id}`, token)

export class TableState {
  game: Game | null = $state.raw(null)
  /** What is so now; `view` may be an earlier moment that one looks back at. */
  live: View | null = $state.raw(null)
  at: number | null = $state(null)
  moments = $state(0)
  private readonly past: { view: View; lines: number }[] = []
  readonly view: View | null = $derived(this.at === null ? this.live : (this.past[this.at]?.view ?? this.live))
  table: Table | null = $state.raw(null)
  seat: number | null = $state(null)
  host = $state(false)
  private said: LogLine[] = $state.raw([])
  readonly log: LogLine[] = $derived(this.at === null ? this.said : this.said.slice(0, this.past[this.at]?.lines))
  connected = $state(false)
  missing = $state(false)
  undoBy: { by: number; waiting: number[] } | null = $state.raw(null)
  notice = $state('')
  picks: number[] = $state.raw([])
  pending: Pending | null = $state.raw(null)
  ways: Way[] | null = $state.raw(null)
  ahead: Ahead = $state.raw(new Map())
  queue: { prompt: string; text: string } | null = $state.raw(null)
  queueable: { prompt: string; text: string } | null = $state.raw(null)
  history: Moment[] = $state.raw([])
  answering = $state(false)
  /** A space the pointer or the focus points at elsewhere: in the log, in the list of answers. */
  lit: number | null = $state(null)

  link: (text: string) => Piece[] = (text) => [{ text }]
  readonly targets: Targets = $derived(
    this.game && this.view ? targetsOf(this.game, this.view.question, this.ahead) : { cards: new Map(), spaces: new Map() },
  )

  private client: TableClient
  private waiters: (() => void)[] = []

  constructor(readonly id: string) {
    this.client = new TableClient(id, tokenOf(id), {
      message: (m) => this.take(m),
      connected: (is) => (this.connected = is),
    })
  }

  close() {
    this.client.close()
  }

  // ---- what the server says
  private take(m: Message) {
    switch (m.t) {
      case 'welcome':
        this.seat = m.seat
        this.host = m.host
        this.takeTable(m.table)
        void this.load(m.game)
        break
      case 'seated':
        this.seat = m.seat
        this.client.token = m.token
        keepToken(this.id, m.token)
        break
      case 'table':
        this.takeTable(m.table)
        break
      case 'view':
        this.takeView(m)
        break
      case 'log':
        this.said = [...this.said.slice(0, m.from), ...m.lines]
        break
      case 'undo':
        this.undoBy = m.to === null ? null : { by: m.by, waiting: m.waiting }
        break
      case 'error':
        if (m.code === 'no_table') this.missing = true
        else if (m.re === undefined) this.tell(m.text)
        break
    }
  }

  private takeTable(table: Table) {
    this.table = table
    const token = tokenOf(this.id)
    if (table.next && token && !tokenOf(table.next)) keepToken(table.next, token)
  }

  private async load(hash: string) {
    if (this.game?.about.hash === hash) return
    try {
      this.game = new Game(await fetchDescription(hash))
      this.link = linker(this.game)
      if (this.live) this.note(this.live)
    } catch (e) {
      this.tell(e instanceof Error ? e.message : String(e))
    }
  }

  private takeView(view: View) {
    const newQuestion = view.n !== this.live?.n || view.question?.prompt !== this.live?.question?.prompt
    this.live = view
    this.keepMoment(view)
    if (newQuestion) {
      this.pending = this.ways = null
      this.picks = []
      this.ahead = new Map()
      void this.lookAhead(view)
    }
    if (this.game) this.note(view)
    for (const wake of this.waiters.splice(0)) wake()
    this.answerAhead(view)
  }

  /** Looking back shows what lay where, and asks nothing. */
  private keepMoment(view: View) {
    const moment = { view: { ...view, question: null, undo: null }, lines: this.said.length }
    if (this.past.at(-1)?.view.n === view.n) this.past.pop()
    this.past.push(moment)
    this.moments = this.past.length
  }

  /** Goes to a moment; the last one is now. */
  lookAt(moment: number) {
    this.at = moment >= this.past.length - 1 ? null : Math.max(0, moment)
  }

  /** Keeps how points grew, and what one may want to decide ahead next time. */
  private note(view: View) {
    this.history = remember(this.game!, this.history, view)
    const last = view.question?.answers.at(-1)
    if (view.question && last && isWaste(view.question, last.id))
      this.queueable = { prompt: view.question.prompt, text: last.text }
  }

  /** Behind a "yes" come other choices: what lies behind them can be clicked at once. */
  private async lookAhead(view: View) {
    const q = view.question
    const then = q?.kind === 'yesno' ? (q.answers.find((a) => a.id === YES)?.then ?? []) : []
    for (const id of then.slice(0, MOST_AHEAD)) {
      const found = await this.client.ask<'ahead'>({ t: 'ahead', n: view.n, path: [YES, id] }).catch(() => null)
      if (this.live?.n !== view.n) return
      if (found) this.ahead = new Map(this.ahead).set(id, found.answers)
    }
  }

  private answerAhead(view: View) {
    const wanted = this.queue
    if (!wanted || view.question?.prompt !== wanted.prompt) return
    const answer = view.question.answers.find((a) => a.text === wanted.text)
    this.queue = null
    if (answer) this.ask([answer.id], answer.text, false, () => void this.send([answer.id]))
  }

  tell(text: string) {
    this.notice = text
    setTimeout(() => this.notice === text && (this.notice = ''), 5000)
  }

  // ---- what the person says
  /** Answers, or asks back first where the person wants that. */
  choose(path: number[], text: string) {
    const q = this.live?.question
    if (!q || this.answering) return
    const waste = path.length === 1 && isWaste(q, path[0]!)
    this.ways = null
    const back = settings.confirm === 'always' || (settings.confirm === 'waste' && waste)
    this.ask(path.slice(0, 1), text, back, () => void this.send(path), waste)
  }

  /** Sends, or asks back first: because the person wants that, or because the game warns of one of the answers. */
  private ask(ids: number[], text: string, back: boolean, send: () => void, waste = false) {
    const q = this.live?.question
    const warn = q && settings.warnings ? warningsOf(q, ids) : []
    if (back || warn.length > 0) this.pending = { send, text, waste, warn }
    else send()
  }

  confirm() {
    const send = this.pending?.send
    this.pending = null
    send?.()
  }

  /** What was picked of several, once nothing is to be asked back. */
  takePicks() {
    const q = this.live?.question
    if (!q || this.answering) return
    const names = q.answers.filter((a) => this.picks.includes(a.id)).map((a) => a.text)
    this.ask(this.picks, names.join(', '), false, () => void this.sendPicks())
  }

  /** A card or space was clicked where it lies. False: it is no answer now. */
  click(ways: Way[] | undefined, text: string): boolean {
    const q = this.live?.question
    if (!q || !ways || ways.length === 0) return false
    if (isSubset(q) && ways.length === 1) this.pick(ways[0]!.path[0]!)
    else if (ways.length === 1) this.choose(ways[0]!.path, text)
    else this.ways = ways
    return true
  }

  pick(id: number) {
    this.picks = this.picks.includes(id) ? this.picks.filter((p) => p !== id) : [...this.picks, id]
  }

  async send(path: number[]): Promise<boolean> {
    if (!this.live) return false
    this.answering = true
    this.pending = null
    const n = this.live.n
    try {
      const ack = await this.client.ask<'ack'>({ t: 'answer', n, path })
      if ((ack.given ?? path.length) < path.length) this.tell(say().question.partly)
      await this.reach(ack.n)
      return true
    } catch (e) {
      if (e instanceof Refusal && e.code === 'stale') this.tell(say().question.stale)
      else if (e instanceof Refusal && e.code === 'offline') this.tell(say().table.reconnecting)
      else if (e instanceof Refusal && e.text) this.tell(e.text)
      return false
    } finally {
      this.answering = false
    }
  }

  /** Others may answer at the same time: a newer view need not show one's own answer yet. */
  private async reach(n: number) {
    while (this.connected && (this.live?.n ?? n) < n) await new Promise<void>((resolve) => this.waiters.push(resolve))
  }

  /** One by one, in the order of the list: what comes behind is looked at each time, for it may be another question. */
  private async sendPicks() {
    const first = this.live?.question
    if (!first) return
    const same = () => {
      const q = this.live?.question
      return q && isSubset(q) && q.prompt === first.prompt ? q : null
    }
    const chosen = first.answers.map((a) => a.id).filter((id) => this.picks.includes(id))
    for (const id of chosen) {
      if (!same()?.answers.some((a) => a.id === id)) return this.tell(say().question.partly)
      if (!(await this.send([id]))) return
    }
    if (same()?.answers.some((a) => a.id === NO)) await this.send([NO])
  }

  async why(id: number): Promise<string[]> {
    try {
      return (await this.client.ask<'why'>({ t: 'why', id })).lines
    } catch (e) {
      return e instanceof Refusal && e.text ? [e.text] : []
    }
  }

  /** Everything else one may say; what is refused is told. */
  async request(m: { t: string; [key: string]: unknown }) {
    try {
      await this.client.ask(m)
    } catch (e) {
      if (e instanceof Refusal && e.text) this.tell(e.text)
    }
  }

  undo() {
    if (this.live?.undo) void this.request({ t: 'undo' })
  }

  async leave() {
    await this.request({ t: 'leave' })
    keepToken(this.id, null)
    this.client.token = null
    this.seat = null
  }
}
