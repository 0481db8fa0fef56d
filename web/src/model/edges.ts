// Marks at the edge of a board whose places go by their rows and columns: so that "row 5 column 8" can be found.
import { REACH } from '../draw/geometry'
import type { BoardPlan, Cell } from './board'
import type { Game } from './game'

export interface EdgeMark {
  text: string
  x: number
  y: number
}

const FEW = 3 // rows or columns: fewer are counted at a glance
const GAP = 15 // from the space

/** They never change while a game lasts. */
const drawn = new WeakMap<BoardPlan['plan'], EdgeMark[]>()

/** Rows at their left ends; columns over their upper ones, where they are straight. None where every place has a name,
 *  and none on boards that have letters. */
export function edgeMarks(game: Game, board: BoardPlan): EdgeMark[] {
  const known = drawn.get(board.plan) ?? marksOf(game, board)
  drawn.set(board.plan, known)
  return known
}

function marksOf(game: Game, { plan, cells }: BoardPlan): EdgeMark[] {
  if ((plan.shape !== 'hex' && plan.shape !== 'square') || plan.ground.checker) return []
  const own = cells.slice(0, plan.places.length)
  if (!own.some((c) => game.space(c.space).plain)) return []
  const reach = REACH[plan.shape]
  const lines = (key: 'row' | 'col') => {
    const first = Math.min(...own.map((c) => game.space(c.space)[key]))
    const at = (c: Cell) => game.space(c.space)[key] - first + 1
    const found = [...new Set(own.map(at))].sort((a, b) => a - b)
    return found.length < FEW ? [] : found.map((n) => [n, own.filter((c) => at(c) === n)] as const)
  }
  const rows = lines('row').map(([n, row]) => ({
    text: String(n),
    x: Math.min(...row.map((c) => c.x)) - reach.x - GAP,
    y: row[0]!.y,
  }))
  if (plan.shape === 'hex' || plan.ground.form === 'rack') return rows
  const columns = lines('col').map(([n, column]) => ({
    text: String(n),
    x: column[0]!.x,
    y: Math.min(...column.map((c) => c.y)) - reach.y - GAP,
  }))
  return [...rows, ...columns]
}
