// Boards on paper: as large as their spaces need to be for pieces to lie on them, and over several pages where they
// are larger than one. Pages are cut along thin lines and laid edge to edge.
import { f } from '../draw/base'
import { lying, nameOf, stepOf } from '../draw/board'
import { type BoardPlan, boardsOf } from '../model/board'
import { edgeMarks } from '../model/edges'
import { capital, type Game, readable } from '../model/game'
import { NO_VIEW } from '../model/rulebook'
import { type Extent, MARGIN, PAPERS, sheet } from './paper'
import type { PrintLabels, PrintOptions } from './options'

const SHRINKS = 0.82 // so much smaller a board may be to lie on fewer pages
const EDGE_MARKS = 0.16 // of a step: how large marks at the edge are

/** A board as one drawing in its own units, without what lies on it: what is printed on spaces is. */
export function drawingOf(game: Game, board: BoardPlan): string {
  const { plan } = board
  const names = board.cells.map((cell) => nameOf(plan, cell)).join('')
  const cells = board.cells.map((c) => `<g transform="translate(${f(c.x)} ${f(c.y)})">${lying(plan, c)}</g>`).join('')
  const size = f(stepOf(plan) * EDGE_MARKS)
  const marks = edgeMarks(game, board).map((m) =>
    `<text class="dn db" x="${f(m.x)}" y="${f(m.y + size * 0.36)}" font-size="${size}" text-anchor="middle" ` +
    `fill="var(--faint)">${m.text}</text>`)
  const all = `${plan.under}${board.printed}${cells}${plan.over}${marks.join('')}${names}`
  // Sheets hold no styles, so the colour of the ground is written where it is used
  return `<g class="board">${all.replaceAll('var(--ground)', board.ground.day)}</g>`
}

/** How a board lies on pages: millimetres for a unit of its drawing, turned or not, columns and rows of pages. */
export interface Laid {
  k: number
  turned: boolean
  columns: number
  rows: number
}

/** The fewest pages; rather upright than turned, and as large as these pages allow, up to the size that was wanted. */
export function layBoard(plan: Extent, step: number, wanted: number, room: Extent): Laid {
  const full = wanted / step
  const pages = (size: number, of: number) => Math.max(1, Math.ceil(size / of - 1e-9))
  const ways = [false, true].map((turned) => {
    const [w, h] = turned ? [plan.h, plan.w] : [plan.w, plan.h]
    const at = (k: number) => ({ columns: pages(w * k, room.w), rows: pages(h * k, room.h) })
    const { columns, rows } = at(full * SHRINKS)
    const k = Math.min(full, (columns * room.w) / w, (rows * room.h) / h)
    return { k, turned, columns, rows }
  })
  const [upright, turned] = ways as [Laid, Laid]
  const [a, b] = [upright.columns * upright.rows, turned.columns * turned.rows]
  return b < a || (b === a && turned.k > upright.k * 1.02) ? turned : upright
}

/** The boards of the table, and of the first player those that all players have: players have one each. */
export function boardSheets(game: Game, options: PrintOptions, labels: PrintLabels): string[] {
  const paper = PAPERS[options.paper]
  return boardsOf(game, NO_VIEW).flatMap((board) => {
    const whose = board.owner === null ? '' : ` (${labels.player(board.owner + 1)})`
    const title = `${game.about.title}: ${capital(readable(board.title))}${whose}`
    return sheetsOf(game, board, title, options, paper, labels)
  })
}

function sheetsOf(
  game: Game, board: BoardPlan, title: string, options: PrintOptions, paper: Extent, labels: PrintLabels,
): string[] {
  const room = { w: paper.w - 2 * MARGIN, h: paper.h - 2 * MARGIN }
  const plan = { w: board.plan.width, h: board.plan.height }
  const { k, turned, columns, rows } = layBoard(plan, stepOf(board.plan), options.space, room)
  const all = { w: (turned ? plan.h : plan.w) * k, h: (turned ? plan.w : plan.h) * k }
  const each = { w: all.w / columns, h: all.h / rows }
  const turn = turned ? `translate(${f(plan.h)} 0) rotate(90)` : ''
  const svg = `<g transform="scale(${k.toFixed(5)}) ${turn}">${drawingOf(game, board)}</g>`
  const [left, top] = [(paper.w - each.w) / 2, (paper.h - each.h) / 2]
  return Array.from({ length: columns * rows }, (_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    const view = `viewBox="${f(column * each.w)} ${f(row * each.h)} ${f(each.w)} ${f(each.h)}"`
    const place = `x="${f(left)}" y="${f(top)}" width="${f(each.w)}" height="${f(each.h)}"`
    const shown = `<svg ${place} ${view}>${svg}</svg>`
    const said = columns * rows > 1 ? `${title}, ${labels.piece(column + 1, row + 1, columns, rows)}` : title
    const lines = cutLines(left, top, each, [column > 0, row > 0, column < columns - 1, row < rows - 1])
    return sheet(paper, shown + lines, said)
  })
}

type Sides = [west: boolean, north: boolean, east: boolean, south: boolean]

/** Marks beyond the edges at which pages meet. */
function cutLines(x: number, y: number, { w, h }: Extent, [west, north, east, south]: Sides): string {
  const upright = (at: number) => `M${f(at)} ${f(y - 5)}v4M${f(at)} ${f(y + h + 1)}v4`
  const lying = (at: number) => `M${f(x - 5)} ${f(at)}h4M${f(x + w + 1)} ${f(at)}h4`
  const d = (west ? upright(x) : '') + (east ? upright(x + w) : '') + (north ? lying(y) : '') +
    (south ? lying(y + h) : '')
  return d && `<path class="cut" d="${d}" fill="none" stroke="#000" stroke-width=".15"/>`
}

