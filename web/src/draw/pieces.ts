// What lies on a space, drawn around (0, 0): tiles with an edge and a scene on them, the cube that says whose it is,
// and pieces of players that are no tiles. Shapes and signs tell them apart; colour only repeats it.
import { type Chance, chance, darker, f, GREY, lighter, mix, onTint, seatColour, SEATS, seatShape, tint } from './base'
import { measure, textAt } from './boxes'
import { corners, RADIUS, SQUARE, type Outline } from './geometry'
import { picture, type Thing } from './icons'
import { ripples } from './scene'
import { FLOCK, group, solid } from './solids'

/** Pictures of men: turned wood, not tiles. */
export const MEN: readonly string[] = ['pawn', 'tower', 'horse', 'mitre', 'queen', 'king']
const WATER: readonly string[] = ['waves', 'drop', 'fish']
const GREEN: readonly string[] = ['tree', 'leaf', 'sprout', 'flower', 'wheat', 'paw', 'bird', 'seed']
const BUILT: readonly string[] = ['city', 'house', 'factory']
const SOLIDS: readonly string[] = [...BUILT, 'tree', 'mountain', 'volcano']

export const BLACK = '#0b0d10'
/** A colour that a page decides, nearer to another. */
export const nearer = (colour: string, to: string, t: number): string =>
  `color-mix(in srgb, ${colour}, ${to} ${f(t * 100)}%)`
const bright = (colour: string, t: number) => nearer(colour, '#ffffff', t)
const dim = (colour: string, t: number) => nearer(colour, '#0a0806', t)
/** Seats by colours that do not change by day: what is painted so. */
const PAINT: readonly string[] = ['#5d9be0', '#e89a45', '#5fb878', '#b97cd3', '#e4707f', '#a9a79c']
const paintOf = (seat: number) => (seat < 0 ? GREY : PAINT[seat % PAINT.length]!)

const shade = (x: number, y: number, rx: number, ry: number) =>
  `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(rx)}" ry="${f(ry)}" fill="#000" fill-opacity=".42"/>`

// ---- tiles

interface Face {
  path: (by: number, down?: number) => string
  r: number // as far as a scene may reach
}

const hexFace: Face = {
  path: (by, down = 0) =>
    corners(0, down, RADIUS - 3 - by)
      .map(([x, y], i) => `${i ? 'L' : 'M'}${f(x)} ${f(y)}`)
      .join('') + 'Z',
  r: RADIUS - 3,
}
const HALF = SQUARE / 2 - 5
const squareFace: Face = {
  path: (by, down = 0) => {
    const s = HALF - by
    const k = 6
    return (
      `M${f(k - s)} ${f(down - s)}H${f(s - k)}q${k} 0 ${k} ${k}V${f(down + s - k)}q0 ${k} ${-k} ${k}` +
      `H${f(k - s)}q${-k} 0 ${-k} ${-k}V${f(down - s + k)}q0 ${-k} ${k} ${-k}Z`
    )
  },
  r: HALF,
}

const baseOf = (p: string | undefined, c: string): string => {
  if (p && WATER.includes(p)) return c
  if (p && GREEN.includes(p)) return mix(c, '#8fae55', 0.3)
  return p && BUILT.includes(p) ? '#8b8f86' : mix(c, '#6f6253', 0.35)
}

const streets = (r: number) => {
  const main = `M${-r} ${f(r * 0.14)}L0 ${f(r * 0.62)}L${r} ${f(r * 0.14)}`
  const side = `M${f(-r * 0.5)} ${f(r * 0.8)}L${f(r * 0.6)} ${f(-r * 0.1)}`
  const dash = f(r * 0.06)
  return (
    `<path d="${main}${side}" fill="none" stroke="#4e524c" stroke-width="${f(r * 0.1)}"/>` +
    `<path d="${main}" fill="none" stroke="#d9d4c2" stroke-width=".7" stroke-dasharray="${dash} ${dash}"/>`
  )
}

function tufts(r: number, base: string, random: Chance): string {
  let d = ''
  const [w, h] = [f(r * 0.03), f(r * 0.05)]
  for (let i = 0; i < 26; i++)
    d += `M${f((random() - 0.5) * r * 1.7)} ${f((random() - 0.5) * r * 1.8)}l${w} ${-h}l${w} ${h}z`
  return `<path d="${d}" fill="${darker(base, 0.3)}" fill-opacity=".5"/>`
}

const deepWater = (r: number) =>
  `<path d="M${-r} ${f(r * 0.5)}q${r} ${f(-r * 0.3)} ${2 * r} 0V${r}H${-r}Z" fill="#0a2a5a" fill-opacity=".2"/>`

function surface(p: string | undefined, r: number, base: string, random: Chance): string {
  if (p && WATER.includes(p))
    return ripples(-r * 0.86, -r * 0.8, r * 1.75, r * 1.6, random, { n: 8, opacity: 0.6 }) + deepWater(r)
  return p && BUILT.includes(p) ? streets(r) : tufts(r, base, random)
}

/** What stands on it: a sign on water, letters where there is no picture, else the picture's solids. */
function standing(t: Thing, r: number, c: string, random: Chance): string {
  const p = t.picture
  if (!p) return letters(t, r * 0.62, onTint(baseOf(p, c)))
  if (p === 'waves') return picture(p, -r * 0.26, -r * 0.26, r * 0.52, '#ffffff', 'fill-opacity=".9"')
  return crowd(p, -r * 0.02, r, c, random)
}

/** Pictures that come in numbers stand anew on every tile, back to front; others alone in the middle. */
function crowd(p: string, y: number, r: number, c: string, random: Chance): string {
  const n = Object.hasOwn(FLOCK, p) ? FLOCK[p]! : 1
  if (n === 1) return group(p, 0, y, r * (BUILT.includes(p) ? 0.98 : 0.92), c, random)
  const s = r * (p === 'tree' ? 1.02 : 0.96)
  const size = s * (p === 'tree' ? 0.6 : p === 'house' ? 0.62 : 0.46)
  const from = random()
  return Array.from({ length: n }, (_, i) => {
    const x = s * (((i * 0.618 + from) % 1) - 0.5) * 1.05 + s * 0.08 * (random() - 0.5)
    return solid(p, x, y + s * (-0.1 + (0.52 * i) / (n - 1)), size * (0.85 + random() * 0.3), c, random)
  }).join('')
}

export function letters(t: Thing, size: number, ink: string): string {
  const sign = t.letters || t.name.slice(0, 2)
  const high = sign.length > 2 ? size * 0.75 : size
  const w = measure(sign, high, { bold: true, narrow: true })
  return textAt(sign, -w / 2, high * 0.36, high, { bold: true, narrow: true, fill: ink })
}

/** A tile: its edge in two layers, its face in the light, what is on it, its rim. `id` names its gradient. */
export function tile(t: Thing, outline: Outline, seed: string, id: string): string {
  const c = tint(t.colour)
  const face = outline === 'hex' ? hexFace : squareFace
  const { r } = face
  const p = t.picture
  const base = baseOf(p, c)
  const random = chance(seed)
  const low = darker(base, p && WATER.includes(p) ? 0.3 : 0.16)
  const stop = (offset: number, colour: string) => `<stop offset="${offset}" stop-color="${colour}"/>`
  return (
    `<linearGradient id="${id}g" x1="0" y1="0" x2=".5" y2="1">${stop(0, lighter(base, 0.28))}${stop(1, low)}` +
    `</linearGradient><clipPath id="${id}c"><path d="${face.path(0)}"/></clipPath>` +
    `<path d="${face.path(0, r * 0.13)}" fill="${darker(base, 0.62)}"/>` +
    `<path d="${face.path(0, r * 0.06)}" fill="${darker(base, 0.42)}"/>` +
    `<path d="${face.path(0)}" fill="url(#${id}g)"/>` +
    `<g clip-path="url(#${id}c)">${surface(p, r, base, random)}</g>` +
    standing(t, r, c, random) +
    `<path d="${face.path(1)}" fill="none" stroke="#fff" stroke-opacity=".32" stroke-width="1.6"/>`
  )
}

// ---- whose it is

/** A cube of the player: colour and sign. s is half its height. */
export function cube(seat: number, s: number): string {
  const c = seatColour(seat)
  return (
    shade(1, s * 0.92, s, s * 0.34) +
    `<g transform="translate(${f(-s)} ${f(-s)}) scale(${f(s / 12)})">` +
    `<path d="M12 1.2L22.4 6.6L12 12L1.6 6.6Z" fill="${bright(c, 0.4)}"/>` +
    `<path d="M1.6 6.6L12 12V23.4L1.6 18Z" fill="${c}"/>` +
    `<path d="M22.4 6.6L12 12V23.4L22.4 18Z" fill="${dim(c, 0.36)}"/>` +
    `<path d="M12 1.2L22.4 6.6V18L12 23.4L1.6 18V6.6Z" fill="none" stroke="${BLACK}" stroke-width="1.3"/></g>` +
    `<circle r="${f(s * 0.52)}" fill="${BLACK}"/>${signOf(seat, s * 0.32, bright(paintOf(seat), 0.25))}`
  )
}

/** The colour of a sign on black. */
export const onBlack = (seat: number): string => (seat < 0 ? seatColour(seat) : `var(--sign-${seat % SEATS})`)

export const signOf = (seat: number, r: number, fill: string, x = 0, y = 0): string =>
  seatShape(seat, x, y, r, `fill="${fill}"`)

/** A disc with the sign of the seat pressed into it. */
export function disc(seat: number, r: number): string {
  const c = seatColour(seat)
  const round = (k: number, more: string, down = 0) => `<circle cy="${f(r * down)}" r="${f(r * k)}" ${more}/>`
  const line = (colour: string, k: number) => `stroke="${colour}" stroke-width="${f(r * k)}"`
  const arc = f(r * 0.7)
  return (
    round(1, `fill="${dim(c, 0.6)}"`, 0.09) +
    round(1, `fill="${c}"`) +
    round(0.97, `fill="none" ${line(bright(c, 0.5), 0.05)} stroke-opacity=".8"`) +
    round(0.74, `fill="${dim(c, 0.1)}" ${line(dim(c, 0.3), 0.05)}`) +
    `<path d="M${-arc} 0A${arc} ${arc} 0 0 1 0 ${-arc}" fill="none" ${line('#fff', 0.06)} stroke-opacity=".35"/>` +
    signOf(seat, r * 0.34, dim(c, 0.45), 0, r * 0.04) +
    signOf(seat, r * 0.34, bright(c, 0.4))
  )
}

const WOOD: readonly [body: string, edge: string][] = [
  ['#f0dfb8', '#8a6a3a'],
  ['#4a2f1f', '#1d110a'],
]

/** A man: light wood for the first seat, dark for the second, else painted. s is its height. */
export function man(p: string, seat: number, s: number): string {
  const [body, edge] = WOOD[seat] ?? [paintOf(seat), darker(paintOf(seat), 0.6)]
  const behind = [0.07, 0.045, 0.02].map((d) => picture(p, -s / 2 + s * d * 0.5, -s / 2 + s * d, s, edge)).join('')
  const front = picture(p, -s / 2, -s / 2, s, body, `stroke="${edge}" stroke-width=".7"`)
  return shade(s * 0.05, s * 0.44, s * 0.42, s * 0.13) + behind + front + picture(p, -s / 2, -s / 2, s, 'url(#sheen)')
}

/** A thing of a player that stands by itself: solids in the seat's colour, with its cube; else a disc. */
export function owned(t: Thing | null, seat: number, r: number, outline: Outline, seed: string): string {
  if (!t?.picture || !SOLIDS.includes(t.picture)) return disc(seat, outline === 'hex' ? r * 0.62 : r * 0.8)
  return group(t.picture, 0, r * 0.06, r * 0.86, paintOf(seat), chance(seed))
}

// ---- what is nobody's

/** A wooden cube on a space, as big as a hand would put it there. */
export function woodCube(t: Thing, s: number): string {
  const c = tint(t.colour)
  const side = (x: number, skew: number, ink: string) => {
    const sign = t.picture
      ? picture(t.picture, -s * 0.3, -s * 0.2, s * 0.58, ink)
      : `<g transform="translate(0 ${f(s * 0.1)})">${letters(t, s * 0.5, ink)}</g>`
    return `<g transform="translate(${f(x)} ${f(s * 0.22)}) skewY(${skew}) scale(.9 1)">${sign}</g>`
  }
  const [a, b, d] = [f(s * 0.76), f(s * 0.42), f(s * 0.84)]
  return (
    shade(s * 0.1, s * 0.78, s * 0.82, s * 0.28) +
    `<path d="M0 ${f(-s * 0.8)}L${a} ${-b}L0 ${f(-s * 0.04)}L${-a} ${-b}Z" fill="${lighter(c, 0.38)}"/>` +
    `<path d="M${-a} ${-b}L0 ${f(-s * 0.04)}V${d}L${-a} ${f(s * 0.46)}Z" fill="${c}"/>` +
    `<path d="M${a} ${-b}L0 ${f(-s * 0.04)}V${d}L${a} ${f(s * 0.46)}Z" fill="${darker(c, 0.34)}"/>` +
    side(-s * 0.38, 26.5, '#ffffffdd') +
    side(s * 0.38, -26.5, '#ffffff99')
  )
}

/** A piece on a place too small for a tile: what its picture shows, standing there. */
export const stood = (t: Thing, r: number, seed: string): string =>
  t.picture ? group(t.picture, 0, -r * 0.12, r, tint(t.colour), chance(seed)) : counter(t, r * 0.56)

/** A round counter with a picture or letters: what is neither tile nor anybody's. */
export function counter(t: Thing, r: number): string {
  const c = tint(t.colour)
  const ink = onTint(c)
  const sign = t.picture ? picture(t.picture, -r * 0.58, -r * 0.58, r * 1.16, ink) : letters(t, r * 0.95, ink)
  const rim = `stroke="${lighter(c, 0.5)}" stroke-opacity=".7" stroke-width="${f(r * 0.07)}"`
  return (
    shade(1, r * 0.5, r * 1.04, r * 0.72) +
    `<circle cy="${f(r * 0.16)}" r="${f(r)}" fill="${darker(c, 0.5)}"/><circle r="${f(r)}" fill="${c}"/>` +
    `<circle r="${f(r * 0.88)}" fill="none" ${rim}/>${sign}`
  )
}

const HEAP = 12

/** So many of something without a picture: pebbles, and the number. */
export function heap(n: number, r: number): string {
  let d = ''
  let lit = ''
  const shown = Math.max(0, Math.min(n, HEAP))
  for (let i = 0; i < shown; i++) {
    const far = shown === 1 ? 0 : r * 0.62 * Math.sqrt((i + 0.35) / Math.max(shown, 4))
    const [x, y] = [far * Math.cos(i * 2.4), far * 0.74 * Math.sin(i * 2.4)]
    const s = r * 0.17
    d += `M${f(x - s)} ${f(y)}a${f(s)} ${f(s * 0.86)} 0 1 0 ${f(2 * s)} 0a${f(s)} ${f(s * 0.86)} 0 1 0 ${f(-2 * s)} 0z`
    lit += `M${f(x - s * 0.6)} ${f(y - s * 0.1)}a${f(s * 0.6)} ${f(s * 0.5)} 0 0 1 ${f(s * 0.7)} ${f(-s * 0.45)}`
  }
  return (
    `<path d="${d}" fill="#e9dcc0" stroke="#4a3a24" stroke-width="1.2"/>` +
    `<path d="${lit}" fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/>`
  )
}
