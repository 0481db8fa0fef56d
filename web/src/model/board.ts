// Boards as they are drawn: where spaces lie, what is printed on them, and what lies there now, which their variables
// tell: the first that names a thing is the tile, the first that names a player the owner. Loose spaces lie on the rim
// of the first other board. What does not change in a game is worked out once for a description.
import { AUTO, NOBODY } from '../draw/base'
import { planOf, printed, type Extra, type Plan, type Printed, type Spot } from '../draw/board'
import type { Outline } from '../draw/geometry'
import { drawnGround, groundBy, type Ground } from '../draw/ground'
import { ANY_CARD, type Thing } from '../draw/icons'
import { drawingOf } from '../pictures'
import type { Board, Description, Question, Variable, View } from '../protocol'
import { giftsOf, read, tells, valueText, type Change, type Token } from './data'
import { isHidden, readable, titleOf, type Game } from './game'
import { once } from './once'
import { thingsOf } from './things'

/** What can be written on a space; a sentence (for which piece it is reserved, say) is left to the words of the
 *  spot. */
export const CHARS = 14

export interface Cell extends Spot {
  kindName: string
  title: string // all of it in words
}

export interface LegendEntry {
  thing: Thing
  text: string
  what: 'tile' | 'kind'
  outline: Outline
}

export interface BoardPlan {
  title: string
  owner: number | null // whose it is; null: it is on the table
  plan: Plan
  ground: { day: string; night: string }
  printed: string // all that does not change
  cells: Cell[]
  legend: LegendEntry[]
}

// ---- what does not change

interface Still {
  title: string
  owner: number | null
  plan: Plan
  ground: { day: string; night: string }
  printed: string
  cells: Cell[] // with nothing on them
}

const stills = new WeakMap<Description, Still[]>()

function stillsOf(game: Game): Still[] {
  const known = stills.get(game.about)
  if (known) return known
  const boards = game.about.boards.filter((b) => b.in_use && b.count > 0 && !isHidden(b))
  const owners = [undefined, ...game.about.seats.keys()]
  const made = owners.flatMap((owner) => stillsAmong(game, boards.filter((b) => b.owner === owner)))
  stills.set(game.about, made)
  return made
}

/** Those of the table, or of one player. */
function stillsAmong(game: Game, boards: Board[]): Still[] {
  const isLoose = (b: Board) => b.shape === 'loose' && spacesOf(b).some((s) => game.space(s).at === null)
  const loose = boards.filter(isLoose)
  const others = boards.filter((b) => !isLoose(b)) // loose ones that the definition draws stand alone
  const [first, ...rest] = others.length > 0 ? others : loose
  const around = others.length > 0 ? loose : []
  return first ? [still(game, first, around), ...rest.map((b) => still(game, b, []))] : []
}

const spacesOf = (b: Board) => Array.from({ length: b.count }, (_, i) => b.first + i)

function still(game: Game, board: Board, around: Board[]): Still {
  const own = spacesOf(board)
  const rim = around.flatMap(spacesOf)
  const common = commonKind(game, board)
  const ground = groundOf(game, board, common)
  const inside = (s: number) => s >= board.first && s < board.first + board.count
  const links = board.links.filter(([a, b]) => inside(a) && inside(b))
  const plan = planOf({
    shape: board.shape,
    places: own.map((s) => game.space(s)),
    links: links.map(([a, b]): [number, number] => [a - board.first, b - board.first]),
    ground,
    lettered: board.shape === 'square' && own.length > 0 && own.every((s) => isLettered(game, board, s)),
    loose: rim.length,
    seed: `${board.name} ${game.about.title}`,
    id: `b${game.about.hash}${board.first}`,
  })
  const kinds = kindThings(game, [board, ...around], common)
  const cells = [...own, ...rim].map((s, i) => emptyCell(game, s, plan, i, kinds))
  const owner = board.owner ?? null
  return { title: titleOf(board), owner, plan, ground: groundBy(ground.colour), printed: printed(plan, cells), cells }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Whether a space is called by its column, from the left, and its row, from below: a1, h8. */
function isLettered(game: Game, board: Board, s: number): boolean {
  const { name, row, col } = game.space(s)
  return name === `${LETTERS[col]}${board.rows - row}`
}

/** What the definition says; else stone, in the colour of the most common kind of space. */
function groundOf(game: Game, board: Board, common: string): Ground {
  const look = spacesOf(board).map((s) => game.space(s)).find((s) => s.kind === common)?.look
  const said = board.ground ?? { texture: 'stone', shape: 'sheet', colour: look?.colour ?? 0, checker: false }
  return drawnGround({ ...said, checker: said.checker && board.shape === 'square' })
}

function commonKind(game: Game, board: Board): string {
  const sizes = new Map<string, number>()
  for (const s of spacesOf(board)) sizes.set(game.space(s).kind, (sizes.get(game.space(s).kind) ?? 0) + 1)
  return [...sizes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}

/** Kinds that are not the common one; without a colour of their own they take the next of the palette. */
function kindThings(game: Game, boards: Board[], common: string): Map<string, Thing> {
  const kinds = new Map<string, Thing>()
  for (const s of boards.flatMap(spacesOf)) {
    const { kind, title, look } = game.space(s)
    if (kind === common || kinds.has(kind) || look?.hidden) continue
    const colour = look?.colour || AUTO + ((kinds.size + 3) % 10)
    const picture = drawingOf(look?.picture) === undefined ? undefined : look!.picture!
    kinds.set(kind, { sort: 'space', name: readable(title || kind), colour, picture, letters: look?.icon ?? '' })
  }
  return kinds
}

function emptyCell(game: Game, s: number, plan: Plan, i: number, kinds: Map<string, Thing>): Cell {
  const space = game.space(s)
  const board = game.about.boards[space.board]!
  const ownName = space.plain || space.name === `${board.name} ${space.number}` ? '' : space.name
  const tokens = giftsOf(game, space.gives).filter((token) => token.style || token.cards || token.name.length <= CHARS)
  return {
    space: s,
    ...plan.points[i]!,
    outline: plan.outlines[i]!,
    name: readable(ownName),
    kind: kinds.get(space.kind) ?? null,
    kindName: space.look?.hidden ? '' : titleOf({ name: space.kind, title: space.title }),
    prints: tokens.map((token) => printedToken(game, token)),
    tile: null,
    owners: [],
    extras: [],
    title: '',
  }
}

/** Cards, which are no thing of a definition, are drawn as cards and not said. */
function printedToken(game: Game, token: Token): Printed {
  const n = token.count === '' ? null : Number(token.count)
  if (token.thing !== undefined) return { thing: thingsOf(game).of({ m: token.thing }), n, text: token.name }
  return { thing: token.cards ? { ...ANY_CARD, name: token.name } : null, n, text: token.name }
}

// ---- what lies there

export const boardsOf = once((game, view): BoardPlan[] => {
  const lies = game.about.vars.flatMap((variable, v) => (variable.scope === 'space' ? [{ variable, v }] : []))
  return stillsOf(game).map((b) => {
    const cells = b.cells.map((cell) => {
      const key = JSON.stringify(lies.map(({ variable, v }) =>
        Array.from({ length: variable.entries }, (_, entry) => read(view, v, variable, cell.space, entry))))
      const before = lastFilled.get(cell)
      if (before?.game === game && before.key === key) return before.cell
      const now = filled(game, view, cell)
      lastFilled.set(cell, { game, key, cell: now })
      return now
    })
    const told = cells.flatMap((c) => [c.kind, c.tile].flatMap((thing) => thing?.name ?? []))
    const key = [...new Set(told)].join('\n')
    const before = lastLegend.get(b)
    const legend = before?.key === key ? before.legend : legendOf(cells)
    lastLegend.set(b, { key, legend })
    return { ...b, cells, legend }
  })
})

const lastLegend = new WeakMap<Still, { key: string; legend: LegendEntry[] }>()

/** Of each empty cell what lay there last: a space on which nothing changed stays the same, and is not drawn anew. */
const lastFilled = new WeakMap<Cell, { game: Game; key: string; cell: Cell }>()

function filled(game: Game, view: View, empty: Cell): Cell {
  const cell: Cell = { ...empty, owners: [], extras: [] }
  const said = addContents(game, view, cell)
  const space = game.space(cell.space)
  cell.title = [readable(space.name), cell.kindName, space.text, ...said].filter(Boolean).join(', ')
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
      const text = valueText(game, variable, value)
      said.push(text ? `${name} ${text}` : name)
      if (variable.type === 'member' && !cell.tile && typeof value === 'number') cell.tile = pieceOf(game, value)
      else if (variable.type === 'player' && typeof value === 'number')
        cell.owners.push({
          seat: value < game.about.seats.length ? value : NOBODY,
          thing: thingsOf(game).of({ v }),
          first: owners === 1,
        })
      else cell.extras.push(extraOf(game, v, variable, entry, typeof value === 'number' ? value : null, text))
    }
  })
  return said
}

/** A member on a space: pieces are tiles, resources cubes of wood, the rest counters. */
function pieceOf(game: Game, member: number): Thing {
  const thing = thingsOf(game).of({ m: member })
  const { sort } = game.about.members[member]!
  return sort === 'piece' || sort === 'resource' ? thing : { ...thing, sort: 'counter' }
}

function extraOf(game: Game, v: number, variable: Variable, entry: number, value: number | null, text: string): Extra {
  const entryName = variable.index?.[entry]
  const member = entryName === undefined ? undefined : game.memberAmong(variable.index!, entryName)
  const name = readable(entryName ?? variable.name)
  const own = variable.look?.picture ?? (drawingOf(variable.name) === undefined ? undefined : variable.name)
  const colour = variable.look?.colour || AUTO + (v % 10)
  const thing: Thing =
    member === undefined
      ? { sort: 'tag', name, colour, picture: own, letters: variable.look?.icon ?? name.slice(0, 2) }
      : thingsOf(game).of({ m: member })
  if (variable.type === 'number' && value !== null) return { thing, n: value, text: '' }
  if (variable.type === 'truth' && value !== null) return { thing, n: null, text: '' }
  return { thing, n: null, text }
}

function legendOf(cells: Cell[]): LegendEntry[] {
  const entries = new Map<string, LegendEntry>()
  const add = (what: LegendEntry['what'], thing: Thing, text: string, { outline }: Cell) =>
    entries.set(`${what} ${text}`, { what, thing, text, outline })
  for (const c of cells) {
    if (c.kind) add('kind', c.kind, c.kindName, c)
    if (c.tile) add('tile', c.tile, c.tile.name, c)
  }
  return [...entries.values()]
}

// ---- what would lie there

/** The piece that a question about spaces puts there: the one its words name, or where a space holds nothing but an
 *  owner, one's own; null where that is not known. */
export function pieceAsked(game: Game, question: Question | null): { tile: Thing | null; mine: boolean } | null {
  const named = (question?.spans ?? []).flatMap((span) => (span[2] === 'member' ? [span[3]] : []))
  const lies = game.about.vars.filter((v) => v.scope === 'space' && !isHidden(v))
  const holds = lies.some((v) => v.type === 'member')
  if (named.length === 1 && holds) {
    const { sort } = game.about.members[named[0]!]!
    return sort === 'piece' || sort === 'resource' ? { tile: pieceOf(game, named[0]!), mine: false } : null
  }
  return named.length === 0 && lies.length === 1 && lies[0]!.type === 'player' ? { tile: null, mine: true } : null
}

/** A change of one's numbers as it is drawn. */
export const gainOf = (game: Game, change: Change): { by: number; thing: Thing | null; text: string } => {
  const thing = change.thing === undefined || !change.style ? null : thingsOf(game).of({ m: change.thing })
  return { by: change.by, thing, text: thing ? change.of : readable(change.name) }
}
