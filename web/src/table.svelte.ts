// One table as this browser sees it: what the server said last, and what the person is about to answer. All drawing is
// derived from it; everything it knows of the game comes from the description and the view.
import { TableClient } from './client'
import { Latest } from './latest'
import { keepToken, noteSeat, tokenOf } from './mine'
import { follow, NO_CLOCKS, taken, type Clocks } from './model/clock'
import { Game, seatNames } from './model/game'
import { retell, type Piece } from './model/log'
import { linker } from './model/names'
import { retellQuestion, retellView, withPlaces, type Places } from './model/places'
import { goesOn, isSubset, isWaste, namedCards, NO, targetsOf, warningsOf, YES, type Ahead, type Outcome, type Targets, type Way } from './model/question'
import { remember } from './model/score'
import { fetchDescription, Refusal, type LogLine, type Message, type Moment, type Question, type Reason, type Step, type Table, type View } from './protocol'
import { go, tablePath } from './route.svelte'
import { note, noticed, say, seatColour, settings } from './settings.svelte'
import type { Stage } from './stage'

/** What is asked back before it is sent. */
export interface Pending {
  send: () => void
  text: string
  waste: boolean
  warn: string[]
}

/** Tells questions apart, as far as picks go. */
const nameOf = (q: Question) => [q.prompt, ...q.answers.map((a) => a.id)].join(' ')

const MOST_AHEAD = 12
const LONGEST_PATH = 16 // that the server takes

/** How a moment looked that one looks back at: it asks nothing. */
interface Earlier {
  view: View
  log: LogLine[]
}

export class TableState implements Stage {
  private described: Game | null = $state.raw(null)
  /** What is so now; `view` may be an earlier moment that one looks back at. */
  live: View | null = $state.raw(null)
  at: number | null = $state(null)
  of = $state(0)
  steps: Step[] = $state.raw([])
  private earlier: Earlier | null = $state.raw(null)
  private readonly fetched = new Map<number, Earlier>()
  private readonly newest = new Latest<number, Earlier>((n) => this.fetch(n), (moment) => (this.earlier = moment))
  /** Tells what the server says in the names that places have here. */
  private places: Places = $state.raw(new Map())
  readonly view: View | null = $derived.by(() => {
    const view = this.earlier?.view ?? this.live
    return view && retellView(view, this.places, this.called())
  })
  table: Table | null = $state.raw(null)
  /** Told apart by its text, so that nothing is drawn again while everybody is called as before. */
  private readonly names: string = $derived(JSON.stringify(seatNames(this.described?.about.seats ?? [], this.table?.seats ?? [], seatColour)))
  readonly game: Game | null = $derived(this.described?.named(this.called()) ?? null)
  seat: number | null = $state(null)
  host = $state(false)
  private said: LogLine[] = $state.raw([])
  private retold = new WeakMap<LogLine, LogLine>() // lines as they are shown
  readonly log: LogLine[] = $derived((this.earlier?.log ?? this.said).map((line) => this.retellLine(line)))
  connected = $state(false)
  missing = $state(false)
  /** What there is of a table that can only be looked at. */
  kept: { reason: string; lines: LogLine[] } | null = $state.raw(null)
  undoBy: { by: number; waiting: number[] } | null = $state.raw(null)
  notice = $state('')
  picks: number[] = $state.raw([])
  questions = $state(0)
  private taking = false // the picks are being sent: they stay marked until they are all there
  /** What the picks come to, where there are some, and what picking none does; null: not known. */
  outcome: Outcome | null = $state.raw(null)
  without: Outcome | null = $state.raw(null)
  private readonly weighed = new Latest<number[], Outcome | null>((picks) => this.foresee(picks), (found) => (this.outcome = found))
  pending: Pending | null = $state.raw(null)
  ways: Way[] | null = $state.raw(null)
  ahead: Ahead = $state.raw(new Map())
  queue: { prompt: string; text: string } | null = $state.raw(null)
  queueable: { prompt: string; text: string } | null = $state.raw(null)
  history: Moment[] = $state.raw([])
  private completed = false
  private spoken = '' // the language of the description
  answering = $state(false)
  /** An answer was given without a connection: it is sent as soon as there is one again. */
  unsent = $state(false)
  /** Another game is asked for: as soon as its table is there, one goes there. */
  leaving = $state(false)
  lit: number | null = $state(null)

  private clocks: Clocks = $state.raw(NO_CLOCKS)
  private now = $state(Date.now())
  private ticking: ReturnType<typeof setInterval> | undefined
  readonly allowed: number | null = $derived(this.table?.settings.clock ? this.table.settings.clock * 1000 : null)
  readonly explains = $derived(this.seat !== null && this.live?.status === 'ask' && this.at === null)
  link: (text: string) => Piece[] = (text) => [{ text }]
  readonly targets: Targets = $derived(
    this.game && this.view ? targetsOf(this.game, this.view.question, this.ahead) : { cards: new Map(), spaces: new Map() },
  )
  readonly named: number[] = $derived(this.game && this.view ? namedCards(this.game, this.view.question) : [])

  private client: TableClient
  private waiters: (() => void)[] = []

  constructor(readonly id: string) {
    this.client = new TableClient(id, tokenOf(id), {
      message: (m) => this.take(m),
      connected: (is) => (this.connected = is),
    }, settings.language)
    if (!/^[A-Za-z0-9]{22}$/.test(id)) {
      this.missing = true
      this.client.close()
    }
  }

  close() {
    clearInterval(this.ticking)
    this.client.close()
  }

  /** The words of the game come from the server: it is asked again for another language. */
  speak(lang: string) {
    if (lang === this.client.lang) return
    this.client.lang = lang
    this.fetched.clear()
    this.lookAtNow()
    this.client.again()
  }

  // ---- what the server says
  private take(m: Message) {
    switch (m.t) {
      case 'welcome':
        this.seat = m.seat
        if (m.seat !== null) noteSeat(this.id, m.seat)
        this.host = m.host
        this.takeTable(m.table)
        if (m.game !== null) void this.load(m.game)
        break
      case 'readonly':
        this.kept = { reason: m.reason, lines: m.lines }
        break
      case 'seated':
        this.seat = m.seat
        this.client.token = m.token
        keepToken(this.id, m.token)
        noteSeat(this.id, m.seat)
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
        else if (m.re === undefined) {
          this.leaving = false
          this.tell(m.text)
        }
        break
    }
  }

  private takeTable(table: Table) {
    this.table = table
    const token = tokenOf(this.id)
    if (table.next && token && !tokenOf(table.next)) keepToken(table.next, token)
    if (table.next && this.leaving) go(tablePath(table.next))
  }

  private async load(hash: string) {
    if (this.described?.about.hash === hash && this.spoken === this.client.lang) return
    const lang = this.client.lang
    try {
      const { about, places } = withPlaces(await fetchDescription(hash, this.client.lang), say().map.place)
      const described = new Game(about)
      this.spoken = lang
      this.link = linker(described)
      this.places = places
      this.retold = new WeakMap()
      this.described = described
      if (this.live) this.note(this.live)
    } catch (e) {
      this.tell(e instanceof Error ? e.message : String(e))
    }
  }

  private called(): string[] {
    return JSON.parse(this.names) as string[]
  }

  private retellLine(line: LogLine): LogLine {
    if (!this.described) return line
    const known = this.retold.get(line)
    if (known) return known
    const told = retell(line, this.places)
    this.retold.set(line, told)
    return told
  }

  /** While one thinks others may answer: what is asked is the same, and what was picked stays. */
  private isNew(view: View): boolean {
    return this.answering || JSON.stringify(view.question) !== JSON.stringify(this.live?.question ?? null)
  }

  private takeView(view: View) {
    const isNew = this.isNew(view)
    const isFirst = this.live === null
    if (view.n !== this.live?.n) this.fetched.clear()
    this.live = view
    this.setClocks(view)
    if (this.at !== null) void this.lookBack()
    if (isNew) {
      this.questions++
      this.pending = this.ways = null
      if (isFirst) this.recallPicks(view)
      else if (!this.taking) {
        if (this.picks.length > 0 && !this.answering) this.tell(say().question.picksLost)
        this.unpick()
      }
      if (!this.taking) this.weighNone()
      this.ahead = new Map()
      void this.lookAhead(view)
    }
    if (this.game) this.note(view)
    for (const wake of this.waiters.splice(0)) wake()
    this.answerAhead(view)
  }

  private setClocks(view: View) {
    this.now = Date.now()
    this.clocks = follow(this.clocks, view, this.now)
    if (view.used.length > 0) this.ticking ??= setInterval(() => (this.now = Date.now()), 1000)
  }

  taken(seat: number): number | undefined {
    return taken(this.clocks, seat, this.now)
  }

  /** Asks what there is to look back at. */
  async lookBack() {
    try {
      const { of, at } = await this.client.ask<'moments'>({ t: 'moments' })
      this.of = of
      this.steps = at.map((step) => retell(step, this.places))
    } catch (e) {
      this.refused(e)
    }
  }

  /** Goes to a moment; the last one is now. */
  async lookAt(n: number) {
    if (n >= this.of) return this.lookAtNow()
    this.at = Math.max(0, n)
    try {
      await this.newest.want(this.at)
    } catch (e) {
      this.refused(e)
    }
  }

  lookAtNow() {
    this.newest.forget()
    this.at = this.earlier = null
  }

  private async fetch(n: number): Promise<Earlier> {
    const known = this.fetched.get(n)
    if (known) return known
    const { view, log } = await this.client.ask<'moment'>({ t: 'moment', n })
    const moment = { view: { ...view, question: null, undo: null }, log }
    this.fetched.set(n, moment)
    return moment
  }

  /** How points grew since the beginning, also while this browser did not look. */
  async complete() {
    if (this.completed || !this.game) return
    this.completed = true
    try {
      this.history = (await this.client.ask<'scores'>({ t: 'scores' })).scores
      if (this.live) this.note(this.live)
    } catch {
      this.completed = false
    }
  }

  /** Keeps how points grew, and what one may want to decide ahead next time. */
  private note(view: View) {
    this.history = remember(this.game!, this.history, view)
    const last = view.question?.answers.at(-1)
    if (view.question && last && isWaste(view.question, last.id))
      this.queueable = { prompt: view.question.prompt, text: last.text }
  }

  /** Behind a "yes" come other choices: what lies behind them can be clicked at once, unless one of several is picked there. */
  private async lookAhead(view: View) {
    const q = view.question
    const then = q?.kind === 'yesno' ? (q.answers.find((a) => a.id === YES)?.then ?? []) : []
    const question = this.questions
    for (const id of then.slice(0, MOST_AHEAD)) {
      const found = await this.client.ask<'ahead'>({ t: 'ahead', n: view.n, path: [YES, id] }).catch(() => null)
      if (this.questions !== question) return
      if (found && !found.flags.includes('subset') && !found.flags.includes('payment')) this.ahead = new Map(this.ahead).set(id, found.answers)
    }
  }

  private weighNone() {
    const question = this.questions
    const q = this.live?.question
    this.without = null
    if (!q || !isSubset(q) || !q.answers.some((a) => a.id === NO)) return
    const found = (outcome: Outcome | null) => question === this.questions && (this.without = outcome)
    void this.foresee([]).then(found, () => {})
  }

  /** Finds out what the picks come to, as they change. */
  private weigh() {
    this.weighed.want(this.picks).catch(() => (this.outcome = null))
  }

  /** Picks are given in the order of the list, and then ended where that is still to be done. */
  private async foresee(picks: number[]): Promise<Outcome | null> {
    const n = this.live?.n
    const path = this.inOrder(picks)
    if (path.length >= LONGEST_PATH) return null
    const first = path.length > 0 ? await this.client.ask<'ahead'>({ t: 'ahead', n, path }) : null
    const ended = first && !first.flags.includes('subset')
    const found = ended ? first : await this.client.ask<'ahead'>({ t: 'ahead', n, path: [...path, NO] })
    return { gives: found.gives ?? [], possible: found.possible }
  }

  private inOrder(picks: number[]): number[] {
    return (this.live?.question?.answers ?? []).map((a) => a.id).filter((id) => picks.includes(id))
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
    if (!q || this.answering || this.at !== null) return
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
    const names = retellQuestion(q, this.places, this.called()).answers.filter((a) => this.picks.includes(a.id)).map((a) => a.text)
    this.ask(this.picks, names.join(', '), this.outcome?.possible === false, () => void this.sendPicks())
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
    if (this.answering) return
    this.picks = this.picks.includes(id) ? this.picks.filter((p) => p !== id) : [...this.picks, id]
    this.notePicks()
    if (this.picks.length > 0) this.weigh()
    else this.unpick()
  }

  unpick() {
    this.picks = []
    this.notePicks()
    this.weighed.forget()
    this.outcome = null
  }

  /** Picks outlive a reload of the page, as long as the same is asked. */
  private notePicks() {
    const q = this.live?.question
    note(`picks.${this.id}`, q && this.picks.length > 0 ? JSON.stringify({ of: nameOf(q), picks: this.picks }) : null)
  }

  /** At the first view: what was picked before the page was loaded again, or that it is lost. */
  private recallPicks(view: View) {
    const noted = noticed(`picks.${this.id}`)
    const lost = noticed(`unsent.${this.id}`) !== null
    const { of, picks } = (noted ? JSON.parse(noted) : { of: '', picks: [] }) as { of: string; picks: number[] }
    const same = view.question !== null && of === nameOf(view.question)
    note(`unsent.${this.id}`, null)
    if (same) {
      this.picks = picks
      this.notePicks()
      this.weigh()
    } else if (noted) note(`picks.${this.id}`, null)
    if (lost) this.tell(say().question.perhaps)
    else if (noted && !same) this.tell(say().question.picksLost)
  }

  async send(path: number[]): Promise<boolean> {
    if (!this.live) return false
    this.answering = true
    this.pending = null
    const n = this.live.n
    try {
      const ack = await this.answer(n, path)
      if ((ack.given ?? path.length) < path.length) this.tell(say().question.partly)
      await this.reach(ack.n)
      return true
    } catch (e) {
      if (e instanceof Refusal && e.code === 'stale') this.tell(say().question.stale)
      else if (e instanceof Refusal && e.code === 'offline') this.tell(say().question.perhaps)
      else if (e instanceof Refusal && e.text) this.tell(e.text)
      return false
    } finally {
      this.answering = this.unsent = false
      note(`unsent.${this.id}`, null)
    }
  }

  /** Without a connection it waits for the next one. The same question is open then: it did not arrive, and is sent again; the
   *  server takes it once. Else nobody knows whether it did. */
  private async answer(n: number, path: number[]): Promise<Extract<Message, { t: 'ack' }>> {
    for (;;) {
      try {
        return await this.client.ask<'ack'>({ t: 'answer', n, path })
      } catch (e) {
        if (!(e instanceof Refusal) || e.code !== 'offline') throw e
        this.unsent = true
        note(`unsent.${this.id}`, '1')
        await new Promise<void>((resolve) => this.waiters.push(resolve))
        if (this.live?.n !== n) throw e
      }
    }
  }

  /** Others may answer at the same time: a newer view need not show one's own answer yet. */
  private async reach(n: number) {
    while (this.connected && (this.live?.n ?? n) < n) await new Promise<void>((resolve) => this.waiters.push(resolve))
  }

  /** One by one, in the order of the list: what comes behind is looked at each time, for it may be another question. */
  private async sendPicks() {
    let begun = false
    const same = () => {
      const q = this.live?.question
      return q && isSubset(q) && (!begun || goesOn(q)) ? q : null
    }
    this.taking = true
    try {
      for (const id of this.inOrder(this.picks)) {
        if (!same()?.answers.some((a) => a.id === id)) return this.tell(say().question.partly)
        if (!(await this.send([id]))) return
        begun = true
      }
      if (same()?.answers.some((a) => a.id === NO)) await this.send([NO])
    } finally {
      this.taking = false
      this.unpick()
      this.weighNone()
    }
  }

  async why(id: number): Promise<Reason[]> {
    try {
      const { lines } = await this.client.ask<'why'>({ t: 'why', id })
      return lines.map((line) => retell(line, this.places, this.called()))
    } catch (e) {
      return e instanceof Refusal && e.text ? [{ kind: 'impossible', text: e.text }] : []
    }
  }

  private refused(e: unknown) {
    if (e instanceof Refusal && (e.text || e.code === 'offline')) this.tell(e.text || say().table.notSent)
  }

  /** Everything else one may say; what is refused is told. */
  async request(m: { t: string; [key: string]: unknown }): Promise<boolean> {
    try {
      await this.client.ask(m)
      return true
    } catch (e) {
      this.refused(e)
      return false
    }
  }

  /** Takes a free seat under the name of the settings. */
  async sit(seat: number) {
    try {
      await this.client.sit(seat, settings.name, (key) => keepToken(this.id, key))
    } catch (e) {
      this.refused(e)
    }
  }

  /** Another table like this one, with the same start or a new one. */
  async rematch(seed: 'same' | null) {
    this.leaving = true
    if (!(await this.request({ t: 'rematch', seed }))) this.leaving = false
  }

  undo() {
    if (this.live?.undo) void this.request({ t: 'undo' })
  }

  async leave() {
    if (!(await this.request({ t: 'leave' }))) return
    keepToken(this.id, null)
    this.client.token = null
    this.seat = null
  }
}
