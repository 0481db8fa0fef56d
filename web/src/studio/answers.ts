// What the studio asks of its engine, and what it is answered (src/studio/ask*.c). Places are those of the compiler:
// lines and columns count from 1, columns and lengths are in characters (code points), 0 is the whole line.

import type { Description } from '../protocol'

export interface Diagnostic {
  level: 'error' | 'warning' | 'note'
  code: string
  text: string
  hint?: string
  file: string
  line: number
  col: number
  length: number
}

/** A configuration of a game; what is left out is as the definition has it. */
export interface Setup {
  game: string
  options?: Record<string, string>
  seats?: number
}

/** A text that cannot be compiled is answered with its diagnostics. */
export type Unless<T> = (T & { diagnostics?: undefined }) | { diagnostics: Diagnostic[] }

export interface Checked {
  ok: boolean
  fits: boolean // false: the text has no such option, value or number of seats
  diagnostics: Diagnostic[]
  seats: [number, number]
  options: { name: string; title: string; values: string[] }[]
}

/** How many play if nobody says so. */
export const usualSeats = ([least, most]: [number, number]) => (least > 1 || most < 2 ? least : 2)

export interface ScenarioResult {
  name: string
  file: string
  line: number
  failed_line?: number
  message?: string // it failed
}

export interface Taken {
  files: { path: string; text: string }[] // none where there are problems; nothing is written
  said: string[]
  problems: { row: number; column: number; title?: string; text: string }[]
  missing: number // cards that have no row
}

export interface TracePlace {
  file: string
  line: number
  column: number
  length: number
}
/** What happened: an answer, a rule with what happened in it, a change, or what failed (docs/trace.schema.json). */
export interface TracePart {
  answer?: string
  forced?: true
  rule?: string
  seat?: string
  reacts?: true
  goes_on?: true
  gives?: number
  card?: { card: number; name: string; kind: string }
  written?: TracePlace
  failed?: string
  change?: string
  name?: string
  of?: string
  what?: string
  was?: string
  is?: string
  at?: TracePlace
  parts?: TracePart[]
}
export interface Traced {
  before: object
  tree: TracePart[]
  differences: TracePart[]
  after: object
  asked: { seat: string; question: string; answers: string[] }[]
  refused?: string // an answer cannot be given; what came before it is in the tree
}
/** Where it is tried: what a scenario is given, a game that was played, or one that begins; `at`: behind so many of its
 * answers. */
export interface Trying extends Setup {
  scenario?: string
  journal?: string
  link?: string
  seed?: number
  at?: number
  answers: string[]
}

/** A game that was played by an earlier text, by the text as it is now. */
export interface Followed {
  answered: number
  of: number
  stopped?: string // why it went no further
  link?: string // of the game as far as it goes; none: it is over there
}

export type Problem = Omit<Diagnostic, 'level' | 'code'>

/** By name: what goes there and what comes back. */
export interface Asks {
  check: [Setup, Checked]
  scenarios: [{ game: string; only?: string }, Unless<{ results: ScenarioResult[]; failed: number }>]
  model: [{ game: string }, Unless<{ model: unknown }>] // docs/model.schema.json
  /** Every token with what it is, in bytes (src/design/tokens.h). */
  tokens: [{ game: string }, { sorts: string[]; files: { path: string; tokens: number[] }[] }]
  cards: [{ game: string; kind?: string },
    Unless<{ kinds?: { kind: string; above?: string; cards: number }[]; csv?: string }>]
  take: [{ game: string; kind: string; csv: string; remove?: boolean; some?: boolean }, Unless<Taken>]
  trace: [Trying, Unless<Traced>]
  /** With other texts in place of some files (paths games/NAME/FILE): the errors of all configurations. */
  try: [{ game: string; files: { path: string; text: string }[] }, { ok: boolean; problems: Problem[] }]
  /** What is named at byte `at` of a file gets another name: the edits, `from` and `to` in bytes. */
  rename: [{ game: string; file: string; at: number; name: string },
    { edits: { path: string; from: number; to: number; text: string }[]; refused?: string }]
  describe: [Setup & { language: string }, { game: Description }]
  follow: [Setup & { journal: string }, Unless<Followed>]
  fmt: [{ text: string }, Unless<{ text: string }>]
}
