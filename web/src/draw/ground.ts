// What a board lies on: a colour, what the surface is made of, and its form. A few paths each, drawn from a seed and
// without filters, so that they print, zoom and cost little. Light falls from the upper left. The colour itself is
// --ground of board.css, which differs by day, by night and on paper; all others are shades of it.
import type { Ground as Said } from '../protocol'
import { chance, darker, f, lighter, type Chance } from './base'
import { corners, HOLE, RADIUS, type Layout, type Point } from './geometry'
import { groundColour } from './scene'

type Texture = Said['texture']

/** What a definition says of it, with the colour it comes to. */
export interface Ground {
  colour: string
  texture: Texture
  form: Said['shape']
  checker: boolean
}

export const drawnGround = (said: Said): Ground => ({
  colour: groundColour(said),
  texture: said.texture,
  form: said.shape,
  checker: said.checker,
})

/** The same on a light page and on a dark one. */
export const groundBy = (colour: string): { day: string; night: string } => ({
  day: lighter(colour, 0.14),
  night: darker(colour, 0.16),
})

/** Shades of the ground: nearer to black, to white, to another colour. */
export const GROUND = 'var(--ground)'
export const deep = (t: number): string => toward('#0a0806', t)
export const pale = (t: number): string => toward('#ffffff', t)
export const toward = (colour: string, t: number): string => `color-mix(in srgb, ${GROUND}, ${colour} ${f(t * 100)}%)`

const spread = (n: number, one: (i: number) => string) => Array.from({ length: n }, (_, i) => one(i)).join('')
const filled = (d: string, colour: string, opacity: number) =>
  `<path d="${d}" fill="${colour}" fill-opacity="${opacity}"/>`
const drawn = (d: string, colour: string, opacity: number, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${width}"${more}/>`

type Surface = (w: number, h: number, r: Chance, dark: string, light: string) => string

const rock: Surface = (w, h, r, dark, light) => {
  let pits = ''
  let rims = ''
  for (let i = 0; i < 26; i++) {
    const [x, y, s] = [r() * w, r() * h, Math.min(w, h) * (0.012 + 0.045 * r() * r())]
    const arc = (rx: number, ry: number, flags: string, to: number) => `a${f(rx)} ${f(ry)} 0 ${flags} ${f(to)} 0`
    pits += `M${f(x - s)} ${f(y)}${arc(s, s * 0.8, '1 0', 2 * s)}${arc(s, s * 0.8, '1 0', -2 * s)}z`
    rims += `M${f(x - s)} ${f(y)}${arc(s, s * 0.8, '0 0', 2 * s)}${arc(s * 1.04, s * 0.55, '0 1', -2 * s)}z`
  }
  const grit = spread(170, () => {
    const s = 0.8 + r() * 2.2
    return `M${f(r() * w)} ${f(r() * h)}l${f(s)} ${f(-s * 0.6)}l${f(s)} ${f(s * 0.7)}z`
  })
  const ridges = spread(9, () => {
    const start = `M${f(r() * w)} ${f(r() * h)}`
    const bend = () => `q${f(18 * r())} ${f(14 * (r() - 0.5))} ${f(20 + 26 * r())} ${f(16 * (r() - 0.5))}`
    return start + spread(7, bend)
  })
  return filled(pits, dark, 0.32) + filled(rims, light, 0.45) + filled(grit, dark, 0.4) + drawn(ridges, light, 0.16, 5)
}

const ice: Surface = (w, h, r, dark) => {
  const cracks = spread(22, () => {
    let way = r() * 2 * Math.PI
    return (
      `M${f(r() * w)} ${f(r() * h)}` +
      spread(5, () => {
        way += (r() - 0.5) * 1.1
        const length = 14 + r() * 34
        return `l${f(length * Math.cos(way))} ${f(length * Math.sin(way))}`
      })
    )
  })
  const floes = spread(18, () => {
    const s = 14 + r() * 44
    const [a, b, c] = [`${f(s)} ${f(-s * 0.3)}`, `${f(s * 0.4)} ${f(s * 0.5)}`, `${f(-s * 0.9)} ${f(s * 0.25)}`]
    return `M${f(r() * w)} ${f(r() * h)}l${a}l${b}l${c}z`
  })
  const deep = drawn(cracks, dark, 0.3, 1, ' transform="translate(1.4 1.6)"')
  return filled(floes, '#ffffff', 0.2) + deep + drawn(cracks, '#ffffff', 0.55, 1.3)
}

/** The curved ridges that a spreader leaves, or the wind. */
const ridged: Surface = (w, h, r, dark, light) => {
  const reach = Math.hypot(w, h)
  const arcs = spread(3, (k) => {
    const [x, y] = [w * (0.1 + 0.4 * k), h * (1.15 - 0.55 * (k % 2))]
    return spread(Math.min(15, Math.ceil(reach / 26)), (i) => {
      const q = 40 + i * 26
      return `M${f(x - q)} ${f(y)}A${f(q)} ${f(q * 0.8)} 0 0 1 ${f(x + q)} ${f(y)}`
    })
  })
  const grains = spread(240, () => `M${f(r() * w)} ${f(r() * h)}h${f(1 + r() * 2)}v1.4h-2z`)
  const lit = drawn(arcs, light, 0.2, 3, ' transform="translate(-3 -3)"')
  return drawn(arcs, dark, 0.17, 7) + lit + filled(grains, dark, 0.4)
}

const wood: Surface = (w, h, r, dark, light) => {
  const PLANK = 26
  const planks = Math.ceil(h / PLANK)
  const seams = spread(planks, (i) => `M0 ${i * PLANK}H${f(w)}`)
  const grain = spread(planks * 5, (i) => {
    const y = Math.floor(i / 5) * PLANK + 4 + r() * 18
    return `M${f(r() * w)} ${f(y)}q40 ${f((r() - 0.5) * 6)} ${f(60 + r() * 120)} ${f((r() - 0.5) * 3)}`
  })
  const lit = drawn(seams, light, 0.25, 1, ' transform="translate(0 1.2)"')
  return drawn(grain, dark, 0.35, 1) + drawn(seams, dark, 0.5, 1.2) + lit
}

const bladed: Surface = (w, h, r, dark, light) => {
  const blade = () => `M${f(r() * w)} ${f(r() * h)}l${f(1 + r())} ${f(-4 - r() * 4)}`
  return drawn(spread(220, blade), light, 0.28, 1) + drawn(spread(160, blade), dark, 0.22, 1)
}

const specks: Surface = (w, h, r, dark, light) => {
  const speck = () => {
    const s = (0.8 + r() * 1.6) * Math.min(1, Math.max(w, h) / 700)
    return `M${f(r() * w)} ${f(r() * h)}h${f(s)}v${f(s)}h${f(-s)}z`
  }
  return filled(spread(150, speck), dark, 0.25) + filled(spread(110, speck), light, 0.25)
}

const brushed: Surface = (w, h, r, dark, light) => {
  const line = () => `M${f(r() * w)} ${f(r() * h)}h${f(30 + r() * 120)}`
  return drawn(spread(70, line), light, 0.12, 0.8) + drawn(spread(60, line), dark, 0.14, 0.8)
}

const SURFACES: Record<Texture, Surface> = {
  ...{ rock, ice, soil: ridged, sand: ridged, grass: bladed, felt: bladed },
  ...{ wood, stone: specks, paper: specks, metal: brushed },
}

export const texture = (kind: Texture, w: number, h: number, seed: string): string =>
  `<g class="texture">${SURFACES[kind](w, h, chance(seed), deep(0.35), pale(0.3))}</g>`

/** A ground as it is drawn: around the layout, which lies at (left, top) of the whole. */
export interface Floor {
  width: number
  height: number
  left: number
  top: number
  under: string // what spaces lie on
  over: string // what is in front of the pieces: the frame of a rack
}

/** `id` begins the names of all that is defined for others to use; `fine`: a board of few spaces is seen from near,
 *  and its rim is thinner. */
export function floor(ground: Ground, lay: Layout, seed: string, id: string, fine = 1): Floor {
  if (ground.form === 'rack' && lay.outline === 'square') return rack(lay, id)
  if (ground.form === 'globe') return globe(ground, lay, seed, id)
  return sheet(ground, lay, seed, id, fine)
}

function globe(ground: Ground, lay: Layout, seed: string, id: string): Floor {
  const middle = { x: lay.width / 2, y: lay.height / 2 }
  const far = Math.max(...lay.points.map((p) => Math.hypot(p.x - middle.x, p.y - middle.y)))
  const radius = far + RADIUS
  const half = radius * 1.1
  const disc = (r: number, more: string) => `<circle cx="${f(half)}" cy="${f(half)}" r="${f(r)}" ${more}/>`
  const stop = (offset: number, colour: string, opacity: number) =>
    `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`
  const under =
    `<defs><radialGradient id="${id}a">${stop(0.86, pale(0.45), 0.55)}${stop(1, pale(0.45), 0)}</radialGradient>` +
    `<radialGradient id="${id}l" cx=".36" cy=".3" r=".78">${stop(0, '#fff', 0.22)}${stop(0.5, '#fff', 0)}` +
    `${stop(0.78, '#000', 0.16)}${stop(1, '#000', 0.62)}</radialGradient>` +
    `<clipPath id="${id}c">${disc(radius, '')}</clipPath></defs>` +
    disc(half, `class="halo" fill="url(#${id}a)"`) +
    disc(radius, `class="globe" fill="${GROUND}"`) +
    `<g clip-path="url(#${id}c)"><g transform="translate(${f(half - radius)} ${f(half - radius)})">` +
    `${texture(ground.texture, radius * 2, radius * 2, seed)}</g></g>` +
    disc(radius, `class="halo" fill="url(#${id}l)"`)
  return { width: 2 * half, height: 2 * half, left: half - middle.x, top: half - middle.y, under, over: '' }
}

const EDGE = 10 // how thick a sheet is
const MARGIN = 40

const ring = (p: Point, r: number) =>
  corners(p.x, p.y, r)
    .map(([x, y], i) => `${i ? 'L' : 'M'}${f(x)} ${f(y)}`)
    .join('') + 'Z'

/** The outline of a sheet around the spaces: of hexes a hex around each, else one rounded slab. */
function slab(lay: Layout, left: number, top: number, fine: number): string {
  if (lay.outline === 'hex')
    return lay.points.map((p) => ring({ x: p.x + left, y: p.y + top }, RADIUS * 1.34)).join('')
  const squared = lay.outline === 'square' || lay.outline === 'point'
  const out = squared ? 24 * fine : 14
  const r = squared ? 10 * fine : 26
  const [w, h] = [lay.width + 2 * out, lay.height + 2 * out]
  const arc = (x: number, y: number) => `a${r} ${r} 0 0 1 ${x} ${y}`
  return (
    `M${f(left - out + r)} ${f(top - out)}h${f(w - 2 * r)}${arc(r, r)}v${f(h - 2 * r)}${arc(-r, r)}` +
    `h${f(2 * r - w)}${arc(-r, -r)}v${f(2 * r - h)}${arc(r, -r)}Z`
  )
}

function sheet(ground: Ground, lay: Layout, seed: string, id: string, by: number): Floor {
  const fine = lay.outline === 'square' ? by : 1
  const margin = MARGIN * fine
  const [left, top] = [margin, margin]
  const [width, height] = [lay.width + 2 * margin, lay.height + 2 * margin]
  const rimmed = (colour: string) => `stroke="${colour}" stroke-width="${f(8 * fine)}" stroke-linejoin="round"`
  const layer = (down: number, fill: string, rim = fill) =>
    `<use href="#${id}s" y="${f(down)}" fill="${fill}" ${rimmed(rim)}/>`
  const under =
    `<defs><path id="${id}s" d="${slab(lay, left, top, fine)}"/>` +
    `<clipPath id="${id}c"><use href="#${id}s"/></clipPath></defs>` +
    layer(EDGE * fine, deep(0.6)) +
    layer((EDGE / 2) * fine, deep(0.38)) +
    layer(0, GROUND, pale(0.18)) +
    `<use href="#${id}s" fill="${GROUND}"/>` +
    `<g clip-path="url(#${id}c)">${texture(ground.texture, width, height, seed)}</g>`
  return { width, height, left, top, under, over: '' }
}


/** The edge of a hole in the light: dark inside at the upper left, bright outside at the lower right. */
function crescent({ x, y }: Point, side: 1 | -1): string {
  const reach = HOLE * 0.98
  const r = side < 0 ? HOLE + 0.5 : HOLE + 2.4
  const [a, b] = [reach * 0.34, -reach * 0.94] // where it begins and ends, as far from the diagonal
  const from = `${f(x - side * b)} ${f(y - side * a)}`
  const to = `${f(x - side * a)} ${f(y - side * b)}`
  return `M${from}A${f(r)} ${f(r)} 0 0 1 ${to}A${f(r * 1.13)} ${f(r * 1.13)} 0 0 0 ${from}Z`
}

const RACK_TOP = 66 // room for the arrows over the columns

function rack(lay: Layout, id: string): Floor {
  const [left, top] = [MARGIN, RACK_TOP]
  const [width, height] = [lay.width + 2 * MARGIN, lay.height + RACK_TOP + MARGIN]
  const at = lay.points.map((p) => ({ x: p.x + left, y: p.y + top }))
  const arc = (x: number, y: number) => `a18 18 0 0 1 ${x} ${y}`
  const frame =
    `M${f(left - 26)} ${f(top - 4)}${arc(18, -18)}h${f(lay.width + 16)}${arc(18, 18)}v${f(lay.height + 10)}` +
    `${arc(-18, 18)}h${f(-lay.width - 16)}${arc(-18, -18)}z`
  const half = (w: number) => `a${HOLE} ${HOLE} 0 1 0 ${w} 0`
  const holes = at.map((p) => `M${f(p.x - HOLE)} ${f(p.y)}${half(2 * HOLE)}${half(-2 * HOLE)}z`).join('')
  const shade = at.map((p) => crescent(p, -1)).join('')
  const shine = at.map((p) => crescent(p, 1)).join('')
  const stop = (offset: number, colour: string) => `<stop offset="${offset}" stop-color="${colour}"/>`
  const over =
    `<defs><linearGradient id="${id}r" x1="0" y1="0" x2=".4" y2="1">${stop(0, pale(0.22))}${stop(1, deep(0.25))}` +
    `</linearGradient><path id="${id}h" fill-rule="evenodd" d="${frame}${holes}"/></defs>` +
    `<use href="#${id}h" y="5" fill="${deep(0.5)}"/><use href="#${id}h" fill="url(#${id}r)"/>` +
    filled(shade, '#000000', 0.42) +
    filled(shine, '#ffffff', 0.3)
  return { width, height, left, top, under: `<path class="behind" d="${frame}"/>`, over }
}
