// The contract with the server in types: docs/protocol.md, and nothing of any game. Fetching is here too; what happens
// at a table comes over the socket, see client.ts.

import type { Body, Face } from './draw/face'
import { transport } from './transport'

export type Seat = number

export interface Look {
  icon: string | null
  colour: number
  hidden: boolean
  picture: string | null
}

export interface Member {
  name: string
  many: string
  sort: string
  total: number | null // how many there are; null: no limit
  look: Look | null
}

export type Role =
  | 'cost'
  | 'number'
  | 'tags'
  | 'fact'
  | 'requirement'
  | 'points'
  | 'thing'
  | 'value'
  | 'effect'
  | 'action'
  | 'reaction'
  | 'adjustment'
  | 'flavour'

/** A part of what is printed on a card: what it goes by, its text, what it is, and where that is known its number
 *  (of a thing the member); then what its text names. */
export type Clause = [label: string, text: string, role: Role, number?: number | null, spans?: Span[]]

export interface Card {
  name: string
  kind: string
  text: string
  spans?: Span[] // of the text
  flavour: string | null
  answer: number
  copy: number
  tags: number[]
  clauses: Clause[]
  face: Face | null // what it does, to be drawn
  look: Look | null
  zoned: boolean
}

/** What a board lies on. */
export interface Ground {
  texture: 'rock' | 'ice' | 'soil' | 'sand' | 'grass' | 'felt' | 'wood' | 'stone' | 'paper' | 'metal'
  shape: 'globe' | 'sheet' | 'rack' | 'points'
  colour: number // as of a look; 0: that of the texture
  checker: boolean
}

/** A kind of cards or spaces; `parent`: the kind it is one of, or -1. */
export interface Kind {
  name: string
  title: string
  parent: number
  spaces: boolean
  look: Look | null
}

export interface Board {
  name: string
  title: string
  shape: 'hex' | 'square' | 'graph' | 'ring' | 'loose'
  first: number
  count: number
  rows: number
  in_use: boolean
  owner?: number // the seat whose board it is
  links: [number, number][]
  ground: Ground | null
  look: Look | null
}

/** A part of what is printed on a space: a member, or so many of it; or words, which may begin with a number. */
export interface Gift {
  member?: number
  text?: string
  spans?: Span[]
  n?: number
  cards?: boolean // so many cards are drawn
}

export interface Space {
  name: string
  kind: string
  title: string
  text: string
  spans?: Span[] // of the text
  gives: Gift[]
  answer: number
  board: number
  number: number
  plain?: boolean // said here, not by the server: it has no name of its own
  row: number
  col: number
  at: [number, number] | null // to the right and down: where the definition puts it
  near: number[]
  look: Look | null
}

export interface Track {
  name: string
  title: string
  low: number
  high: number
  step: number
  per_player: boolean
  loop: boolean
  marks: [at: number, text: string, phrases?: Body, spans?: Span[]][]
  look: Look | null
}

export interface Zone {
  name: string
  title: string
  per_player: boolean
  live: boolean
  pile: boolean
  see: 'everyone' | 'owner' | 'nobody' | 'others'
  row: boolean // its cards lie in a row in the middle of the table
  cards: [first: number, count: number] // those that may lie there
  look: Look | null
}

export interface Variable {
  name: string
  title: string // what people call it
  scope: 'game' | 'player' | 'card' | 'space'
  first: number
  owners: number
  index: string[] | null
  entries: number
  type: 'number' | 'truth' | 'player' | 'member' | 'card' | 'space' | 'text'
  role: 'stock' | 'tile' | 'owner' | 'cubes' | 'rate' | null
  look: Look | null
}

export interface Value {
  name: string
  truth: boolean
  of_player: boolean
  of_game: boolean
}

export interface Description {
  hash: string
  title: string
  seats: string[]
  options: [string, string][]
  members: Member[]
  cards: Card[]
  kinds: Kind[]
  boards: Board[]
  spaces: Space[]
  tracks: Track[]
  zones: Zone[]
  vars: Variable[]
  values: Value[]
  score: string[]
  tie: string[]
  periods: { name: string; round: boolean }[]
  rules: Rule[]
}

/** What stands on no card. With a depth it is a step of the rule before it that is less deep; `topic`: what a beginner
 *  asks for that it says. */
export interface Rule {
  about: string
  name: string
  name_spans?: Span[]
  text: string
  spans?: Span[]
  depth: number
  topic?: 'end' | 'limit' | 'wins' | 'points' | 'turn' | 'income'
  face: Face | null // the same to be drawn
}

export interface Answer {
  id: number
  text: string
  spans?: Span[]
  card?: number
  copies?: number[] // the cards it stands for, where they are several: equal copies are one answer
  space?: number
  lands?: number // the other space on which something changes by it
  gives?: [number, number, number][]
  then?: number[]
  warn?: Text[]
}

/** What is due of which member, and what this question asks for to pay it; what is left is asked or taken next. */
export interface Payment {
  due: number
  unit: number
  parts: { unit: number; worth: number; have: number; min: number; max: number; rest?: true }[]
}

export interface Question {
  prompt: string
  spans?: Span[] // of the prompt
  about: number | null
  paid: number | null
  payment?: Payment | null
  rule?: number | null // of the rules of the description: what the verb that asks means
  kind: 'choose' | 'number' | 'yesno' | 'either'
  flags: string[]
  preset: number | null
  answers: Answer[]
}

export type Datum = number | string | null
/** Value, the value without cards in play, and of a failing comparison what there is and what is needed. */
export type Reading = [number, number] | [number, number, number, number]

/** Of a seat: a number; of a condition 1 or 0, or what there is and what is needed; null: it is not known. */
export type Each = number | [number, number] | null

/** Who gave the answer that led to a view, and which, where that may be known. */
export interface By {
  seat: Seat
  answer?: number
  card?: number
  space?: number
}

/** On the back of the card at this place of a zone; `of`: whose zone it is, 0 of the table's. */
export interface BackNote {
  zone: number
  of: number
  at: number
  says: string[]
}

export interface View {
  n: number
  status: 'ask' | 'over' | 'fault'
  text?: string
  phase: string | null
  periods: number[]
  asked: Seat[]
  out?: Seat[] // who is out, for good or for a while
  vars: Datum[][]
  tracks: number[][]
  laps: number[][]
  zones: number[][][]
  notes?: BackNote[] // what stands on the backs of hidden cards
  scores: (number | null)[][]
  ranks?: number[]
  ties?: number[][]
  values: Record<string, (Reading | null)[]>
  each: Record<string, (Each[] | null)[]>
  question: Question | null
  undo: 'free' | 'consent' | null
  /** How many lines there were at this seat's last decision of its own; -1: there was none. */
  since: number
  forced: LogLine[]
  used: number[]
  open?: number[]
  ticking?: boolean
  log: number
  by: By | null
}

export interface TableSeat {
  name: string | null
  bot: string | null
  held: boolean
  here: boolean
  resigned?: boolean
  late?: number // how often its time was up
}

export interface Table {
  id: string
  game: string
  title: string
  hash?: string
  settings: {
    options: Record<string, string>
    listed: boolean
    seeded: boolean
    practice?: boolean
    takeover?: boolean
    clock: number | null
    move_clock?: number | null
    late?: Late
    always?: boolean
  } // practice, takeover, move_clock, late, always: not of tables of version 0.1
  seats: TableSeat[]
  next: string | null
  seed_known?: boolean // somebody here was given the game while it ran
  watching: number
  begun: boolean
  over: boolean
  readonly?: string // why it can only be looked at
  n: number
  asked?: Seat[]
  since?: number[] // for each of them, ms since 1970
  used?: number[]
  open?: number[] // ms that open questions have taken
  ticking?: boolean
  ended?: 'agreement' | null // it is over, but not by its rules
  ending?: { agreed: Seat[]; waiting: Seat[] } | null
}

/** What a text names: where it begins, how long it is (in units of UTF-16, as strings here are), what it is and
 *  which; of an amount the member and how many. They are in order and do not overlap. */
export type Span =
  | [at: number, length: number, kind: 'seat' | 'card' | 'space' | 'member', index: number]
  | [at: number, length: number, kind: 'amount', member: number, n: number]
  | [at: number, length: number, kind: 'number', n: number]

export interface Text {
  text: string
  spans?: Span[]
}

/** What gave something: a space, a card, or the rules at a position of a track. */
export interface From {
  space?: number
  card?: number
  track?: number
  at?: number
  seat?: Seat
}

/** What a line of the log is made of; what does not apply is left out. */
export type Part = { seat?: Seat; from?: From } & (
  | { what: 'number'; var: number; card?: number; index?: number; member?: number; by: number; now: number }
  | { what: 'track'; track: number; by: number; now: number }
  | { what: 'put'; var: number; space: number; index?: number; member?: number; by?: number; now: number }
  | { what: 'moved' | 'played' | 'drawn' | 'shown'; zone?: number; n: number; cards?: number[] }
)

/** What a bot would answer, and what comes of it for sure. */
export interface Hint extends Text {
  n: number
  path: number[]
  why: Text[]
}

/** A moment at which another answer would clearly have been better; `n`: answers before it. */
export interface Better {
  n: number
  round?: number
  seat: Seat
  asked: Text
  given: Text & { wins: number }
  better: Text & { wins: number }
  gain: [number, number]
}

/** A game that is over, looked at again. */
export interface Hindsight {
  playouts: number
  chances: { n: number; round?: number; wins: number[] }[]
  turns: number[] // entries of `chances`
  better: Better[]
}

export interface LogLine extends Text {
  seat: Seat | null
  round?: number // in which it was said
  parts?: Part[]
}

/** A line of a why: what the lines after it are about, a way to it that is open or not, what is missing on that, a
 *  condition that holds, what it costs. */
export interface Reason extends Text {
  kind: 'heading' | 'possible' | 'impossible' | 'missing' | 'holds' | 'price'
}

/** An answer that was given, and the moment behind it. */
export interface Step extends LogLine {
  n: number
}

/** Totals at one moment; `round` counts rounds, or questions where there are none. */
export interface Moment {
  n: number
  round: number
  totals: (number | null)[]
  lines?: (number | null)[][] // of each seat, what each line of the score comes to
}

/** Whose eyes one looks with: a seat's, a spectator's, or those that see everything. */
export type Eyes = Seat | null | 'all'

export interface Replay {
  game: string
  title: string
  name: string
  seats: number
  options: Record<string, string>
  n: number
  of: number
  view: View
  log: LogLine[]
  at?: Step[]
  scores?: Moment[]
}

export type Message =
  | { t: 'welcome'; seat: Seat | null; host: boolean; game: string | null; table: Table; re?: unknown }
  | { t: 'seated'; seat: Seat; token: string; re?: unknown }
  | { t: 'table'; table: Table; re?: unknown }
  | ({ t: 'view'; re?: unknown } & View)
  | ({ t: 'passing'; re?: unknown } & View)
  | { t: 'log'; from: number; lines: LogLine[]; re?: unknown }
  | { t: 'readonly'; reason: string; lines: LogLine[]; re?: unknown }
  | { t: 'why'; id: number; lines: Reason[]; re?: unknown }
  | {
      t: 'ahead'
      path: number[]
      answers: number[]
      flags: string[]
      gives?: [number, number, number][]
      possible: boolean
      re?: unknown
    }
  | ({ t: 'hint'; re?: unknown } & Hint)
  | { t: 'moments'; of: number; at: Step[]; re?: unknown }
  | { t: 'moment'; n: number; view: View; log: LogLine[]; re?: unknown }
  | { t: 'scores'; of: number; scores: Moment[]; re?: unknown }
  | ({ t: 'hindsight'; re?: unknown } & (Hindsight | { done: number; of: number }))
  | { t: 'undo'; by: Seat; to: number | null; waiting: Seat[]; re?: unknown }
  | { t: 'error'; code: string; text: string; spans?: Span[]; re?: unknown }
  | { t: 'link'; link: string; re?: unknown }
  | { t: 'ack'; n: number; given?: number; re?: unknown }
  | ({ t: 'notices'; re?: unknown } & NoticesTold)

/** What can be told to who is not there, and to whom it is of the own seat. */
export interface NoticesTold {
  mail: boolean
  push: string | null
  hooks: string[]
  to: { id: string; channel: 'mail' | 'hook' | 'push'; address: string; confirmed: boolean }[]
}

export interface GameOption {
  name: string
  title: string
  values: string[]
}

export interface Game {
  name: string
  title: string
  players: [number, number]
  options: GameOption[]
  bots: string[]
  usual_bot: string
  langs?: string[]
  words?: Record<string, Record<string, string>> // by language: the title, options and values in it
}

/** What a game is, in few words. */
export interface About {
  name: string
  title: string
  cards: number
  spaces: number
  points: string[]
  ends: string[]
  course: string | null
  length: { period: string; periods: string; count: number } | null // one of them, several
}

/** What a cover is drawn from; null: there is no board. */
export interface Cover {
  description: Pick<Description, 'hash' | 'title' | 'seats' | 'options' | 'members' | 'kinds' | 'vars'> &
    Partial<Pick<Description, 'boards' | 'spaces'>>
  view: Pick<View, 'vars'> | null
  cards: number // that can lie somewhere
  signs: { colour: number; picture: string }[] // the first pictures of such cards
}

/** A card, and the lines of a definition that it is. */
export interface Proof {
  name: string // of the game
  file: string
  lines: string[]
  description: Pick<Description, 'hash' | 'title' | 'seats' | 'options' | 'members' | 'kinds' | 'cards' | 'boards' |
    'tracks' | 'vars'>
}

/** What happens when time is up; null: nothing. */
export type Late = 'bot' | 'pass' | null

export interface NewTable {
  game: string
  options: Record<string, string>
  seats: { bot: string | null; name?: string }[]
  listed: boolean
  practice?: boolean
  takeover?: boolean
  seed: string | number | null
  clock: number | null // seconds in all
  move_clock?: number | null // seconds for each question
  late?: Late
  always?: boolean
}

/** What the server refused, in its words. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly text: string,
  ) {
    super(text)
  }
}

async function request<T>(path: string, init?: { method?: string; body?: string }, of = transport()): Promise<T> {
  let answer: Response
  try {
    answer = await of.request(path, init)
  } catch {
    throw new Refusal('offline', 'The server does not answer.')
  }
  return read(answer)
}

/** What was answered, or a Refusal. */
export async function read<T>(answer: Response): Promise<T> {
  const body = await answer.json().catch(() => null)
  if (answer.ok) return body as T
  throw new Refusal(body?.error?.code ?? String(answer.status), body?.error?.text ?? answer.statusText)
}

export const fetchGames = () => request<Game[]>('/api/games')
export const fetchAbout = (name: string, lang: string) =>
  request<About>(`/api/games/${encodeURIComponent(name)}?lang=${lang}`)
export const fetchCover = (name: string) => request<Cover>(`/api/games/${encodeURIComponent(name)}/cover`)
export const fetchProof = () => request<Proof>('/api/proof')
export const fetchTables = () => request<Table[]>('/api/tables')
export const fetchTable = (id: string) => request<Table>(`/api/tables/${id}`)
export const fetchDescription = (hash: string, lang: string) => request<Description>(`/api/game/${hash}?lang=${lang}`)
/** Of a game of the catalogue, with its usual options. */
export const fetchRules = (name: string, lang: string) =>
  request<Description>(`/api/games/${encodeURIComponent(name)}/description?lang=${lang}`)
export const fetchLink = (id: string) => request<{ link: string }>(`/api/tables/${id}/link`)
export const fetchReplay = (
  link: string,
  seat: Eyes,
  n: number | null,
  lang: string,
  more: { steps?: boolean; scores?: boolean } = {},
) => request<Replay>('/api/replay', { method: 'POST', body: JSON.stringify({ link, n, seat, lang, ...more }) })
export async function fetchJournal(id: string): Promise<string> {
  const answer = await transport().request(`/api/tables/${id}/journal`)
  return answer.ok ? answer.text() : read(answer)
}

/** By the key in a mail. */
export const endNotices = (id: string, key: string) =>
  request<{ quiet: true }>(`/api/tables/${id}/quiet/${encodeURIComponent(key)}`, { method: 'POST', body: '' })
/** A table that begins at a moment of a game. */
export type Continued = Pick<NewTable, 'seats' | 'listed' | 'clock' | 'practice'> & {
  link: string
  n: number | null // null: the last
}

export const makeTable = (table: NewTable | Continued, of = transport()) =>
  request<{ id: string; token: string }>('/api/tables', { method: 'POST', body: JSON.stringify(table) }, of)
