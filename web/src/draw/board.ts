// A board in layers from below: the ground, the spaces printed on it, what they give, what lies there, names. What
// never changes in a game is one text; what lies on a space is a text of its own, so that a page replaces only what
// changed. Where spaces are outlined all at once, one path holds them all: sixty spaces are a few dozen elements.
import { chance, f, lighter, said, seatColour, tint } from './base'
import { type Box, column, cut, flow, measure, row, scaled, textAt } from './boxes'
import {
  CHIP, HOLE, layout, outlinePath, OVAL, POINT, RADIUS, REACH, SQUARE, type Outline, type Place, type Point, type Shape,
} from './geometry'
import { deep, floor, GROUND, pale, type Ground } from './ground'
import { coin, icon, isMoney, type Thing } from './icons'
import { counter, cube, heap, BLACK, man, MEN, nearer, onBlack, owned, signOf, stood, tile, woodCube } from './pieces'
import { men, menOn, pointsPrinted, wayOf } from './points'
import { ripples } from './scene'
import { solid } from './solids'

/** A part of what is printed on a space: so many of a thing, or words. */
export interface Printed {
  thing: Thing | null
  n: number | null
  text: string
}

export interface Owner {
  seat: number
  thing: Thing | null // what stands there by itself, where there is no tile
  first: boolean // the first variable of the space that names a player; others only claim it
}

/** Something else that lies there: a number of it, or only that it does. */
export interface Extra {
  thing: Thing
  n: number | null
  text: string // instead of the thing, where it is words
}

/** A space and what lies on it now. */
export interface Spot {
  space: number
  x: number
  y: number
  outline: Outline
  name: string
  kind: Thing | null // unless it is the common one
  prints: Printed[]
  tile: Thing | null
  owners: Owner[]
  extras: Extra[]
}

export interface BoardInput {
  shape: Shape
  places: Place[]
  links: [number, number][] // by number in `places`
  ground: Ground
  lettered: boolean // its spaces are called by column and row, a1 to h8: that stands at the edge
  loose: number // spaces that lie on its rim
  seed: string
  id: string // begins the names of what is defined for use; another one for each board of a page
}

/** A board without what lies on it. */
export interface Plan extends BoardInput {
  width: number
  height: number
  points: Point[] // of its spaces, then of those on the rim
  outlines: Outline[]
  fine: number // how much finer marks are: a board of few spaces is seen from near
  under: string
  over: string
}

/** From a space to the next. */
export const stepOf = ({ points: [a, b], width }: Plan): number => (a && b ? Math.hypot(b.x - a.x, b.y - a.y) : width)

const USUAL = 560
const FINEST = 0.5

export function planOf(input: BoardInput): Plan {
  const long = input.ground.form === 'points' && input.shape === 'square'
  const lay = layout(long ? 'points' : input.shape, input.places, input.links, input.seed)
  const fine = Math.max(FINEST, Math.min(1, Math.max(lay.width, lay.height) / USUAL))
  const ground = floor(input.ground, lay, input.seed, input.id, input.lettered || input.ground.checker ? 1 : fine)
  const points = lay.points.map((p) => ({ x: p.x + ground.left, y: p.y + ground.top }))
  const rim = onRim(input, ground.width, ground.height)
  return {
    ...input,
    width: ground.width,
    height: ground.height + rim.below,
    points: [...points, ...rim.points],
    outlines: [...points.map(() => lay.outline), ...rim.points.map((): Outline => 'chip')],
    fine,
    under: ground.under + ways(input, points),
    over: ground.over,
  }
}

/** Beside a globe there is room in the four corners; else loose spaces lie in rows below. */
function onRim({ ground, loose }: BoardInput, width: number, height: number): { points: Point[]; below: number } {
  const { x, y } = REACH.chip
  if (ground.form === 'globe' && loose <= 4) {
    const high = 0.84 * height // clear of what stands below the board
    const corners = [[x, high], [width - x, high], [width - x, y], [x, y]] // prettier-ignore
    return { points: corners.slice(0, loose).map(([cx, cy]) => ({ x: cx!, y: cy! })), below: 0 }
  }
  const each = Math.max(1, Math.floor(width / (2 * x)))
  const rows = Math.ceil(loose / each)
  const points = Array.from({ length: loose }, (_, i) => {
    const line = Math.floor(i / each)
    const inLine = Math.min(each, loose - line * each)
    return { x: width / 2 + ((i % each) - (inLine - 1) / 2) * 2 * x, y: height + (2 * line + 1) * y }
  })
  return { points, below: rows * 2 * y }
}

/** Roads between the places of a graph or a ring. */
function ways({ shape, links, seed }: BoardInput, points: Point[]): string {
  if (shape !== 'graph' && shape !== 'ring') return ''
  const r = chance(seed)
  const pairs = shape === 'ring' ? points.map((_, i): [number, number] => [i, (i + 1) % points.length]) : links
  const middle = { x: mean(points.map((p) => p.x)), y: mean(points.map((p) => p.y)) }
  const d = pairs
    .map(([a, b]) => {
      const [p, q] = [points[a]!, points[b]!]
      const [mx, my] = [(p.x + q.x) / 2, (p.y + q.y) / 2]
      const k = shape === 'graph' ? (r() - 0.5) * 0.16 : 0
      const out = shape === 'ring' ? 0.14 : 0
      const bx = mx + (q.y - p.y) * k + (mx - middle.x) * out
      const by = my - (q.x - p.x) * k + (my - middle.y) * out
      return `M${f(p.x)} ${f(p.y)}Q${f(bx)} ${f(by)} ${f(q.x)} ${f(q.y)}`
    })
    .join('')
  const road = (colour: string, width: number, more = '') =>
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"${more}/>`
  return road(deep(0.45), 13) + road(pale(0.5), 9) + road(deep(0.3), 1.2, ' stroke-dasharray="5 5"')
}

const mean = (list: number[]) => list.reduce((sum, n) => sum + n, 0) / Math.max(1, list.length)

// ---- what is printed

const SHADES = [pale(0.08), pale(0.04), GROUND, deep(0.05), deep(0.09)]
const shadeOf = (space: number) => Math.floor(chance(`space ${space}`)() * SHADES.length)

/** All spaces, without what lies there. */
export function printed(plan: Plan, spots: Spot[]): string {
  const main = spots.filter((s) => s.outline !== 'chip')
  const rim = spots.filter((s) => s.outline === 'chip')
  if (plan.ground.form === 'rack' && plan.shape === 'square') return chips(rim)
  if (main.some((s) => s.outline === 'point')) return pointsPrinted(plan, main) + chips(rim)
  const oval = plan.shape === 'graph' || plan.shape === 'ring'
  const checker = plan.ground.checker && plan.shape === 'square'
  const under = oval ? places(main) : checker ? checkered(plan, main) : fields(main)
  return under + (checker || plan.lettered ? edges(main) : '') + kinds(main) + chips(rim)
}

const joined = (spots: Spot[], by: number, down = 0) =>
  spots.map((s) => outlinePath(s.outline, { x: s.x, y: s.y + down }, by)).join('')

function fields(spots: Spot[]): string {
  const plain = spots.filter((s) => !s.kind)
  const fills = SHADES.map((shade, i) => {
    const d = joined(plain.filter((s) => shadeOf(s.space) === i), 1.6)
    return d && `<path d="${d}" fill="${shade}" fill-opacity=".5"/>`
  })
  const lit = plain
    .filter((s) => s.outline === 'hex')
    .map((s) => `M${f(s.x - 40)} ${f(s.y + 23)}L${f(s.x)} ${f(s.y + 46)}L${f(s.x + 40)} ${f(s.y + 23)}`)
    .join('')
  const rims = joined(plain, 1.6)
  return (
    fills.join('') +
    (rims && `<path class="grid" d="${rims}" fill="none"/>`) +
    (lit && `<path d="${lit}" fill="none" stroke="#fff" stroke-opacity=".1" stroke-width="2.4"/>`)
  )
}

function checkered(plan: Plan, spots: Spot[]): string {
  const odd = (s: Spot) => Math.round((s.x - plan.points[0]!.x + s.y - plan.points[0]!.y) / SQUARE) % 2 !== 0
  const [dark, light] = [spots.filter(odd), spots.filter((s) => !odd(s))]
  return (
    `<path class="dark" d="${joined(dark, 0)}" fill="${deep(0.42)}" fill-opacity=".82"/>` +
    `<path class="light" d="${joined(light, 0)}" fill="${pale(0.5)}" fill-opacity=".82"/>`
  )
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Letters below the columns, numbers beside the rows, as boards of squares have them. */
function edges(spots: Spot[]): string {
  const xs = [...new Set(spots.map((s) => s.x))].sort((a, b) => a - b)
  const ys = [...new Set(spots.map((s) => s.y))].sort((a, b) => b - a)
  const [left, low] = [xs[0]! - SQUARE / 2, ys[0]! + SQUARE / 2]
  const put = (text: string, x: number, y: number) => centred(text, x, y, 13, 'var(--on-ground)')
  const across = xs.length > LETTERS.length ? [] : xs.map((x, i) => put(LETTERS[i]!, x, low + 17))
  return across.join('') + ys.map((y, i) => put(String(i + 1), left - 12, y + 5)).join('')
}

function places(spots: Spot[]): string {
  const plain = spots.filter((s) => !s.kind)
  return (
    `<path d="${joined(spots, 0, 5)}" fill="${deep(0.55)}"/>` +
    `<path d="${joined(spots, 0)}" fill="${nearer(GROUND, '#efe6d2', 0.62)}"/>` +
    `<path d="${joined(plain, 0)}" fill="none" stroke="${deep(0.35)}" stroke-width="1.6"/>`
  )
}

/** Loose spaces: a round plate each, or a moon. */
function chips(spots: Spot[]): string {
  if (spots.length === 0) return ''
  const dashes = `stroke="${pale(0.55)}" stroke-opacity=".8" stroke-width="1.6" stroke-dasharray="6 3"`
  return (
    `<path d="${joined(spots, 0, 4)}" fill="${deep(0.6)}"/>` +
    `<path d="${joined(spots, 0)}" fill="${nearer(GROUND, '#8d8f94', 0.7)}"/>` +
    `<path d="${joined(spots, 4)}" fill="none" ${dashes}/>` +
    spots.filter((s) => s.kind?.picture).map((s) => backdrop(s, s.kind!)).join('')
  )
}

/** Kinds that are not the common one: their colour, a dashed rim, a shadow at the top, for they lie lower. */
function kinds(spots: Spot[]): string {
  const groups = new Map<string, Spot[]>()
  for (const s of spots) if (s.kind) groups.set(s.kind.name, [...(groups.get(s.kind.name) ?? []), s])
  return [...groups.values()].map((of) => kindOf(of, of[0]!.kind!)).join('')
}

function kindOf(spots: Spot[], kind: Thing): string {
  const colour = tint(kind.colour)
  const by = spots[0]!.outline === 'square' || spots[0]!.outline === 'point' ? 3 : 1.6
  const d = joined(spots, by)
  const hollow = spots
    .map(({ outline, x, y }) =>
      outline === 'hex'
        ? `M${f(x - 39)} ${f(y - 22)}L${f(x)} ${f(y - 45)}L${f(x + 39)} ${f(y - 22)}`
        : outline === 'square' || outline === 'point'
          ? `M${f(x - 36)} ${f(y - REACH[outline].y + 6)}h72`
          : `M${f(x - OVAL.rx + 4)} ${f(y - 4)}a${OVAL.rx - 4} ${OVAL.ry - 4} 0 0 1 ${2 * OVAL.rx - 8} 0`,
    )
    .join('')
  const dashes = `stroke="${lighter(colour, 0.35)}" stroke-width="2" stroke-dasharray="6 3"`
  return (
    `<path d="${d}" fill="${nearer(colour, GROUND, 0.28)}" fill-opacity=".86"/>` +
    `<path d="${hollow}" fill="none" stroke="#000" stroke-opacity=".28" stroke-width="4"/>` +
    (kind.picture ? spots.map((s) => backdrop(s, kind)).join('') : '') +
    `<path class="kind" d="${d}" fill="none" ${dashes}/>`
  )
}

/** A kind of space as a sign, u high: flat, with its dashed rim. */
export function kindSign(kind: Thing, outline: Outline, u: number): Box {
  const k = u / (2 * REACH[outline].y)
  const w = 2 * REACH[outline].x * k
  const spot = { space: 0, x: REACH[outline].x, y: REACH[outline].y, outline } as Spot
  return { w, h: u, svg: `<g transform="scale(${Math.round(k * 1000) / 1000})">${kindOf([spot], kind)}</g>` }
}

/** The picture of a kind, behind what lies there. */
function backdrop({ space, outline, x, y }: Spot, kind: Thing): string {
  const r = outline === 'hex' ? RADIUS : outline === 'square' ? SQUARE / 2 : outline === 'chip' ? CHIP : OVAL.ry
  const random = chance(`kind ${space}`)
  if (kind.picture === 'waves')
    return ripples(x - r * 0.62, y - r * 0.62, r * 1.25, r * 1.3, random, { n: 5, opacity: 0.28 })
  const body = solid(kind.picture!, x, y + r * 0.46, r * 0.9, tint(kind.colour), random)
  return `<g class="solid" opacity=".55">${body}</g>`
}

// ---- what lies there

const VARIANTS = 3
const tileWays = new Map<number, number>() // of a space
function wayAt(space: number): number {
  const known = tileWays.get(space) ?? Math.floor(chance(`tile ${space}`)() * VARIANTS)
  tileWays.set(space, known)
  return known
}

/** The name of a tile among what is defined: equal ones are drawn once, in up to three ways. */
function tileName(plan: Plan, t: Thing, s: Spot): string {
  const shown = t.picture ?? [...(t.letters ?? t.name)].map((c) => c.codePointAt(0)!.toString(36)).join('_')
  return `${plan.id}t-${shown}-${t.colour}-${s.outline === 'hex' ? 'h' : 's'}${wayAt(s.space)}`
}

const isTile = (s: Spot) => s.tile?.sort === 'piece' && !isMan(s) && (s.outline === 'hex' || s.outline === 'square')
const isMan = (s: Spot) => MEN.includes(s.tile?.picture ?? '') && s.owners.length > 0

const drawnTiles = new WeakMap<Plan, Map<string, string>>()

/** The tiles that lie on the board, each once, for <defs>; what was drawn before is not drawn again. */
export function tiles(plan: Plan, spots: Spot[]): string {
  const known = drawnTiles.get(plan) ?? new Map<string, string>()
  drawnTiles.set(plan, known)
  const all = new Map<string, string>()
  for (const s of spots) {
    if (!s.tile || !isTile(s)) continue
    const id = tileName(plan, s.tile, s)
    const drawn = known.get(id) ?? `<g id="${id}">${tile(s.tile, s.outline, id, id)}</g>`
    known.set(id, drawn)
    all.set(id, drawn)
  }
  return [...all.values()].join('')
}

const placed = (x: number, y: number, body: string, more = '') =>
  body && `<g transform="translate(${f(x)} ${f(y)})"${more}>${body}</g>`

/** How large things are on a space: as far as a disc may reach. */
const roomOf = (s: Spot, rack: boolean): number => {
  if (rack) return HOLE - 1
  if (s.outline === 'square' || s.outline === 'point') return SQUARE / 2
  return s.outline === 'hex' ? RADIUS : s.outline === 'chip' ? CHIP : OVAL.rx
}

/** What lies on a space, around (x, y): what it gives where nothing lies on it, tiles, pieces, whose they are. */
export function lying(plan: Plan, s: Spot): string {
  const rack = plan.ground.form === 'rack' && plan.shape === 'square' && s.outline === 'square'
  const n = s.outline === 'point' ? menOn(s) : null
  if (n !== null) return men(plan, s, n, pill)
  const body = pieces(plan, s, rack) + extras(s) || placed(0, giftY(s), gifts(s))
  return s.outline === 'point' ? placed(0, (wayOf(plan, s.y) * (SQUARE - POINT)) / 2, body) : body
}

function pieces(plan: Plan, s: Spot, rack: boolean): string {
  const r = roomOf(s, rack)
  if (s.tile && isMan(s)) return marked(s.owners[0]!, man(s.tile.picture!, s.owners[0]!.seat, r * 1.64))
  if (s.tile) return `<g class="piece">${piece(plan, s, s.tile, r)}</g>${cubes(s, r)}`
  const [first, ...others] = s.owners.filter((o) => o.first)
  const claims = s.owners.filter((o) => !o.first)
  const claimed = claims.map((o, i) => {
    const x = first ? -r * 0.4 : i * 18 - 9 * (claims.length - 1)
    return placed(x, first ? r * 0.2 : 4, marked(o, pennant(o.seat)))
  })
  const whole = !first ? '' : others.length > 0 ? several([first, ...others], r) : standing(first, s, r, rack)
  return whole + claimed.join('')
}

/** A player's thing that is itself the piece. */
function standing(o: Owner, s: Spot, r: number, rack: boolean): string {
  if (rack) return marked(o, owned(null, o.seat, r / 0.8, s.outline, ''))
  const body = owned(o.thing, o.seat, r, s.outline, `owned ${s.space}`)
  const solid = o.thing?.picture && body.startsWith('<ellipse')
  return marked(o, `<g class="piece">${body}</g>${solid ? placed(r * 0.44, r * 0.46, cube(o.seat, r * 0.22)) : ''}`)
}

function piece(plan: Plan, s: Spot, t: Thing, r: number): string {
  if (isTile(s)) return `<use href="#${tileName(plan, t, s)}" y="-3"/>`
  if (t.sort === 'resource') return woodCube(t, r * 0.6)
  if (t.sort === 'piece') return stood(t, r, `stood ${s.space}`)
  return counter(t, r * (s.outline === 'hex' ? 0.5 : 0.56))
}

const marked = (o: Owner, body: string) => `<g class="mark" data-owner="${o.seat}">${body}</g>`

/** Whose the tile is: a cube each at the lower right. */
function cubes(s: Spot, r: number): string {
  const size = s.outline === 'hex' || s.outline === 'square' ? r * 0.22 : r * 0.3
  return s.owners
    .map((o, i) => {
      const body = o.first ? cube(o.seat, size) : pennant(o.seat)
      return placed(r * 0.42 - i * size * 2.2, r * 0.5, marked(o, body))
    })
    .join('')
}

const several = (owners: Owner[], r: number): string => {
  const size = Math.min(r * 0.36, (r * 0.9) / owners.length)
  const at = (i: number) => (i - (owners.length - 1) / 2) * size * 2.2
  return owners.map((o, i) => placed(at(i), 2, marked(o, cube(o.seat, size)))).join('')
}

/** A place that is claimed, with nothing on it yet. */
const pennant = (seat: number): string =>
  `<path d="M-7 18V-20" stroke="${BLACK}" stroke-width="3.4" stroke-linecap="round"/>` +
  `<path d="M-7 -20H20L14 -9L20 2H-7Z" fill="${seatColour(seat)}" stroke="${BLACK}" stroke-width="1.6"/>` +
  `<circle cx="3" cy="-9" r="7.4" fill="${BLACK}"/>${signOf(seat, 4.6, onBlack(seat), 3, -9)}`

// ---- what is told of it besides

function extras(s: Spot): string {
  if (s.extras.length === 0) return ''
  const alone = !s.tile && s.owners.length === 0
  const n = heaped(s)
  if (n !== null) return `<g class="piece">${heap(n, roomOf(s, false))}</g>`
  const lines = s.extras.map((e) => (e.text ? words(e.text) : e.n === null ? badge(e.thing, 11) : counted(e)))
  const widest = 2.2 * roomOf(s, false)
  const one = row(lines, 4)
  const many = one.w <= widest ? one : flow(lines, 1.3 * widest, 3)
  const all = many.w <= widest ? many : scaled(many, widest / many.w)
  return placed(-all.w / 2, alone ? -all.h / 2 : roomOf(s, false) * 0.72 - all.h, all.svg)
}

/** How many lie there in a heap: the only thing that is told of the space, and without a picture. */
function heaped(s: Spot): number | null {
  const [only, ...others] = s.extras
  if (!only || others.length > 0 || s.tile || s.owners.length > 0 || only.thing.picture || only.text) return null
  return only.n
}

const badge = (t: Thing, r: number): Box => ({
  w: 2 * r,
  h: 2 * r,
  svg: `<g transform="translate(${r} ${r})">${counter(t, r)}</g>`,
})

const counted = (e: Extra): Box => {
  const size = 15
  const number = { w: measure(said(e.n!), size, BOLD), h: size, svg: textAt(said(e.n!), 0, size * 0.85, size, BOLD) }
  return onPlate(row([badge(e.thing, 9), number], 3))
}

const BOLD = { bold: true, narrow: true, fill: '#ffffff' }
const plate = (w: number, h: number, more = '') =>
  `<rect ${more}width="${f(w)}" height="${f(h)}" rx="5" fill="#14100c" fill-opacity=".75"/>`
const onPlate = (b: Box): Box => ({
  w: b.w + 8,
  h: b.h + 4,
  svg: plate(b.w + 8, b.h + 4) + placed(4, 2, b.svg),
})

const words = (text: string): Box => {
  const shown = cut(text, 11, 70, BOLD)
  const w = measure(shown, 11, BOLD)
  return onPlate({ w, h: 12, svg: textAt(shown, 0, 10, 11, BOLD) })
}

const pill = (text: string, x: number, y: number): string => {
  const b = onPlate({ w: measure(text, 13, BOLD), h: 13, svg: textAt(text, 0, 11.4, 13, BOLD) })
  return placed(x - b.w / 2, y - b.h / 2, b.svg)
}

// ---- what is printed there to be had

const GIFT = 21
const giftY = (s: Spot) => (s.name && s.outline !== 'oval' && s.outline !== 'chip' ? 8 : 0)

const LINES = 34 // so high may they be

/** Amounts as tokens in one row: up to three of a kind are repeated. Words that find no place are left to the zoom. */
function gifts(s: Spot): string {
  const widest = s.outline === 'hex' ? 76 : s.outline === 'square' ? 72 : 62
  const things = s.prints.filter((p) => p.thing).flatMap((p) => tokens(p, GIFT))
  const said = s.prints.filter((p) => !p.thing).flatMap((p) => tokens(p, GIFT))
  const one = row(things, 3)
  const line = one.w > widest ? scaled(one, widest / one.w) : one
  let all = column(things.length > 0 ? [line] : [])
  for (let n = said.length; n > 0; n--) {
    const tried = column([...(things.length > 0 ? [line] : []), flow(said.slice(0, n), widest, 5)])
    if (tried.h > LINES) continue
    all = tried
    break
  }
  return all.svg && `<g class="gift" transform="translate(${f(-all.w / 2)} ${f(-all.h / 2)})">${all.svg}</g>`
}

function tokens({ thing, n, text }: Printed, u: number): Box[] {
  if (!thing) return [giftWords(n !== null && !text.startsWith(`${n}`) ? `${n} ${text}` : text)]
  if (isMoney(thing)) return [coin(n ?? '', u, { name: thing.name })]
  const one = icon(thing, thing.sort === 'card' ? u * 1.15 : u)
  if (n === null || n === 1) return [one]
  if (n > 1 && n <= 3) return Array.from({ length: n }, () => one)
  const size = u * 0.8
  const type = { bold: true, narrow: true, fill: 'var(--on-ground)' }
  return [{ w: measure(said(n), size, type), h: size, svg: textAt(said(n), 0, size * 0.86, size, type) }, one]
}

function giftWords(text: string): Box {
  const type = { bold: true, narrow: true, fill: 'var(--on-ground)' }
  const shown = cut(text, 11, 72, type)
  return { w: measure(shown, 11, type), h: 12, svg: textAt(shown, 0, 10, 11, type) }
}

// ---- names

const centred = (text: string, x: number, y: number, size: number, fill: string): string => {
  const type = { bold: true, narrow: true, fill }
  return textAt(text, x - measure(text, size, type) / 2, y, size, type)
}

const NAME = { bold: true, narrow: true }
const SMALLEST = 7.5

/** The largest letters in which a name fits its space; cut where none does. */
export function fitted(name: string, largest: number, width: number): { text: string; size: number } {
  const size = Math.min(largest, width / measure(name, 1, NAME))
  return size >= SMALLEST ? { text: name, size } : { text: cut(name, SMALLEST, width, NAME), size: SMALLEST }
}

/** What is written over all else: its name, and how many lie there in a heap. */
export function nameOf(plan: Plan, s: Spot): string {
  const n = heaped(s)
  const r = roomOf(s, false)
  const [x, y] = s.outline === 'hex' ? [0, r * 0.66] : [r * 0.7, -r * 0.62]
  return (s.name && named(plan, s)) + (n === null ? '' : pill(said(n), s.x + x, s.y + y))
}

/** Under the upper edge; over a tile on a dark label; below places and chips; over the columns of a rack. */
function named(plan: Plan, s: Spot): string {
  if (plan.lettered && s.outline === 'square' && plan.ground.form !== 'rack') return ''
  if (s.outline === 'oval' || s.outline === 'chip') {
    const { text, size } = fitted(s.name, 12, 2 * REACH[s.outline].x - 6)
    const y = s.y + (s.outline === 'oval' ? OVAL.ry : CHIP) + 6 + size
    const name = centred(text, s.x, y, size, s.outline === 'oval' ? 'var(--on-ground)' : 'var(--ink)')
    return s.outline === 'oval' ? `<g class="named">${name}</g>` : name
  }
  if (s.outline === 'point') {
    const { text, size } = fitted(s.name, 16, SQUARE - 8)
    return centred(text, s.x, s.y - wayOf(plan, s.y) * (POINT / 2 + 11) + size * 0.36, size, 'var(--on-ground)')
  }
  if (plan.ground.form === 'rack') {
    const top = s.y - SQUARE / 2 < plan.points[0]!.y
    const { text, size } = fitted(s.name, 14, SQUARE - 8)
    return top ? centred(text, s.x, s.y - HOLE - 8, size, '#ffffff') : ''
  }
  const high = s.outline === 'hex' ? -RADIUS * 0.7 : -SQUARE / 2 + 4
  const covered = s.tile !== null
  const { text, size } = fitted(s.name, covered ? 8.5 : 11, s.outline === 'hex' ? 70 : 74)
  const w = measure(text, size, NAME)
  const label = covered ? plate(w + 8, size + 4, `x="${f(s.x - w / 2 - 4)}" y="${f(s.y + high)}" `) : ''
  return label + centred(text, s.x, s.y + high + size + 0.5, size, covered ? '#ffffff' : 'var(--on-ground)')
}
