// Marks on a board: where one may go, what happened last, what is looked at, and what a place would bring. All of them
// are shapes before they are colours: brackets, dashes, arrows, signs of seats. Drawn around (0, 0) of a space.
import { f } from './base'
import { type Box, measure, row, textAt } from './boxes'
import { lying, tiles, type Plan, type Spot } from './board'
import { CHIP, corners, HOLE, outlinePath, OVAL, RADIUS, SQUARE, type Outline } from './geometry'
import { coin, icon, isMoney, type Thing } from './icons'
import { BLACK, onBlack, signOf } from './pieces'
import { lastMan, pointPath } from './points'

const HOT = 'var(--hot)'
const ORIGIN = { x: 0, y: 0 }
/** Lamplight: it is seen on every ground, by day and by night. */
export const LIGHT = '#ffd27a'
export const LIGHTNESS = 0.42

const isRack = (plan: Plan, outline: Outline) => plan.ground.form === 'rack' && outline === 'square'

/** Whether a space is the uppermost of its column: there an arrow points at the column. */
const isTop = (plan: Plan, y: number) => y < Math.min(...plan.points.map((p) => p.y)) + 1

/** Where a space is pressed; over a rack the arrow belongs to it. */
export function pressed(plan: Plan, { outline, y }: Spot): string {
  const half = SQUARE / 2
  if (isRack(plan, outline) && isTop(plan, y)) return `M${-half} ${-half - 46}H${half}V${half}H${-half}Z`
  return outlinePath(outline, ORIGIN, outline === 'square' ? 1 : 0)
}

/** The corners of a space as short angles. */
function brackets(outline: Outline, fine: number): string {
  if (outline === 'hex') {
    const at = corners(0, 0, RADIUS - 4)
    const toward = (i: number, j: number) => {
      const [[x, y], [u, v]] = [at[i]!, at[j]!]
      return `${f(x + (u - x) * 0.22)} ${f(y + (v - y) * 0.22)}`
    }
    return at.map(([x, y], i) => `M${toward(i, (i + 5) % 6)}L${f(x)} ${f(y)}L${toward(i, (i + 1) % 6)}`).join('')
  }
  const s = SQUARE / 2 - 5 * fine
  const k = 16 * fine
  return (
    `M${-s} ${k - s}V${-s}H${k - s}M${s - k} ${-s}H${s}V${k - s}` +
    `M${s} ${s - k}V${s}H${s - k}M${k - s} ${s}H${-s}V${s - k}`
  )
}

/** Where one may go: a light line inside, brackets at the corners, a glow; over a rack an arrow. */
export function target(plan: Plan, spot: Spot): string {
  const { outline, y } = spot
  if (outline === 'point') return targetPoint(plan, spot)
  if (isRack(plan, outline) && isTop(plan, y))
    return `<path d="M-16 ${-HOLE - 52}h32l-16 22z" fill="${HOT}" stroke="#fff" stroke-width="2.4"/>`
  if (isRack(plan, outline)) return dashedRound(HOLE + 3, HOLE + 3)
  if (outline === 'oval') return dashedRound(OVAL.rx + 1, OVAL.ry + 1)
  if (outline === 'chip') return dashedRound(CHIP + 1, CHIP + 1)
  const line = (d: string, colour: string, width: number | string, more = '') =>
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"${more}/>`
  const angles = brackets(outline, plan.fine)
  if (outline === 'square') return line(angles, '#fff', f(7.4 * plan.fine)) + line(angles, HOT, f(5 * plan.fine))
  const inner = outlinePath(outline, ORIGIN, 4)
  return line(inner, HOT, 11, ' stroke-opacity=".5"') + line(inner, '#fff', 3) + line(angles, HOT, 6.4)
}

/** A ring around the man who would go; where none lies, the edge of the point. */
function targetPoint(plan: Plan, spot: Spot): string {
  const man = lastMan(plan, spot)
  if (man) return `<g transform="translate(0 ${f(man.y)})">${dashedRound(man.r, man.r)}</g>`
  return `<path d="${pointPath(plan, spot)}" fill="none" stroke="${HOT}" stroke-width="5"/>`
}

/** The light on such a space, under what lies there. */
export function lit(plan: Plan, spot: Spot): string {
  const { outline } = spot
  if (isRack(plan, outline)) return ''
  if (outline === 'point') return `<path d="${pointPath(plan, spot)}" fill="${HOT}" fill-opacity=".45"/>`
  const shape = outlinePath(outline, ORIGIN, outline === 'square' ? 0 : 2)
  return `<path d="${shape}" fill="${LIGHT}" fill-opacity="${LIGHTNESS}"/>`
}

const round = (rx: number, ry: number, more: string) => `<ellipse rx="${f(rx)}" ry="${f(ry)}" ${more}/>`

const dashedRound = (rx: number, ry: number) =>
  round(rx, ry, `fill="none" stroke="#fff" stroke-width="2.4"`) +
  round(rx, ry, `fill="none" stroke="${HOT}" stroke-width="5.4" stroke-dasharray="20 13"`)

const shapeAround = (plan: Plan, spot: Spot, by: number): string => {
  const { outline } = spot
  if (outline === 'point') return `<path d="${pointPath(plan, spot)}"`
  if (isRack(plan, outline)) return round(HOLE + 3 - by, HOLE + 3 - by, '').replace('/>', '')
  return `<path d="${outlinePath(outline, { x: 0, y: outline === 'hex' ? -3 : 0 }, by)}"`
}

/** What somebody did last: white and black dashes around it, and the sign of the seat at the upper left; what only
 *  changed because of it has dots. */
export function lastMove(plan: Plan, spot: Spot, seat: number, left: boolean, named = true): string {
  const { fine } = plan
  const { outline } = spot
  const man = outline === 'point' && !left ? lastMan(plan, spot) : null
  const by = outline === 'square' && !isRack(plan, outline) ? 3 * fine : 1
  const shape = man ? `<circle cy="${f(man.y)}" r="${f(man.r - 1)}"` : shapeAround(plan, spot, by)
  const lines =
    `${shape} fill="none" stroke="${BLACK}" stroke-width="${f(5 * fine)}"/>` +
    `${shape} fill="none" stroke="#fff" stroke-width="${f(3 * fine)}" ` +
    `stroke-dasharray="${f(7 * fine)} ${f(5 * fine)}"/>`
  if (left) return `${shape} fill="#ffe27a" fill-opacity=".3" stroke="#fff" stroke-width="2.4" stroke-dasharray="3 6"/>`
  const dots = `stroke-width="${f(2 * fine)}" stroke-dasharray="${f(3 * fine)} ${f(6 * fine)}"`
  if (!named) return `${shape} fill="none" stroke="#fff" stroke-opacity=".8" ${dots}/>`
  const [x, y] = man ? [-man.r * 0.74, man.y - man.r * 0.74] : signAt(plan, outline)
  return (
    `${lines}<circle cx="${f(x)}" cy="${f(y)}" r="${f(10 * fine)}" fill="${BLACK}" stroke="#fff" ` +
    `stroke-width="${f(1.6 * fine)}"/>` +
    signOf(seat, 5.4 * fine, onBlack(seat), x, y)
  )
}

function signAt(plan: Plan, outline: Outline): [number, number] {
  if (isRack(plan, outline)) return [-HOLE * 0.74, -HOLE * 0.74]
  if (outline === 'hex') return [-RADIUS * 0.62, -RADIUS * 0.74]
  if (outline === 'square') return [-SQUARE / 2 + 6, -SQUARE / 2 + 6]
  if (outline === 'point') return [-SQUARE / 2 + 6, 0]
  return outline === 'oval' ? [-OVAL.rx * 0.8, -OVAL.ry * 0.86] : [-CHIP * 0.74, -CHIP * 0.74]
}

/** What has the focus or is pointed at elsewhere. */
export const ringed = (plan: Plan, spot: Spot): string =>
  `${shapeAround(plan, spot, 0)} fill="none" stroke="var(--ring, ${HOT})" stroke-width="7"/>`

/** What was picked: filled, with a tick. */
export const picked = (plan: Plan, spot: Spot): string =>
  `${shapeAround(plan, spot, 4)} fill="var(--accent)" fill-opacity=".4" stroke="var(--accent)" stroke-width="5"/>` +
  `<circle cx="0" cy="0" r="15" fill="var(--accent)" stroke="#fff" stroke-width="2"/>` +
  `<path d="M-7 0L-2 6L8 -6" fill="none" stroke="var(--accent-ink)" stroke-width="4" stroke-linecap="round"/>`

/** A piece where it would stand. */
export const ghost = (plan: Plan, spot: Spot, tile: Thing | null, seat: number | null): string => {
  const owners = seat === null ? [] : [{ seat, thing: null, first: true }]
  const then = { ...spot, tile, owners, extras: [], prints: [] }
  return `<defs>${tiles(plan, [then])}</defs><g opacity=".6">${lying(plan, then)}</g>`
}

export interface Gain {
  by: number
  thing: Thing | null
  text: string // besides the thing, or instead of it
}

const BOLD = { bold: true, narrow: true, fill: '#ffffff' }
const worded = (text: string, size: number): Box => ({
  w: measure(text, size, BOLD),
  h: size,
  svg: textAt(text, 0, size * 0.86, size, BOLD),
})

/** What a place would bring, on a plate over it. */
export function gained(gains: Gain[], outline: Outline): string {
  if (gains.length === 0) return ''
  const size = 16
  const boxes = gains.map(({ by, thing, text }) => {
    const sign = by > 0 ? '+' : '−'
    const label = text ? [worded(text, 12)] : []
    const number = `${sign}${Math.abs(by)}`
    if (thing && isMoney(thing)) return row([...label, coin(number, size * 1.5, { name: thing.name })], 3)
    const count = worded(number, size)
    return row([count, ...(thing ? [icon(thing, size * 1.25)] : []), ...label], 3)
  })
  const all = row(boxes, 8)
  const [w, h] = [all.w + 14, all.h + 8]
  const y = (outline === 'hex' ? -RADIUS : -SQUARE / 2) - h - 2
  const plate = `fill="${BLACK}" fill-opacity=".92" stroke="${HOT}" stroke-width="1.6"`
  return (
    `<g transform="translate(${f(-w / 2)} ${f(y)})"><rect width="${f(w)}" height="${f(h)}" rx="8" ${plate}/>` +
    `<g transform="translate(7 4)">${all.svg}</g></g>`
  )
}
