// How points grew, as far as a table remembers it while it is played; what is drawn of it is made in score.ts, which
// comes when it is looked at.
import type { Moment, View } from '../protocol'
import type { Game } from './game'

/** Points of each seat; null: not known. */
export const totalsOf = (view: View): (number | null)[] =>
  view.scores.map((lines) =>
    lines.includes(null) ? null : lines.reduce<number>((sum, n) => sum + (n ?? 0), 0))

/** Whether there is anything to see of how points grew: somebody had some, and it is known. */
export const isTelling = (history: Moment[]): boolean =>
  history.some((m) => m.totals.some((n) => n !== null && n !== 0))

/** One moment a round: the last seen of each. What was taken back is forgotten. */
export function remember(game: Game, history: Moment[], view: View): Moment[] {
  if (game.about.score.length === 0) return history
  const i = game.about.periods.findIndex((p) => p.round)
  const round = i >= 0 ? (view.periods[i] ?? 0) : view.n
  const earlier = history.filter((m) => m.n <= view.n && m.round < round)
  return [...earlier, { n: view.n, round, totals: totalsOf(view), lines: view.scores }]
}
