// Clocks between two messages: the server says what each seat has taken; until it speaks again the page counts on by
// itself for those who are asked.
import type { Late, Table, TableSeat } from '../protocol'

/** As the server said, in milliseconds. */
export interface Clocks {
  used: number[] // on questions that were answered
  open: number[] // on the open one
  asked: number[]
  ticking: boolean
  at: number // when it was heard
}

export const HURRY = 10000 // milliseconds left from which on it shows

export const NO_CLOCKS: Clocks = { used: [], open: [], asked: [], ticking: false, at: 0 }

/** What a view or a table says of clocks. */
export interface Told {
  used?: number[]
  open?: number[]
  asked?: number[]
  ticking?: boolean
}

export const follow = (told: Told, now: number): Clocks => ({
  used: told.used ?? [],
  open: told.open ?? [],
  asked: told.asked ?? [],
  ticking: told.ticking ?? false,
  at: now,
})

/** Seconds in all, and for each question; null: as long as one likes. */
export interface Limits {
  clock: number | null
  move: number | null
}

/** Milliseconds a seat has left, below 0 when its time is up; undefined: no clock says anything of it now. */
export function left(clocks: Clocks, seat: number, { clock, move }: Limits, now: number): number | undefined {
  const used = clocks.used[seat]
  if (used === undefined) return undefined
  const asked = clocks.asked.includes(seat)
  const open = asked ? (clocks.open[seat] ?? 0) + (clocks.ticking ? Math.max(0, now - clocks.at) : 0) : 0
  const ends = [clock ? clock * 1000 - used - open : Infinity, move && asked ? move * 1000 - open : Infinity]
  const soonest = Math.min(...ends)
  return soonest === Infinity ? undefined : soonest
}

/** "3:07", with hours where there are some; what is begun counts as a whole second. */
export function minutes(ms: number): string {
  const s = Math.abs(Math.ceil(ms / 1000))
  const two = (n: number) => String(n).padStart(2, '0')
  const text = s < 3600
    ? `${Math.floor(s / 60)}:${two(s % 60)}`
    : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
  return ms <= -1000 ? `−${text}` : text
}

export const limitsOf = (table: Table | null): Limits => ({
  clock: table?.settings.clock ?? null,
  move: table?.settings.move_clock ?? null,
})

export const hasClock = (table: Table | null): boolean =>
  limitsOf(table).clock !== null || limitsOf(table).move !== null

export const lateOf = (table: Table | null): Late => table?.settings.late ?? null

/** Seats whose time was up since. */
export const struck = (before: TableSeat[], now: TableSeat[]): number[] =>
  now.flatMap((s, i) => ((s.late ?? 0) > (before[i]?.late ?? 0) ? [i] : []))
