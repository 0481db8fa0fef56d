// Points: broken down by their sources, and how they grew over the rounds as a chart.
import type { Messages } from '../messages/en'
import type { Moment, View } from '../protocol'
import { LIKE, readable, type Game } from './game'
import { totalsOf } from './history'

export interface ScorePlan {
  lines: { name: string; points: (number | null)[] }[]
  totals: (number | null)[]
  ranks: number[] | null
  // What was compared between equal totals; null: of this seat it was not
  ties: { name: string; numbers: (number | null)[] }[]
  // By what the first was told from the next, who has as many points
  decided: { name: string; numbers: [number, number] } | null
}

export function scoreOf(game: Game, view: View): ScorePlan {
  const totals = totalsOf(view)
  return {
    lines: game.about.score.map((name, i) => ({ name: readable(name), points: view.scores.map((s) => s[i] ?? null) })),
    totals,
    ranks: view.ranks ?? null,
    ties: game.about.tie
      .map((name, i) => ({ name: readable(name), numbers: (view.ties ?? []).map((mine) => mine[i] ?? null) }))
      .filter((tie) => tie.numbers.some((n) => n !== null)),
    decided: decidedBy(game, view, totals),
  }
}

/** Classes of the colours of the lines of the score: a line that is called like a thing has the colour of that thing,
 *  the others take in turn what of the palette no thing among them looks like. */
export function lineTints(game: Game): string[] {
  const { score, members } = game.about
  const own = score.map((name) => {
    const called = members.findIndex((m) => (m.look?.colour ?? 0) > 0 && readable(m.name) === readable(name))
    return called < 0 ? '' : game.styles[called]!.tint
  })
  const taken = own.flatMap((tint) => (tint ? [LIKE[Number(tint.split('-')[1])]] : []))
  const free = Array.from({ length: 10 }, (_, i) => i).filter((i) => !taken.includes(i))
  let next = 0
  return own.map((tint) => tint || `auto-${free[next++ % free.length]}`)
}

/** Who has won, where somebody could have lost. */
export const winnersOf = ({ ranks }: Pick<View, 'ranks'>): number[] =>
  ranks && ranks.length > 1 ? ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : [])) : []

/** Who has won, told to who sits at `own`. */
export function winningOf(m: Messages['end'], names: readonly string[], winners: number[], own: number | null): string {
  const others = winners.filter((seat) => seat !== own).map((seat) => names[seat]!)
  if (winners.length === 1) return m.wins(others[0] ?? null)
  const before = others.slice(0, -1).join(', ')
  return others.length < winners.length ? m.weWin(before, others.at(-1)!) : m.win(m.and(before, others.at(-1)!))
}

export interface Standing {
  lines: string[]
  lead: number // of the first over the next; 0: nobody is behind, or it is not known
  rows: {
    seat: number
    rank: number | null
    total: number | null
    layers: { line: number; points: number; part: number }[] // `part` of the longest bar; nothing for what is lost
  }[]
}

/** Seats from the best to the last, each with where its points came from. */
export function standingOf(game: Game, view: View): Standing {
  const { lines, totals, ranks } = scoreOf(game, view)
  const gained = totals.map((_, seat) => lines.reduce((sum, l) => sum + Math.max(0, l.points[seat] ?? 0), 0))
  const longest = Math.max(1, ...gained)
  const rows = totals.map((total, seat) => ({
    seat,
    rank: ranks?.[seat] ?? null,
    total,
    layers: lines.flatMap((l, line) => {
      const points = l.points[seat] ?? 0
      return points === 0 ? [] : [{ line, points, part: Math.max(0, points) / longest }]
    }),
  }))
  rows.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || (b.total ?? 0) - (a.total ?? 0) || a.seat - b.seat)
  const [first, next] = [rows[0]?.total ?? null, rows.find((r) => r.rank !== null && r.rank > 1)?.total ?? null]
  return { lines: lines.map((l) => l.name), lead: first === null || next === null ? 0 : first - next, rows }
}

/** Of all who have as many points as the first and yet a worse rank, the one who was told from the first last
 *  counts. */
function decidedBy(game: Game, view: View, totals: (number | null)[]): ScorePlan['decided'] {
  const { ranks, ties } = view
  const first = ranks?.indexOf(1) ?? -1
  if (!ranks || !ties || first < 0) return null
  const differs = (seat: number) => (ties[first] ?? []).findIndex((n, i) => n !== ties[seat]?.[i])
  const rivals = ranks.flatMap((rank, seat) =>
    rank > 1 && totals[seat] === totals[first] && differs(seat) >= 0 ? [seat] : [],
  )
  const rival = rivals.sort((a, b) => ranks[a]! - ranks[b]!)[0]
  if (rival === undefined) return null
  const line = differs(rival)
  return { name: readable(game.about.tie[line] ?? ''), numbers: [ties[first]![line]!, ties[rival]![line]!] }
}


export interface Curve {
  seat: number
  points: string // of an SVG polyline
  last: { x: number; y: number; n: number }
}

export interface ChartPlan {
  curves: Curve[]
  rounds: { x: number; n: number }[]
  levels: { y: number; n: number }[]
}

export function chartOf(history: Moment[], seats: number, width: number, height: number): ChartPlan {
  const values = history.flatMap((m) => m.totals.filter((t): t is number => t !== null))
  const low = Math.min(0, ...values)
  const high = Math.max(1, ...values)
  const first = history[0]?.round ?? 0
  const last = history.at(-1)?.round ?? 1
  const x = (round: number) => ((round - first) / Math.max(1, last - first)) * width
  const y = (n: number) => height - ((n - low) / (high - low)) * height
  const step = Math.max(1, Math.ceil((high - low) / 5 / 5) * 5)
  const levels = []
  for (let n = Math.ceil(low / step) * step; n <= high; n += step) levels.push({ y: y(n), n })
  const every = Math.max(1, Math.ceil((last - first) / 12))
  return {
    curves: Array.from({ length: seats }, (_, seat) => {
      const known = history.filter((m) => typeof m.totals[seat] === 'number')
      const places = known.map((m) => ({ x: x(m.round), y: y(m.totals[seat]!), n: m.totals[seat]! }))
      return { seat, points: places.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(' '), last: places.at(-1) }
    }).filter((c): c is Curve => c.last !== undefined),
    rounds: history.filter((m) => (m.round - first) % every === 0).map((m) => ({ x: x(m.round), n: m.round })),
    levels,
  }
}
