// Where the spaces of a board lie on its plane, by the shape of the board alone: hexes and squares by row and
// column, places of a graph where the definition puts all of them, else by their rows or by springs, rings on a
// circle, loose spaces side by side. The same board always lies the same way: nothing here is drawn by lot but from
// a seed.
import { chance } from './base'

export interface Point {
  x: number
  y: number
}

export interface Place {
  row: number
  col: number
  at?: [number, number] | null // where the definition puts it
}

export type Shape = 'hex' | 'square' | 'graph' | 'ring' | 'loose'
/** How its spaces are laid: those of a square board may be long points. */
export type Laid = Shape | 'points'

/** How a space of a board is outlined. */
export type Outline = 'hex' | 'square' | 'oval' | 'chip' | 'point'

export interface Layout {
  outline: Outline
  points: Point[]
  width: number
  height: number
}

export const RADIUS = 50
export const HEX_STEP = Math.sqrt(3) * RADIUS
export const SQUARE = 84
export const POINT = 4.7 * SQUARE // how long a point is: five men and a little
export const OVAL = { rx: 36, ry: 27 }
export const CHIP = 34
export const HOLE = 35 // of a rack
const APART = 132 // of places that ways join
const LINK = 1

const OUTLINES: Record<Laid, Outline> = {
  ...{ hex: 'hex', square: 'square', graph: 'oval', ring: 'oval', loose: 'chip', points: 'point' },
}
/** How far a space reaches from its middle, to the side and up. */
export const REACH: Record<Outline, Point> = {
  hex: { x: HEX_STEP / 2, y: RADIUS },
  square: { x: SQUARE / 2, y: SQUARE / 2 },
  oval: { x: OVAL.rx + 16, y: OVAL.ry + 22 },
  chip: { x: CHIP + 22, y: CHIP + 20 },
  point: { x: SQUARE / 2, y: POINT / 2 },
}

/** `links` join two places each, by their numbers in `places`. */
export function layout(shape: Laid, places: Place[], links: [number, number][] = [], seed = ''): Layout {
  const outline = OUTLINES[shape]
  const points = pointsOf(shape, places, links, seed)
  const reach = REACH[outline]
  const left = Math.min(...points.map((p) => p.x)) - reach.x
  const top = Math.min(...points.map((p) => p.y)) - reach.y
  const moved = points.map((p) => ({ x: p.x - left, y: p.y - top }))
  return {
    outline,
    points: moved,
    width: Math.max(...moved.map((p) => p.x)) + reach.x,
    height: Math.max(...moved.map((p) => p.y)) + reach.y,
  }
}

function pointsOf(shape: Laid, places: Place[], links: [number, number][], seed: string): Point[] {
  switch (shape) {
    case 'hex':
      return places.map((p) => ({ x: (p.col * HEX_STEP) / 2, y: p.row * RADIUS * 1.5 }))
    case 'square':
      return places.map((p) => ({ x: p.col * SQUARE, y: p.row * SQUARE }))
    case 'points':
      return places.map((p) => ({ x: p.col * SQUARE, y: p.row * POINT }))
    case 'graph':
      return graph(places, links, seed)
    case 'ring':
      return said(places) ?? ring(places.length)
    default:
      return said(places) ?? places.map((_, i) => ({ x: i * 2 * REACH.chip.x, y: 0 }))
  }
}

/** On a circle, the first one at the top, as a clock goes. */
function ring(n: number): Point[] {
  const around = Math.max(n, 5)
  const radius = Math.max(APART * 0.8, (APART * 0.86) / (2 * Math.sin(Math.PI / around)))
  return Array.from({ length: n }, (_, i) => {
    const angle = (2 * Math.PI * i) / n - Math.PI / 2
    return { x: radius * Math.cos(angle), y: radius * 0.86 * Math.sin(angle) }
  })
}

/** Where the definition puts all of them; null where it does not. */
function said(places: Place[]): Point[] | null {
  const at = places.flatMap((p) => (p.at ? [p.at] : []))
  return at.length > 0 && at.length === places.length ? put(at) : null
}

/** As the definition says, as large as it must be for no two places to touch. */
function put(at: [number, number][]): Point[] {
  let closest = Infinity
  for (const [i, [x, y]] of at.entries())
    for (const [u, v] of at.slice(i + 1)) closest = Math.min(closest, Math.hypot(x - u, y - v) || Infinity)
  const scale = APART / (closest < Infinity ? closest : 1)
  return at.map(([x, y]) => ({ x: x * scale, y: y * scale }))
}

/** The rows a definition writes are a drawing of its own, unless springs need fewer crossings. */
function graph(places: Place[], links: [number, number][], seed: string): Point[] {
  const known = said(places)
  if (known) return known
  const springs = [0, 1, 2, 3].map((k) => sprung(places.length, links, `${seed} ${k}`))
  const written = new Set(places.map((p) => p.row)).size > 1 ? [rows(places)] : []
  const tangles = (points: Point[]) => tangled(points, links)
  return [...written, ...springs].reduce((best, next) => (tangles(next) < tangles(best) ? next : best))
}

function rows(places: Place[]): Point[] {
  const lengths = new Map<number, number>()
  for (const p of places) lengths.set(p.row, Math.max(lengths.get(p.row) ?? 0, p.col + 1))
  return places.map((p) => ({ x: (p.col - (lengths.get(p.row)! - 1) / 2) * APART * 1.1, y: p.row * APART * 0.86 }))
}

/** How many steps each is from each; unjoined parts lie a little apart. */
function distances(n: number, links: [number, number][]): number[][] {
  const near = Array.from({ length: n }, () => [] as number[])
  for (const [a, b] of links) {
    near[a]!.push(b)
    near[b]!.push(a)
  }
  const far = Math.ceil(Math.sqrt(n)) + 1
  return near.map((_, from) => {
    const away: number[] = new Array(n).fill(far)
    away[from] = 0
    const queue = [from]
    for (const at of queue)
      for (const next of near[at]!)
        if (next !== from && away[next] === far) {
          away[next] = away[at]! + LINK
          queue.push(next)
        }
    return away
  })
}

/** Every pair as far apart as it is on the way between them, as well as a plane permits. */
function sprung(n: number, links: [number, number][], seed: string): Point[] {
  const r = chance(seed)
  const away = distances(n, links)
  let points = Array.from({ length: n }, () => ({ x: (r() - 0.5) * n, y: (r() - 0.5) * n }))
  for (let pass = 0; pass < 120; pass++) points = points.map((p, i) => pulled(points, p, i, away[i]!))
  return turned(points).map((p) => ({ x: p.x * APART * 1.1, y: p.y * APART }))
}

function pulled(points: Point[], p: Point, i: number, away: number[]): Point {
  let x = 0
  let y = 0
  let sum = 0
  points.forEach((q, j) => {
    if (i === j) return
    const weight = 1 / (away[j]! * away[j]!)
    const real = Math.hypot(p.x - q.x, p.y - q.y) || 1e-6
    x += weight * (q.x + (away[j]! * (p.x - q.x)) / real)
    y += weight * (q.y + (away[j]! * (p.y - q.y)) / real)
    sum += weight
  })
  return sum > 0 ? { x: x / sum, y: y / sum } : p
}

/** The longer side lies across. */
function turned(points: Point[]): Point[] {
  const mean = (of: (p: Point) => number) => points.reduce((sum, p) => sum + of(p), 0) / points.length
  const mx = mean((p) => p.x)
  const my = mean((p) => p.y)
  const xx = mean((p) => (p.x - mx) ** 2)
  const yy = mean((p) => (p.y - my) ** 2)
  const xy = mean((p) => (p.x - mx) * (p.y - my))
  const angle = -0.5 * Math.atan2(2 * xy, xx - yy)
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return points.map((p) => ({ x: (p.x - mx) * c - (p.y - my) * s, y: (p.x - mx) * s + (p.y - my) * c }))
}

const side = (a: Point, b: Point, p: Point) => (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)

/** How often ways cross; a place on another's way, or two on one spot, is worse. */
function tangled(points: Point[], links: [number, number][]): number {
  let count = 0
  links.forEach(([a, b], i) => {
    const [pa, pb] = [points[a]!, points[b]!]
    for (const [c, d] of links.slice(i + 1)) {
      if (a === c || a === d || b === c || b === d) continue
      const [pc, pd] = [points[c]!, points[d]!]
      if (side(pa, pb, pc) * side(pa, pb, pd) < 0 && side(pc, pd, pa) * side(pc, pd, pb) < 0) count++
    }
    points.forEach((p, j) => {
      if (j !== a && j !== b && toWay(pa, pb, p) < OVAL.ry * 1.2) count += 4
    })
  })
  points.forEach((p, i) => {
    for (const q of points.slice(i + 1)) if (Math.hypot(p.x - q.x, p.y - q.y) < OVAL.rx * 2.2) count += 6
  })
  return count
}

/** How far a point is from the way between two others. */
function toWay(a: Point, b: Point, p: Point): number {
  const length = (b.x - a.x) ** 2 + (b.y - a.y) ** 2 || 1
  const along = Math.min(1, Math.max(0, ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length))
  return Math.hypot(p.x - a.x - along * (b.x - a.x), p.y - a.y - along * (b.y - a.y))
}

/** The outline of a space around its middle, as a path; `by` is how much smaller it is. */
export function outlinePath(outline: Outline, { x, y }: Point, by = 0): string {
  const n = (v: number) => String(+v.toFixed(2))
  switch (outline) {
    case 'hex':
      return corners(x, y, RADIUS - by).map(([px, py], i) => `${i ? 'L' : 'M'}${n(px)} ${n(py)}`).join('') + 'Z'
    case 'square': {
      const s = SQUARE - 2 * by
      return `M${n(x - s / 2)} ${n(y - s / 2)}h${n(s)}v${n(s)}h${n(-s)}Z`
    }
    case 'point': {
      const [w, h] = [SQUARE - 2 * by, POINT - 2 * by]
      return `M${n(x - w / 2)} ${n(y - h / 2)}h${n(w)}v${n(h)}h${n(-w)}Z`
    }
    default: {
      const rx = (outline === 'oval' ? OVAL.rx : CHIP) - by
      const ry = (outline === 'oval' ? OVAL.ry : CHIP) - by
      return `M${n(x - rx)} ${n(y)}a${n(rx)} ${n(ry)} 0 1 0 ${n(2 * rx)} 0a${n(rx)} ${n(ry)} 0 1 0 ${n(-2 * rx)} 0Z`
    }
  }
}

export const corners = (x: number, y: number, r: number): [number, number][] =>
  Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI / 3) * i - Math.PI / 2
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)]
  })
