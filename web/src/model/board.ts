// Boards as cells on a plane: hexes and squares get places, other shapes are lists. What lies on a space is told by its
// variables: the first that names a thing is the tile, the first that names a player the owner.
import { drawingOf } from '../pictures'
import type { Board, View } from '../protocol'
import { giftsOf, read, tells, words, type Token } from './data'
import { isHidden, readable, tintOf, titleOf, type Game, type Style } from './game'

/** What can be written on a space; a sentence (for which piece it is reserved, say) is left to the words of the
 *  spot. */
export const CHARS = 14

export interface Mark {
  variable: string
  seat: number
  first: boolean // the first such variable of the space; the others are drawn hollow
}

export interface Cell {
  space: number
  x: number
  y: number
  name: string // empty where it is only a number
  kind: string
  kindTint: string // of kinds that are not the common one
  kindIcon: string
  kindDrawing: string | undefined
  bonus: Token[]
  tile: { name: string; style: Style } | null
  marks: Mark[]
  notes: string[] // everything else that lies there
  title: string // all of it in words
}

export interface BoardPlan {
  title: string
  shape: Board['shape']
  placed: boolean // cells have places; else they are a list
  width: number
  height: number
  cells: Cell[]
  legend: LegendEntry[]
}

export interface LegendEntry {
  tint: string
  sign: string
  drawing?: string | undefined
  text: string
  what: 'tile' | 'kind' | 'mark' | 'hollow'
}

export const RADIUS = 50
const HEX_STEP = Math.sqrt(3) * RADIUS
const SQUARE = 84
const EDGE = 4

export function boardsOf(game: Game, view: View): BoardPlan[] {
  return game.about.boards.filter((b) => b.in_use && b.count > 0 && !isHidden(b)).map((b) => planBoard(game, view, b))
}

function commonKind(game: Game, board: Board): string {
  const sizes = new Map<string, number>()
  for (let i = 0; i < board.count; i++) {
    const kind = game.space(board.first + i).kind
    sizes.set(kind, (sizes.get(kind) ?? 0) + 1)
  }
  return [...sizes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}

function kindTints(game: Game, board: Board): Map<string, string> {
  const common = commonKind(game, board)
  const tints = new Map<string, string>()
  for (let i = 0; i < board.count; i++) {
    const space = game.space(board.first + i)
    if (space.kind === common || tints.has(space.kind)) continue
    tints.set(space.kind, tintOf(space.look, `auto-${(tints.size + 3) % 10}`))
  }
  return tints
}

function planBoard(game: Game, view: View, board: Board): BoardPlan {
  const spaces = Array.from({ length: board.count }, (_, i) => board.first + i)
  const tints = kindTints(game, board)
  const placed = board.shape === 'hex' || board.shape === 'square'
  const rows = spaces.map((s) => game.space(s).row)
  const cols = spaces.map((s) => game.space(s).col)
  const firstRow = Math.min(...rows)
  const firstCol = Math.min(...cols)
  const down = Math.max(...rows) - firstRow
  const across = Math.max(...cols) - firstCol
  const hex = board.shape === 'hex'
  const cells = spaces.map((s) => {
    const { row, col } = game.space(s)
    const x = hex ? ((col - firstCol) * HEX_STEP) / 2 + HEX_STEP / 2 : (col - firstCol + 0.5) * SQUARE
    const y = hex ? (row - firstRow) * RADIUS * 1.5 + RADIUS : (row - firstRow + 0.5) * SQUARE
    return planCell(game, view, board, s, x + EDGE, y + EDGE, tints)
  })
  return {
    title: titleOf(board),
    shape: board.shape,
    placed,
    width: (hex ? ((across + 2) * HEX_STEP) / 2 : (across + 1) * SQUARE) + 2 * EDGE,
    height: (hex ? down * RADIUS * 1.5 + 2 * RADIUS : (down + 1) * SQUARE) + 2 * EDGE,
    cells,
    legend: legendOf(cells),
  }
}

function planCell(
  game: Game,
  view: View,
  board: Board,
  s: number,
  x: number,
  y: number,
  tints: Map<string, string>,
): Cell {
  const space = game.space(s)
  const ownName = space.plain || space.name === `${board.name} ${space.number}` ? '' : space.name
  const cell: Cell = {
    space: s,
    x,
    y,
    name: readable(ownName),
    kind: titleOf({ name: space.kind, title: space.title }),
    kindTint: tints.get(space.kind) ?? '',
    kindIcon: tints.has(space.kind) ? (space.look?.icon ?? '') : '',
    kindDrawing: tints.has(space.kind) ? drawingOf(space.look?.picture) : undefined,
    bonus: giftsOf(game, space.gives).filter((token) => token.style || token.name.length <= CHARS),
    tile: null,
    marks: [],
    notes: [],
    title: '',
  }
  const said = addContents(game, view, cell)
  cell.title = [readable(space.name), cell.kind, space.text, ...said].filter(Boolean).join(', ')
  return cell
}

/** Fills in what lies there; in words, too. */
function addContents(game: Game, view: View, cell: Cell): string[] {
  const said: string[] = []
  let owners = 0
  game.about.vars.forEach((variable, v) => {
    if (variable.scope !== 'space' || isHidden(variable)) return
    if (variable.type === 'player') owners++
    for (let entry = 0; entry < variable.entries; entry++) {
      const value = read(view, v, variable, cell.space, entry)
      if (!tells(variable, value)) continue
      const name = readable(variable.index?.[entry] ?? variable.name)
      const text = words(game, variable, value)
      said.push(text ? `${name} ${text}` : name)
      if (variable.type === 'member' && !cell.tile && typeof value === 'number')
        cell.tile = { name: text, style: game.styles[value]! }
      else if (variable.type === 'player' && typeof value === 'number')
        cell.marks.push({ variable: name, seat: value, first: owners === 1 })
      else cell.notes.push(text ? `${name} ${text}` : name)
    }
  })
  return said
}

function legendOf(cells: Cell[]): LegendEntry[] {
  const entries = new Map<string, LegendEntry>()
  const add = (e: LegendEntry) => entries.set(`${e.what} ${e.text}`, e)
  for (const c of cells) {
    if (c.kindTint) add({ what: 'kind', tint: c.kindTint, sign: c.kindIcon, drawing: c.kindDrawing, text: c.kind })
    if (c.tile)
      add({
        what: 'tile',
        tint: c.tile.style.tint,
        sign: c.tile.style.sign,
        drawing: c.tile.style.drawing,
        text: c.tile.name,
      })
    for (const m of c.marks) add({ what: m.first ? 'mark' : 'hollow', tint: '', sign: '', text: m.variable })
  }
  return [...entries.values()]
}

/** The six corners of a hex, a little inside its place. */
export function hexPoints(x: number, y: number, radius = RADIUS - 2.5): string {
  return Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI / 3) * i - Math.PI / 2
    return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`
  }).join(' ')
}

export const SQUARE_SIDE = SQUARE - 5
