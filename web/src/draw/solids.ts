// Solids: pictures that stand on the ground of a scene or a tile, lit from the upper left. (x, y) is where they stand,
// s how high they are. Some have forms of their own; all others stand as tokens with an edge.
import { type Chance, darker, f, lighter, luma, mix } from './base'
import { picture } from './icons'

type Solid = (x: number, y: number, s: number, c: string, r: Chance) => string

const shadow = (x: number, y: number, w: number): string =>
  `<ellipse cx="${f(x + w * 0.12)}" cy="${f(y)}" rx="${f(w)}" ry="${f(w * 0.36)}" fill="#000" fill-opacity=".28"/>`

const polygon = (points: number[], fill: string): string =>
  `<polygon points="${points.map(f).join(' ')}" fill="${fill}"/>`

const bar = (x: number, y: number, w: number, h: number, fill: string): string =>
  `<rect x="${f(x)}" y="${f(y)}" width="${f(w)}" height="${f(h)}" fill="${fill}"/>`

const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`

/** A tree: its lit and its shaded half, each one path of three crowns. */
const tree: Solid = (x, y, s, c) => {
  let lit = ''
  let dark = ''
  for (let i = 0; i < 3; i++) {
    const w = s * (0.34 - i * 0.075)
    const top = y - s * (0.52 + i * 0.24)
    const low = y - s * (0.14 + i * 0.22)
    const foot = `${f(x)} ${f(low + s * 0.045)}Z`
    lit += `M${f(x)} ${f(top)}L${f(x - w)} ${f(low)}L${foot}`
    dark += `M${f(x)} ${f(top)}L${f(x + w)} ${f(low)}L${foot}`
  }
  const stem = bar(x - s * 0.05, y - s * 0.2, s * 0.1, s * 0.2, '#5b3b22')
  return shadow(x, y, s * 0.3) + stem + path(lit, lighter(c, 0.26)) + path(dark, darker(c, 0.22))
}

/** Lit windows in the two walls of a block. */
function windows(x: number, y: number, w: number, h: number, r: Chance): string {
  const d = w * 0.5
  const rows = Math.max(1, Math.floor(h / (w * 0.62)))
  let o = ''
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < 2; j++) {
      const top = y - h + (i + 0.35) * (h / rows)
      const t = (j + 0.28) / 2
      const [a, b, v] = [f(w * 0.2), f(d * 0.2), f(w * 0.22)]
      if (r() > 0.25) o += `M${f(x - w + w * t)} ${f(top - d + d * t)}l${a} ${b}v${v}l${-a} ${-b}z`
      if (r() > 0.45) o += `M${f(x + w * t)} ${f(top - d * t)}l${a} ${-b}v${v}l${-a} ${b}z`
    }
  return o
}

/** An upright box seen from above one edge. */
function block(x: number, y: number, w: number, h: number, c: string, r: Chance): string {
  const d = w * 0.5
  return (
    polygon([x, y, x - w, y - d, x - w, y - d - h, x, y - h], c) +
    polygon([x, y, x + w, y - d, x + w, y - d - h, x, y - h], darker(c, 0.36)) +
    polygon([x, y - h, x - w, y - d - h, x, y - 2 * d - h, x + w, y - d - h], lighter(c, 0.4)) +
    path(windows(x, y, w, h, r), '#ffe08a')
  )
}

const TOWERS: readonly [dx: number, dy: number, w: number, h: number][] = [
  [-0.34, -0.2, 0.15, 0.34],
  [0.3, -0.24, 0.15, 0.46],
  [0, -0.28, 0.17, 0.68],
  [-0.14, -0.02, 0.15, 0.3],
  [0.2, -0.03, 0.14, 0.26],
]

const city: Solid = (x, y, s, c, r) => {
  const g = luma(c) > 0.6 ? '#b9bcc2' : c
  const towers = TOWERS.map(([dx, dy, w, h]) => {
    const high = h * s * (0.85 + r() * 0.3)
    return block(x + dx * s, y + dy * s, w * s, high, mix(g, r() > 0.5 ? '#8fa6bd' : '#d8c9ad', 0.35), r)
  })
  return shadow(x, y - s * 0.06, s * 0.5) + towers.join('')
}

const house: Solid = (x, y, s, c, r) => {
  const w = s * 0.3
  const d = w * 0.5
  const h = s * 0.34
  const ridge = [x, y - h + s * 0.02, x, y - h - s * 0.34]
  return (
    shadow(x, y - d * 0.6, s * 0.4) +
    block(x, y, w, h, lighter(c, 0.35), r) +
    polygon([x - w * 1.1, y - d - h, ...ridge], '#b5533b') +
    polygon([x + w * 1.1, y - d - h, ...ridge], '#7e3427')
  )
}

const factory: Solid = (x, y, s, c, r) => {
  const chimney = (dx: number, h: number) =>
    bar(x + dx * s, y - h * s, s * 0.1, h * s * 0.7, '#9b5a45') +
    bar(x + dx * s + s * 0.06, y - h * s, s * 0.04, h * s * 0.7, '#6d3a2c') +
    bar(x + dx * s - s * 0.01, y - h * s, s * 0.12, s * 0.05, '#e9e2d2')
  return (
    shadow(x, y - s * 0.08, s * 0.5) +
    chimney(-0.06, 0.98) +
    chimney(0.12, 0.86) +
    block(x - s * 0.12, y - s * 0.06, s * 0.28, s * 0.3, mix(c, '#9aa3ad', 0.55), r) +
    block(x + s * 0.24, y, s * 0.2, s * 0.22, mix(c, '#c2a27c', 0.5), r)
  )
}

function peak(x: number, y: number, s: number, c: string, lava: boolean): string {
  const t = y - s * 0.86
  const foot = [x, t, x + s * 0.1, y + s * 0.06]
  const p = (dx: number, py: number) => `${f(x + s * dx)} ${f(py)}`
  const flowing =
    `M${p(-0.15, t + s * 0.2)}L${p(0, t)}L${p(0.15, t + s * 0.2)}L${p(0.07, t + s * 0.16)}L${p(0.1, y - s * 0.1)}` +
    `L${p(0, t + s * 0.24)}L${p(-0.12, y - s * 0.28)}L${p(-0.05, t + s * 0.17)}Z`
  const snow = [x - s * 0.17, t + s * 0.24, x, t, x + s * 0.18, t + s * 0.25]
  return (
    shadow(x, y - s * 0.02, s * 0.6) +
    polygon([x - s * 0.62, y, ...foot], lighter(c, 0.18)) +
    polygon([x + s * 0.62, y, ...foot], darker(c, 0.38)) +
    (lava ? path(flowing, '#ff8a3c') : polygon(snow, '#f4f0ea'))
  )
}

const RINGS: readonly [size: number, fill: string][] = [
  [1, '#6d4a3a'],
  [0.78, '#4b3027'],
  [0.56, '#2a1a16'],
  [0.34, '#ff7a3a'],
]

const pit: Solid = (x, y, s) =>
  RINGS.map(([k, fill], i) => {
    const size = `rx="${f(s * 0.6 * k)}" ry="${f(s * 0.34 * k)}" fill="${fill}"`
    return `<ellipse cx="${f(x)}" cy="${f(y - s * 0.34 + i * s * 0.035)}" ${size}/>`
  }).join('')

/** A token with an edge; in the air it throws no shadow. */
export function standee(p: string, x: number, y: number, s: number, c: string, air = false): string {
  const k = s * 0.84
  const px = x - k / 2
  const py = y - k * 0.98
  const edge = darker(c, 0.6)
  const rim = `stroke="${darker(c, 0.55)}" stroke-width=".7" paint-order="stroke"`
  const behind = [0.1, 0.05].map((d) => picture(p, px + s * d * 0.55, py + s * d, k, edge)).join('')
  const front = picture(p, px, py, k, luma(c) > 0.75 ? '#fffdf6' : lighter(c, 0.42), rim)
  return (air ? '' : shadow(x, y, s * 0.4)) + behind + front
}

const SOLID: Readonly<Record<string, Solid>> = {
  tree,
  city,
  house,
  factory,
  mountain: (x, y, s, c) => peak(x, y, s, c, false),
  volcano: (x, y, s, c) => peak(x, y, s, c, true),
  target: pit,
}

export function solid(p: string, x: number, y: number, s: number, c: string, r: Chance): string {
  const form = Object.hasOwn(SOLID, p) ? SOLID[p] : undefined
  return form ? form(x, y, s, c, r) : standee(p, x, y, s, c)
}

/** Pictures that come in numbers. */
export const FLOCK: Readonly<Record<string, number>> = {
  tree: 7,
  sprout: 5,
  leaf: 4,
  flower: 5,
  wheat: 6,
  house: 3,
  snow: 4,
  person: 3,
  seed: 4,
}
const SMALLER: Readonly<Record<string, number>> = { tree: 0.6, house: 0.62 }

/** What stands on a tile or in a scene: one big thing, or several where they come in numbers, back to front. */
export function group(p: string, x: number, y: number, s: number, c: string, r: Chance): string {
  const n = Object.hasOwn(FLOCK, p) ? FLOCK[p]! : 1
  if (n === 1) return solid(p, x, y + s * 0.42, s, c, r)
  const spots = Array.from({ length: n }, (_, i): [number, number] => [
    x + s * (((i * 0.618) % 1) - 0.5) * 1.05 + s * 0.08 * (r() - 0.5),
    y + s * (-0.1 + 0.52 * (i / (n - 1))),
  ])
  spots.sort((a, b) => a[1] - b[1])
  const size = s * (SMALLER[p] ?? 0.46)
  return spots.map(([px, py]) => solid(p, px, py, size * (0.85 + r() * 0.3), c, r)).join('')
}
