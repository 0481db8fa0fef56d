// One table as this browser sees it: what the server says goes to the part it concerns, and the drawing is derived from
// all of them. Each part, in the folder table/, has one purpose and knows only those it is given.
import { hasFaces } from './model/cards'
import { limitsOf, struck } from './model/clock'
import { isEarly, type Game } from './model/game'
import { namedCards, targetsOf, type Targets, type Way } from './model/question'
import {
  Refusal, type Hindsight, type LogLine, type Message, type Moment, type Reason, type Table, type View,
} from './protocol'
import { say, settings } from './settings.svelte'
import type { Stage } from './stage'
import { Answering } from './table/answering.svelte'
import { TableClock } from './table/clock.svelte'
import { Connection } from './table/connection.svelte'
import { ScoreHistory } from './table/score_history.svelte'
import { Notice } from './table/notice.svelte'
import { Pacing } from './table/pacing.svelte'
import { LookBack } from './table/look_back.svelte'
import { Planning } from './table/planning.svelte'
import { Picks } from './table/picks.svelte'
import { Seating } from './table/seating.svelte'
import { Sending } from './table/sending.svelte'
import { Teaching } from './table/teaching.svelte'
import { Telling } from './table/telling.svelte'
import { Naming } from './table/naming.svelte'

export class TableState implements Stage {
  readonly notice = new Notice()
  readonly connection: Connection
  readonly seating: Seating
  readonly past: LookBack
  readonly sending: Sending
  readonly picking: Picks
  readonly asking: Answering
  readonly pacing: Pacing
  readonly planning: Planning
  readonly teaching: Teaching
  readonly telling: Telling
  private readonly naming: Naming
  private readonly growth: ScoreHistory
  private readonly clock = new TableClock()
  /** There is no such table. */
  missing = $state(false)
  /** What there is of a table that can only be looked at. */
  kept: { reason: string; lines: LogLine[] } | null = $state.raw(null)
  private latest: View | null = null // as the server sent it
  private isFresh = true // the first view since the connection began is no beat
  private said: LogLine[] = $state.raw([])
  lit: number | null = $state(null)
  /** The game with hindsight, when it is over and was asked for, or how far that is. */
  hindsight: Extract<Message, { t: 'hindsight' | 'error' }> | null = $state.raw(null)

  /** What is so now, drawn as far as it was shown: what is asked never waits. */
  private readonly paced: View | null = $derived.by(() => {
    const { shown } = this.pacing
    const now = this.connection.view
    if (!shown || !now) return now
    const { question, undo, forced, status } = now
    return { ...shown, question, undo, forced, status, asked: question ? now.asked : shown.asked }
  })
  /** What is shown: now, or the moment that is looked at. */
  readonly view: View | null = $derived.by(() => {
    const view = this.past.earlier?.view ?? this.paced
    return view && this.naming.view(view)
  })
  readonly log: LogLine[] = $derived.by(() =>
    (this.past.earlier?.log ?? this.said.slice(0, this.pacing.shown?.log)).map((line) => this.naming.line(line)),
  )
  readonly explains = $derived.by(
    () => this.seat !== null && this.connection.view?.status === 'ask' && this.past.at === null,
  )
  readonly targets: Targets = $derived.by(() =>
    this.game && this.view
      ? targetsOf(this.game, this.view.question, this.asking.ahead)
      : { cards: new Map(), spaces: new Map(), falls: new Map() },
  )
  readonly named: number[] = $derived.by(() =>
    this.game && this.view ? namedCards(this.game, this.view.question) : [],
  )

  constructor(readonly id: string) {
    this.connection = new Connection(id, this.notice, (m) => this.take(m))
    this.seating = new Seating(this.connection, this.notice)
    this.telling = new Telling(this.connection, this.notice)
    this.naming = new Naming(() => this.seating.table?.seats ?? [])
    this.pacing = new Pacing(
      () => this.game,
      () => this.said.map((line) => this.naming.line(line)),
      () => settings.pace,
    )
    this.past = new LookBack(this.connection, this.naming, this.notice)
    this.growth = new ScoreHistory(this.connection)
    this.sending = new Sending(this.connection, this.notice)
    this.picking = new Picks(this.connection, this.sending, this.notice)
    this.asking = new Answering(this.connection, this.past, this.naming, this.sending, this.picking)
    this.planning = new Planning(this.notice, (ways, text) => this.click(ways, text))
    this.teaching = new Teaching(
      id,
      this.connection,
      (hint) => this.naming.hint(hint),
      (view) => this.game === null || isEarly(this.game, view, this.questions),
      () => this.notice.tell(say().teach.over(say().teach.off)),
    )
    if (!/^[A-Za-z0-9]{22}$/.test(id)) {
      this.missing = true
      this.connection.client.close()
    }
  }

  close() {
    this.pacing.finish()
    this.clock.close()
    this.telling.close()
    this.connection.client.close()
  }

  /** The words of the game come from the server: it is asked again for another language. */
  speak(lang: string) {
    const { client } = this.connection
    if (lang === client.lang) return
    client.lang = lang
    this.past.forget()
    this.past.leave()
    client.again()
  }

  // ---- what the server says
  private take(m: Message) {
    switch (m.t) {
      case 'welcome':
        this.isFresh = true
        this.hindsight = null // to be asked for again
        this.seating.takeSeat(m.seat)
        this.seating.host = m.host
        this.takeTable(m.table)
        this.telling.begin()
        if (m.seat !== null && !m.table.over) this.teaching.begin(m.table.game)
        if (m.game !== null) void this.load(m.game)
        break
      case 'readonly':
        this.kept = { reason: m.reason, lines: m.lines }
        break
      case 'seated':
        this.seating.takeToken(m.token)
        this.seating.takeSeat(m.seat)
        if (this.table) this.teaching.begin(this.table.game)
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
        this.seating.undoBy = m.to === null ? null : { by: m.by, waiting: m.waiting }
        break
      case 'hindsight':
        this.hindsight = m
        break
      case 'error':
        if (m.re === undefined && this.hindsight) this.hindsight = m
        if (m.code === 'no_table') this.missing = true
        else if (m.re === undefined) {
          this.seating.leaving = false
          this.notice.tell(m.text)
        }
        break
    }
  }

  private takeTable(table: Table) {
    const before = this.seating.table
    const wasLeft = this.isLeftToBot
    this.seating.takeTable(table)
    if (wasLeft !== this.isLeftToBot && this.latest) this.askAnew(this.latest)
    this.clock.set(table)
    for (const seat of before ? struck(before.seats, table.seats) : []) {
      const { bot } = table.seats[seat]!
      this.notice.tell(say().clock.struck(this.game?.names[seat] ?? '', bot ? 'bot' : 'pass'))
    }
  }

  private async load(hash: string) {
    try {
      const isNew = await this.naming.load(hash, this.connection.client.lang)
      if (isNew && this.connection.view) this.note(this.connection.view)
    } catch (e) {
      this.notice.tell(e instanceof Error ? e.message : String(e))
    }
  }

  /** A bot that plays for one is asked, not oneself: there is nothing to answer or to take back. */
  private asShown(view: View): View {
    return this.isLeftToBot ? { ...view, question: null, undo: null } : view
  }

  /** The seat went to a bot, or came back from it, while the same is asked. */
  private askAnew(latest: View) {
    const view = this.asShown(latest)
    this.connection.view = view
    this.connection.questions++
    this.asking.begin(view, false)
    void this.teaching.ask(view)
    this.connection.wake()
  }

  private takeView(latest: View) {
    const before = this.connection.view
    const view = this.asShown(latest)
    this.latest = latest
    if (before && !this.isFresh && this.past.at === null)
      this.pacing.take(before, view, !this.isLeftToBot && view.by !== null && view.by.seat === this.seat)
    else this.pacing.finish()
    this.isFresh = false
    const isNew = this.sending.busy || this.connection.asksAnother(view)
    if (view.n !== before?.n) this.past.forget()
    this.connection.view = view
    this.clock.set(view)
    if (this.past.at !== null) void this.past.look()
    if (isNew) {
      this.lit = null // what was pointed at was of the question before
      this.connection.questions++
      this.asking.begin(view, before === null)
      void this.teaching.ask(view)
    }
    this.note(view)
    this.connection.wake()
    this.asking.answerAhead(view)
    this.carryOutPlan(view)
  }

  /** What was planned is done as soon as one is asked; after the end there is nothing to plan. */
  private carryOutPlan(view: View) {
    const { game } = this
    if (view.status !== 'ask') this.planning.card = null
    if (!game || !view.question || this.sending.busy) return
    const { cards } = targetsOf(game, view.question)
    this.planning.carryOut((card) => cards.get(card), (card) => game.card(card).name)
  }

  /** Once there is a description, views are kept for what comes later. */
  private note(view: View) {
    if (!this.game) return
    this.growth.note(this.game, view)
    this.asking.note(view)
  }

  // ---- what is drawn, see stage.ts
  get game(): Game | null {
    return this.naming.game
  }
  get table(): Table | null {
    return this.seating.table
  }
  get seat(): number | null {
    return this.seating.seat
  }
  get history(): Moment[] {
    return this.growth.history
  }
  get picks(): number[] {
    return this.picking.ids
  }
  /** A bot answers for one. */
  get isLeftToBot(): boolean {
    return this.seat !== null && (this.table?.seats[this.seat]?.bot ?? null) !== null
  }
  /** While others are asked, and only they. */
  get planned(): number | null | undefined {
    const now = this.connection.view
    const open = now?.status === 'ask' && !now.question
    const waits = this.seat !== null && !this.isLeftToBot && open && this.past.at === null
    return waits ? this.planning.card : undefined
  }
  get selected(): number | null {
    return this.asking.selected?.card ?? null
  }
  get questions(): number {
    return this.connection.questions
  }
  left(seat: number): number | undefined {
    return this.table?.seats[seat]?.bot ? undefined : this.clock.left(seat, limitsOf(this.table))
  }
  complete(): Promise<void> {
    return this.growth.complete(this.game)
  }

  retold(hindsight: Hindsight): Hindsight {
    return this.naming.hindsight(hindsight)
  }

  // ---- what the person says
  /** A card is read before it is chosen, unless there is nothing to read or the person wants it otherwise. */
  click(ways: Way[] | undefined, text: string, card?: number): boolean {
    const reads = settings.confirm !== 'never' && this.game !== null && hasFaces(this.game)
    return this.asking.click(ways, text, reads ? card : undefined)
  }
  plan(card: number) {
    this.planning.toggle(card)
  }
  pick(id: number) {
    this.picking.toggle(id)
  }
  choose(path: number[], text: string) {
    this.asking.choose(path, text)
  }

  async why(id: number): Promise<Reason[]> {
    try {
      const { lines } = await this.connection.client.ask<'why'>({ t: 'why', id })
      return lines.map((line) => this.naming.reason(line))
    } catch (e) {
      return e instanceof Refusal && e.text ? [{ kind: 'impossible', text: e.text }] : []
    }
  }

  undo() {
    if (this.connection.view?.undo && !this.sending.busy) void this.sending.undo()
  }
}
