// Clocks between two views: the server counts a question when it is answered; until then the page counts on by itself,
// from when it saw the question open.
import type { View } from '../protocol'

export interface Clocks {
  used: number[] // as the server said, in milliseconds
  since: (number | null)[] // when the open question of a seat was seen first
}

export const NO_CLOCKS: Clocks = { used: [], since: [] }

export function follow(before: Clocks, view: View, now: number): Clocks {
  const since = view.used.map((ms, seat) => {
    if (view.status !== 'ask' || !view.asked.includes(seat)) return null
    return before.used[seat] === ms ? (before.since[seat] ?? now) : now
  })
  return { used: view.used, since }
}

/** Milliseconds a seat has taken until now; undefined where there is no clock. */
export function taken(clocks: Clocks, seat: number, now: number): number | undefined {
  const ms = clocks.used[seat]
  const since = clocks.since[seat] ?? null
  return ms === undefined || since === null ? ms : ms + Math.max(0, now - since)
}

/** "3:07", with hours where there are some. */
export function minutes(ms: number): string {
  const s = Math.floor(ms / 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  return s < 3600
    ? `${Math.floor(s / 60)}:${two(s % 60)}`
    : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`
}
