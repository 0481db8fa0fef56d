// Where points came from over time: for each seat a column a round, a layer a line of the score.
import type { Moment } from '../protocol'

export interface Layer {
  line: number // of the score
  points: number
  y: number
  height: number
}

export interface Column {
  round: number
  total: number
  x: number
  width: number
  layers: Layer[]
}

export interface SeatSources {
  seat: number
  columns: Column[]
}

export interface SourcesPlan {
  seats: SeatSources[]
  lines: number[] // that anybody ever had points of, in the order of the score
  zero: number // where nothing lies
  rounds: { x: number; round: number }[]
}

const COLUMNS = 30 // a game without rounds has many moments

/** At most so many of them, the last one always. */
function thinned(history: Moment[]): Moment[] {
  const every = Math.ceil(history.length / COLUMNS)
  return history.filter((_, i) => (history.length - 1 - i) % every === 0)
}

/** What lies above and below nothing. */
const stacks = (points: number[]) => ({
  up: points.reduce((sum, n) => sum + Math.max(0, n), 0),
  down: points.reduce((sum, n) => sum + Math.min(0, n), 0),
})

/** Null: something of it is not known, or nothing is counted. */
export function sourcesOf(history: Moment[], seats: number, width: number, height: number): SourcesPlan | null {
  const moments = thinned(history)
  const known = (seat: number, m: Moment) => (m.lines?.[seat] ?? []) as number[]
  const all = moments.flatMap((m) => Array.from({ length: seats }, (_, seat) => m.lines?.[seat] ?? [null]))
  if (moments.length === 0 || all.some((lines) => lines.length === 0 || lines.includes(null))) return null
  const sums = all.map((lines) => stacks(lines as number[]))
  const high = Math.max(1, ...sums.map((s) => s.up))
  const low = Math.min(0, ...sums.map((s) => s.down))
  const scale = height / (high - low)
  const zero = high * scale
  const step = width / moments.length
  const wide = Math.min(step * 0.8, 36)
  const lines = [...all[0]!.keys()].filter((line) => all.some((points) => points[line] !== 0))
  const column = (seat: number, m: Moment, i: number): Column => {
    const points = known(seat, m)
    let [top, bottom] = [zero, zero]
    const layers = lines.flatMap((line) => {
      const n = points[line]!
      const tall = Math.abs(n) * scale
      if (n === 0) return []
      if (n > 0) top -= tall
      else bottom += tall
      return [{ line, points: n, y: n > 0 ? top : bottom - tall, height: tall }]
    })
    const x = i * step + (step - wide) / 2
    return { round: m.round, total: points.reduce((sum, n) => sum + n, 0), x, width: wide, layers }
  }
  const every = Math.ceil(moments.length / 15)
  return {
    seats: Array.from({ length: seats }, (_, seat) => ({ seat, columns: moments.map((m, i) => column(seat, m, i)) })),
    lines,
    zero,
    rounds: moments.flatMap((m, i) => (i % every === 0 ? [{ x: (i + 0.5) * step, round: m.round }] : [])),
  }
}
