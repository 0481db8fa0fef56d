// What the page and the Workers that play many games say to one another.

/** A definition with who plays it. */
export interface Entry {
  key: string // the same key is the same games
  files: Readonly<Record<string, string>> // of the game `side`, at games/NAME/FILE
  body: { game: string; options: Record<string, string>; seats?: number; bot: string; seed: number }
}

/** 0: the saved version, 1: the text as it is. */
export type Side = 0 | 1

export type ToLab =
  | { t: 'start'; module: WebAssembly.Module }
  | { t: 'begin'; id: number; side: Side; entry: Entry }
  | { t: 'play'; id: number; side: Side; first: number; n: number }
  | { t: 'add'; side: Side; parts: readonly Uint8Array[] }
  | { t: 'forget'; side: Side }
  | { t: 'all'; id: number; side: Side }
  | { t: 'report'; id: number }

export type FromLab = { id: number; status: number; bytes: Uint8Array; took: number } | { id: -1 }

/** A value and the ends of its interval of 95 %. */
export type Interval = [value: number, low: number, high: number]

export interface LabSeat {
  name: string
  wins: Interval
  score?: Interval
  lowest?: number
  highest?: number
}

export interface LabCard {
  card: number // of the definition
  kind: string
  name: string
  offered: number // players
  played: number
  had: number
  in_games: Interval
  wins?: Interval
  lift?: { of: 'dealt' | 'offered' | 'had'; points: Interval; clear: boolean }
}

export interface Figure {
  name: string
  about: 'wins' | 'score' | 'lead' | 'changes' | 'decided' | 'length'
  seat?: number
  old: number
  new: number
  change: number
  low: number
  high: number
  clear: boolean
  more_games: number
}

export interface Finding {
  topic: 'fairness' | 'tension' | 'length' | 'points'
  verdict: 'open' | 'clear' | 'better' | 'worse'
  figure: number // of the change
}

export interface ChangedCard {
  kind: string
  name: string
  old: boolean
  new: boolean
  in_games?: Omit<Figure, 'name' | 'about'>
  wins_with?: Omit<Figure, 'name' | 'about'>
}

export interface Change {
  pairs: number
  clear: number
  figures: Figure[] // none where too few pairs ended
  findings: Finding[]
  counts: { both: number; had: number; wins: number; dead_old: number; dead_new: number }
  cards: ChangedCard[] // new, gone, or clearly changed
}

/** What games say (src/studio/lab_report.c). */
export interface Report {
  played: number
  finished: number
  limited: number
  faults: number
  fault?: string
  seats: LabSeat[]
  decisions?: Interval
  rounds?: Interval
  lines: { name: string; all: number; winners: number }[]
  cards: LabCard[]
  change?: Change
}
