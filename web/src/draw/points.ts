// Boards of long points, on which men lie in a row from the edge inwards: spaces of odd rows hang from the upper edge,
// those of even rows stand on the lower one. Spaces of another kind than the common one are bars between them.
// Drawn around (0, 0) of a space, but for what is printed.
import { f, said } from './base'
import type { Plan, Spot } from './board'
import { outlinePath, POINT, SQUARE } from './geometry'
import { deep, GROUND, pale } from './ground'
import { disc } from './pieces'

const MAN = 37 // the radius of a man
const TIP = 0.88 // of the length

/** 1: from the upper edge downwards; -1: from the lower edge up. */
export const wayOf = (plan: Plan, y: number): 1 | -1 =>
  Math.round((y - plan.points[0]!.y) / POINT) % 2 === 0 ? 1 : -1

/** The triangle of a point; of a bar all of it. */
export function pointPath(plan: Plan, s: Spot, x = 0, y = 0): string {
  if (s.kind) return outlinePath('point', { x, y }, 4)
  const way = wayOf(plan, s.y)
  const edge = y - (way * POINT) / 2
  const half = SQUARE / 2 - 3
  return `M${f(x - half)} ${f(edge)}h${f(2 * half)}L${f(x)} ${f(edge + way * POINT * TIP)}Z`
}

/** All spaces, without what lies there: points light and dark by turns, also across the board; bars of the ground. */
export function pointsPrinted(plan: Plan, spots: Spot[]): string {
  const bars = spots.filter((s) => s.kind)
  const points = spots.filter((s) => !s.kind)
  const rows = new Map<number, number>() // how many points of the row are drawn
  const shades: [string, string] = ['', '']
  for (const s of points) {
    const nth = rows.get(s.y) ?? 0
    rows.set(s.y, nth + 1)
    shades[(nth + (wayOf(plan, s.y) > 0 ? 0 : 1)) % 2] += pointPath(plan, s, s.x, s.y)
  }
  const field = points.map((s) => outlinePath('point', s)).join('')
  const bar = bars.map((s) => outlinePath('point', s, 4)).join('')
  return (
    `<path d="${field}" fill="${deep(0.3)}"/>` +
    `<path class="light" d="${shades[0]}" fill="${pale(0.55)}" stroke="${deep(0.5)}" stroke-width="1.2"/>` +
    `<path class="dark" d="${shades[1]}" fill="${deep(0.62)}" stroke="${deep(0.5)}" stroke-width="1.2"/>` +
    (bar && `<path class="kind" d="${bar}" fill="${GROUND}" stroke="${deep(0.45)}" stroke-width="2"/>`)
  )
}

/** How many men of one player lie on a point: the number it has, or one; null where something else lies there. */
export function menOn(s: Spot): number | null {
  const [owner, ...others] = s.owners
  const [number, ...more] = s.extras
  if (!owner || others.length > 0 || more.length > 0 || s.tile) return null
  return number === undefined ? 1 : number.text || number.n === null ? null : Math.max(1, number.n)
}

/** Where man number i of n lies: they touch as long as there is room, then they lie on one another. */
function manAt(plan: Plan, s: Spot, i: number, n: number): number {
  const apart = n > 1 ? Math.min(2 * MAN, (POINT - 2 * MAN - 8) / (n - 1)) : 0
  return wayOf(plan, s.y) * (-POINT / 2 + 3 + MAN + i * apart)
}

/** The last man of a point, whom one takes; null where none lies there. */
export function lastMan(plan: Plan, s: Spot): { y: number; r: number } | null {
  const n = menOn(s)
  return n === null ? null : { y: manAt(plan, s, n - 1, n), r: MAN }
}

/** The men of a point, and how many where they do not lie side by side. */
export function men(plan: Plan, s: Spot, n: number, plate: (text: string, x: number, y: number) => string): string {
  const { seat } = s.owners[0]!
  const one = disc(seat, MAN)
  const all = Array.from({ length: n }, (_, i) => `<g transform="translate(0 ${f(manAt(plan, s, i, n))})">${one}</g>`)
  const touching = Math.floor((POINT - 8) / (2 * MAN))
  const number = n > touching ? plate(said(n), 0, manAt(plan, s, n - 1, n)) : ''
  return `<g class="mark" data-owner="${seat}"><g class="piece">${all.join('')}</g></g>${number}`
}
