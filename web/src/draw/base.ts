// Colours, chance from a seed, and numbers as drawings write them: what every drawing here is made of. All of
// web/src/draw is pure: data in, SVG as text out, no DOM and nothing measured, so that the same data is the same
// picture everywhere and can be tested. Colours that follow the theme are custom properties of theme.css,
// `fill="var(--ink)"`.

/** Colours by number: those a definition may name (1 to 8; 0: none), and from AUTO on the palette for things that name
 *  none. The classes tint-N and auto-N of theme.css are the same colours. */
export const TINT: readonly string[] = [
  ...['#7d7365', '#c4473a', '#3f823a', '#e0b031', '#3976bc', '#97499c', '#258080', '#d9d3c6', '#747470', '#7d7365'],
  ...['#d6a437', '#bf5240', '#4a8240', '#3e79ac', '#8560a6', '#30807b', '#a85b81', '#717a30', '#8c6d52', '#647587'],
]
export const AUTO = 10
export const tint = (colour: number | undefined): string => TINT[colour ?? 0] ?? TINT[0]!

/** The colours of seats, as theme.css has them. */
export const SEATS = 6
export const NOBODY = -1
export const GREY = '#8b8578' // of who is no seat
export const seatColour = (seat: number): string => (seat < 0 ? GREY : `var(--seat-${seat % SEATS})`)

const part = (c: string, i: number) => parseInt(c.slice(1 + 2 * i, 3 + 2 * i), 16)
const two = (n: number) => Math.round(n).toString(16).padStart(2, '0')

/** A colour between two, both as #rrggbb. */
export const mix = (a: string, b: string, t: number): string =>
  '#' + [0, 1, 2].map((i) => two(part(a, i) + (part(b, i) - part(a, i)) * t)).join('')
export const lighter = (c: string, t: number): string => mix(c, '#ffffff', t)
export const darker = (c: string, t: number): string => mix(c, '#0a0806', t)
/** How bright a colour seems, 0 to 1. */
export const luma = (c: string): number => (0.3 * part(c, 0) + 0.59 * part(c, 1) + 0.11 * part(c, 2)) / 255
/** What can be read on a colour. */
export const onTint = (c: string): string => (luma(c) > 0.6 ? '#2b2107' : '#ffffff')

export type Chance = () => number

/** The same numbers, 0 to 1, for the same seed, on every machine. */
export function chance(seed: string): Chance {
  let a = 2166136261
  for (let i = 0; i < seed.length; i++) a = Math.imul(a ^ seed.charCodeAt(i), 16777619)
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A number as it stands in a drawing: two places, none that say nothing. */
export const f = (n: number): number => Math.round(n * 100) / 100

/** A text of a definition inside SVG. */
export const esc = (s: string): string =>
  s.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A number as people read it: with a real minus. */
export const said = (n: number | string): string => String(n).replace('-', '−')

const points = (n: number, x: number, y: number, r: number, turn: number): string =>
  Array.from({ length: n }, (_, i) => {
    const a = (2 * Math.PI * i) / n + turn
    return `${f(x + r * Math.cos(a))},${f(y + r * Math.sin(a))}`
  }).join(' ')

/** The corners of a hexagon that stands on a corner, or flat on a side. */
export const hexagon = (x: number, y: number, r: number, flat = false): string =>
  points(6, x, y, r, flat ? 0 : -Math.PI / 2)

/** The signs of seats: told apart by shape as well as by colour. */
export function seatShape(seat: number, x: number, y: number, r: number, attributes: string): string {
  const polygon = (n: number, turn: number, k: number) =>
    `<polygon points="${points(n, x, y, r * k, turn)}" ${attributes}/>`
  if (seat < 0) return `<path d="M${f(x - r)} ${f(y)}h${f(2 * r)}v${f(r * 0.6)}h${f(-2 * r)}z" ${attributes}/>`
  const sign = seat % SEATS
  if (sign === 0) return `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" ${attributes}/>`
  if (sign === 1) return polygon(4, Math.PI / 4, 1.2)
  if (sign === 2) return polygon(3, -Math.PI / 2, 1.3)
  if (sign === 3) return polygon(4, 0, 1.25)
  if (sign === 4) return polygon(6, 0, 1.1)
  return polygon(5, -Math.PI / 2, 1.15)
}
