// Little scenes: sky, ground and pictures in layers, drawn from a seed: the art of a card, the face of a tile, the
// cover of a game. Nothing is known of any game: a picture's name says where it belongs. Skies and shades are
// gradients of the sprite (icons.ts), so that a scene holds no names of its own.
import { type Chance, chance, darker, f, lighter, mix, tint } from './base'
import { type Box } from './boxes'
import { picture, SKIES } from './icons'
import type { Ground } from '../protocol'
import { FLOCK, group, solid, standee } from './solids'

export { group, solid } from './solids'

export type Place = 'space' | 'sky' | 'water' | 'land' | 'thing'

export interface Motif {
  picture: string
  colour: number
}

const HABITAT: Readonly<Record<Exclude<Place, 'thing'>, readonly string[]>> = {
  space: ['star', 'comet', 'planet', 'rocket', 'moon', 'globe', 'target'],
  sky: ['sun', 'cloud', 'wind', 'bolt', 'snow', 'bird', 'thermometer'],
  water: ['waves', 'fish', 'ship', 'anchor', 'drop'],
  land: [
    ...['leaf', 'sprout', 'tree', 'flower', 'seed', 'wheat', 'paw', 'mountain', 'volcano', 'house', 'city', 'factory'],
    ...['bridge', 'person', 'people', 'flag', 'wheel', 'pick', 'radiation'],
  ],
}
const PLACES = Object.entries(HABITAT) as [Place, readonly string[]][]
/** Where a picture belongs. */
export const habitat = (p: string): Place => PLACES.find(([, pictures]) => pictures.includes(p))?.[0] ?? 'thing'

/** Colours of grounds: of the texture itself, and what it looks like in some of the colours it may be given. */
export const GROUNDS: Readonly<Record<Ground['texture'], readonly [base: string, colours?: Record<number, string>]>> = {
  rock: ['#a4502f', { 1: '#a9512e', 3: '#b98d4a', 8: '#7d7a76' }],
  ice: ['#b9d6e2', { 4: '#9cc0de', 6: '#a9cfd8', 7: '#d3e1e6' }],
  soil: ['#8a6a48', { 2: '#7b8450', 3: '#a98a54' }],
  grass: ['#6f9a4e'],
  sand: ['#d2b27a'],
  wood: ['#a9743f'],
  stone: ['#978f85'],
  felt: ['#2f6b4f'],
  paper: ['#e8dfc9'],
  metal: ['#5b6b80', { 4: '#2f5da8' }],
}
const BARE = '#8a6244'

export function groundColour(g: Ground | null | undefined): string {
  if (!g) return BARE
  const [base, colours] = GROUNDS[g.texture]
  return g.colour ? (colours?.[g.colour] ?? mix(base, tint(g.colour), 0.6)) : base
}

/** Ripples of water, n of them in one path. */
export function ripples(
  x: number,
  y: number,
  w: number,
  h: number,
  r: Chance,
  { ink = '#ffffff', n = 9, opacity = 0.5 } = {},
): string {
  let d = ''
  for (let i = 0; i < n; i++) {
    const px = x + w * (0.03 + 0.8 * ((i * 0.618 + r() * 0.25) % 1))
    const py = y + h * ((i + 0.5) / n)
    const l = w * (0.1 + 0.14 * r())
    d += `M${f(px)} ${f(py)}q${f(l / 4)} ${f(-h * 0.05)} ${f(l / 2)} 0t${f(l / 2)} 0`
  }
  const line = `stroke-width="${f(Math.max(0.7, w * 0.016))}" stroke-linecap="round"`
  return `<path d="${d}" fill="none" stroke="${ink}" stroke-opacity="${opacity}" ${line}/>`
}

const area = (y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect y="${f(y)}" width="${f(w)}" height="${f(h)}" fill="${fill}"${more}/>`

/** A colour above that goes over into a gradient of the sprite. */
const sky = (w: number, h: number, high: string, over: string): string =>
  area(0, w, h, high) + area(0, w, h, `url(#${over})`)

const disc = (x: number, y: number, r: number, fill: string, opacity = 1): string =>
  `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" fill="${fill}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''}/>`

export function stars(w: number, h: number, n: number, k: number, r: Chance): string {
  const d = Array.from({ length: n }, () => {
    const z = f((0.25 + r() * 0.55) * k)
    return `M${f(r() * w)} ${f(r() * h - z)}l${z} ${z}l${-z} ${z}l${-z} ${-z}z`
  }).join('')
  return `<path d="${d}" fill="#fff" fill-opacity=".85"/>`
}

function hills(w: number, h: number, base: number, rough: number, r: Chance, fill: string): string {
  const n = 7
  let d = `M0 ${f(h)}L0 ${f(base)}`
  for (let i = 1; i <= n; i++) {
    const middle = `${f((w * (i - 0.5)) / n)} ${f(base - rough * (r() * 1.6 - 0.5))}`
    d += `Q${middle} ${f((w * i) / n)} ${f(base - rough * (r() - 0.5))}`
  }
  return `<path d="${d}L${f(w)} ${f(h)}Z" fill="${fill}"/>`
}

interface Stage {
  w: number
  h: number
  r: Chance
  g: string // colour of the ground
  motifs: Motif[]
  main: Motif
}

const NIGHTS = ['#0f1430', '#1c0f33', '#071f2e', '#2a1020', '#0c2420', '#191921']
const NEBULAS = ['#6a4fb0', '#2f7f9c', '#b0506a', '#c08a3e', '#3f8f6a']
const oneOf = <T>(list: readonly T[], r: Chance): T => list[Math.floor(r() * list.length)]!

/** Stars, a far cloud of light, sometimes a moon, and the limb of the board's ground. */
function inSpace({ w, h, r, g, motifs }: Stage): string {
  const R = h * (0.7 + 1.5 * r())
  const cx = w * (0.05 + 0.9 * r())
  const cy = h * (0.62 + 0.26 * r()) + R
  const night = oneOf(NIGHTS, r)
  const glow = oneOf(NEBULAS, r)
  const [mx, my] = [w * (0.3 + 0.6 * r()), h * (0.15 + 0.3 * r())]
  const cloud = [1, 0.6].map((k) => `<ellipse cx="${f(mx)}" cy="${f(my)}" rx="${f(w * 0.34 * k)}" ` +
    `ry="${f(h * 0.3 * k)}" fill="${glow}" fill-opacity=".16"/>`).join('')
  const moon = r() > 0.55 ? disc(w * (0.36 + 0.12 * r()), h * 0.3, h * (0.06 + 0.08 * r()), lighter(glow, 0.55)) : ''
  const arc = (rx: number, ry: number, sweep: number, x: number) =>
    `A${f(rx)} ${f(ry)} 0 0 ${sweep} ${f(x)} ${f(cy)}`
  const limb = `M${f(cx - R)} ${f(cy)}${arc(R, R, 1, cx + R)}${arc(R * 1.1, R * 0.94, 0, cx - R)}Z`
  const lit = `<path d="${limb}" fill="${lighter(g, 0.35)}" fill-opacity=".7"/>`
  const globe = disc(cx, cy, R * 1.03, lighter(g, 0.5), 0.35) + disc(cx, cy, R, g) + lit
  const things = motifs.slice(0, 2).map((m, i) => {
    const x = i ? w * 0.88 : w * (0.58 + 0.08 * r())
    return standee(m.picture, x, h * (i ? 0.42 : 0.76), h * (i ? 0.34 : 0.62), tint(m.colour), true)
  })
  const far = cloud + stars(w, h * 0.8, 30, h / 70, r) + moon
  return sky(w, h, mix(night, g, 0.08), 'dusk') + far + globe + things.join('')
}

function onWater({ w, h, r, g, motifs, main }: Stage): string {
  const mc = tint(main.colour)
  const far = hills(w, h, h * 0.52, h * 0.16, r, mix(g, '#b9c9cf', 0.45))
  const shine = area(h * 0.55, w, h * 0.12, lighter(mc, 0.3), ' fill-opacity=".5"')
  const high = mix(oneOf(SKIES, r)[0], mc, 0.2)
  let o = sky(w, h, high, 'haze') + disc(w * (0.4 + 0.55 * r()), h * 0.28, h * (0.08 + 0.1 * r()), '#fff6d6') + far
  o += area(h * 0.55, w, h * 0.45, darker(mc, 0.12)) + shine
  o += ripples(0, h * 0.58, w, h * 0.42, r, { opacity: 0.55 })
  const m = motifs.find((x) => x.picture !== 'waves' && x.picture !== 'drop')
  if (!m) return o
  if (['land', 'water', 'thing'].includes(habitat(m.picture)))
    return o + solid(m.picture, w * 0.62, h * 0.84, h * 0.52, tint(m.colour), r)
  return o + picture(m.picture, w * 0.52, h * 0.08, h * 0.36, '#ffffffb0')
}

const EARTHS = ['#d9a066', '#6b4a6e', '#5f7f6a', '#8a6a48', '#5d6f86']

/** Two thin clouds. */
function clouds(w: number, h: number, r: Chance): string {
  const d = [0, 1].map(() => {
    const [x, y, l] = [w * (0.3 + 0.6 * r()), h * (0.14 + 0.26 * r()), w * (0.1 + 0.12 * r())]
    return `M${f(x - l)} ${f(y)}q${f(l * 0.4)} ${f(-h * 0.12)} ${f(l)} ${f(-h * 0.06)}t${f(l)} ${f(h * 0.06)}z`
  })
  return `<path d="${d.join('')}" fill="#fff" fill-opacity=".55"/>`
}

/** Three ranges of hills under one of the skies. */
function onLand({ w, h, r, g, motifs, main }: Stage, inTheSky: boolean): string {
  const i = Math.floor(r() * SKIES.length)
  const sun = disc(w * (0.4 + r() * 0.55), h * (0.16 + 0.24 * r()), h * (0.07 + 0.13 * r()), '#fff8e2', 0.9)
  const earth = mix(g, oneOf(EARTHS, r), 0.3 * r())
  const rough = 0.7 + 0.9 * r()
  let o = sky(w, h, mix(SKIES[i]![0], g, 0.12), `sky-${i}`) + sun + (r() > 0.5 ? clouds(w, h, r) : '')
  o += hills(w, h, h * (0.46 + 0.12 * r()), h * 0.3 * rough, r, mix(earth, '#d9c6b4', 0.5))
  o += hills(w, h, h * 0.64, h * 0.2 * rough, r, mix(earth, '#b89a84', 0.22))
  o += hills(w, h, h * 0.78, h * 0.1, r, darker(earth, 0.12))
  const mc = tint(main.colour)
  const size = (Object.hasOwn(FLOCK, main.picture) ? 0.8 : 0.66) + 0.14 * r()
  const x = w * (0.56 + 0.13 * r())
  o += inTheSky
    ? standee(main.picture, x, h * 0.78, h * 0.66, mc, true)
    : group(main.picture, x, h * 0.55, h * size, mc, r)
  const second = motifs.find((m) => m.picture !== main.picture)
  if (!second) return o
  if (['land', 'thing'].includes(habitat(second.picture)))
    return o + solid(second.picture, w * 0.9, h * 0.94, h * 0.4, tint(second.colour), r)
  return o + picture(second.picture, w * 0.84, h * 0.08, h * 0.28, '#ffffff88')
}

const WALLS = ['#2f5f9c', '#8a3f6e', '#2f7f6a', '#9c6a2f', '#5f4fa0', '#9c4a3a']
/** Colours without a tone: white things, and things without a colour. */
const isGrey = (c: string): boolean => {
  const parts = [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16))
  return Math.max(...parts) - Math.min(...parts) < 36
}

/** What belongs nowhere stands before rays of its own colour. */
function alone({ w, h, r, motifs, main }: Stage): string {
  const mc = tint(main.colour)
  const c = mix(mix(mc, oneOf(WALLS, r), isGrey(mc) ? 0.75 : 0.35 * r()), '#1b1e26', 0.5)
  const [cx, cy] = [w * (0.35 + 0.4 * r()), h * (0.35 + 0.4 * r())]
  const end = (a: number) => `${f(cx + w * Math.cos(a))} ${f(cy + w * Math.sin(a))}`
  const n = 8 + Math.floor(r() * 10)
  const turn = r()
  const rays = Array.from({ length: n }, (_, i) => {
    const a = (Math.PI * 2 * i) / n + turn
    return `M${f(cx)} ${f(cy)}L${end(a)}L${end(a + 3 / n)}Z`
  }).join('')
  const pool = `<ellipse cx="${f(w / 2)}" cy="${f(h * 0.9)}" rx="${f(w * 0.34)}" ry="${f(h * 0.1)}" fill="#0005"/>`
  const [, second] = motifs // at the right: what a card costs and asks for stands at the left
  const beside = second ? standee(second.picture, w * 0.9, h * 0.9, h * 0.38, tint(second.colour)) : ''
  return (
    sky(w, h, lighter(c, 0.1), 'fade-up') +
    `<path d="${rays}" fill="#fff" fill-opacity=".06"/>${pool}` +
    beside +
    standee(main.picture, w * 0.62, h * 0.92, h * 0.74, mc)
  )
}

export interface SceneOptions {
  motifs: Motif[] // the first is what it is about; none: only the place
  ground?: Ground | null | undefined
  seed: string
  mood?: Place | undefined // where it is, whatever the motif
}

/** A picture w by h. What stands out must be cut off by whoever shows it. */
export function scene(w: number, h: number, { motifs, ground, seed, mood }: SceneOptions): Box {
  const main = motifs[0] ?? { picture: 'star', colour: 0 }
  const stage: Stage = { w, h, r: chance(seed), g: groundColour(ground), motifs, main }
  const where = mood ?? habitat(main.picture)
  if (where === 'space') return { w, h, svg: inSpace(stage) }
  if (where === 'water') return { w, h, svg: onWater(stage) }
  return { w, h, svg: where === 'thing' ? alone(stage) : onLand(stage, where === 'sky') }
}
