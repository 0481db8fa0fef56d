// What the studio asks of its engine, and what it is answered (src/studio/ask*.c). Places are those of the compiler:
// lines and columns count from 1, columns and lengths are in characters (code points), 0 is the whole line.

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

/** By name: what goes there and what comes back. */
export interface Asks {
  check: [Setup, Checked]
  scenarios: [{ game: string; only?: string }, Unless<{ results: ScenarioResult[]; failed: number }>]
  model: [{ game: string }, Unless<{ model: unknown }>] // docs/model.schema.json
  cards: [{ game: string; kind?: string },
    Unless<{ kinds?: { kind: string; above?: string; cards: number }[]; csv?: string }>]
  take: [{ game: string; kind: string; csv: string; remove?: boolean }, Unless<Taken>]
  fmt: [{ text: string }, Unless<{ text: string }>]
}
