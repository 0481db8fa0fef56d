// Icons: the shape says which sort of thing it is, the picture which one, and the colour only repeats it. Resource: a
// square token; tag: a round badge; piece: a small tile in the board's shape; kind of space: a flat one, dashed;
// track: a pill; card: a card; what lies on a card: a cube; counter of a player: a shield; points: a seal. An icon is
// a <use> of a <symbol>, and `sprite` makes the symbols: it stands once in a page. Names of symbols say what they
// show, so that sprites of several games in one page do not disturb one another.
import { drawingOf, PICTURES } from '../pictures'
import { darker, esc, f, hexagon, lighter, luma, onTint, said, TINT, tint } from './base'
import { type Box, num, row, textAt, type Type } from './boxes'

export type Sort = 'resource' | 'tag' | 'piece' | 'space' | 'track' | 'counter' | 'card' | 'cube'
export type Form = 'hex' | 'square' | 'round'

/** What is drawn of a thing; `letters` where it has no picture. */
export interface Thing {
  sort: Sort
  name: string
  colour: number
  picture?: string | undefined
  letters?: string | undefined
  form?: Form | undefined // of pieces and spaces
}

export interface IconOptions {
  red?: boolean // anybody's
  no?: boolean // struck through
  as?: Sort
}

export const RED = '#e5392b'
const U = 100 // symbols are drawn on a grid of this
const PAPER = '#f4ecd8'
const COPPER = '#3a2803'

export const fillOf = (colour: number): string => `url(#tint-${colour})`
export const thingTint = (t: Thing | undefined): string => tint(t?.colour)
export const isMoney = (t: Thing): boolean => t.sort === 'resource' && t.picture === 'coin'

/** A picture, s by s. */
export const picture = (name: string, x: number, y: number, s: number, fill: string, extra = ''): string => {
  const known = drawingOf(name) === undefined ? 'cube' : name
  const more = extra && ` ${extra}`
  return `<use href="#p-${known}" x="${f(x)}" y="${f(y)}" width="${f(s)}" height="${f(s)}" fill="${fill}"${more}/>`
}

const formOf = (t: Thing, sort: Sort): Form | '' => (sort === 'piece' || sort === 'space' ? (t.form ?? 'hex') : '')

function symbolName(t: Thing, sort: Sort): string {
  const shown = t.picture ?? `_${[...(t.letters ?? '')].map((c) => c.codePointAt(0)!.toString(36)).join('_')}`
  return `i-${sort}${formOf(t, sort)}-${shown}-${t.colour}`
}

/** Of which sort what a symbol shows is; empty: a cube may be of any. */
export const sortOfSymbol = (name: string): Sort | '' =>
  SORTS.find((sort) => sort !== 'cube' && name.startsWith(`i-${sort}`)) ?? ''

/** Width and height of a symbol on its grid. */
function extent(sort: Sort, form: Form | ''): [number, number] {
  if (sort === 'piece') return form === 'hex' ? [97, 121] : form === 'square' ? [96, 106] : [100, 108]
  if (sort === 'space') return form === 'hex' ? [97, 112] : form === 'square' ? [96, 96] : [100, 100]
  if (sort === 'track') return [102, 100]
  if (sort === 'counter') return [100, 103]
  if (sort === 'card') return [76, 100]
  return sort === 'resource' ? [100, 102] : [100, 100]
}

/** The picture of a thing, or its letters. */
function sign(t: Thing, x: number, y: number, s: number, ink: string): string {
  if (t.picture) return picture(t.picture, x, y, s, ink)
  const letters = t.letters ?? ''
  const type: Type = { bold: true, narrow: true, fill: ink }
  const size = letters.length > 2 ? s * 0.62 : s * 0.82
  const b = num(letters, size, ink, 1)
  return letters ? textAt(letters, x + (s - b.w) / 2, y + s / 2 + size * 0.35, size, type) : ''
}

const rect = (x: number, y: number, w: number, h: number, rx: number, more: string): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${rx}" ${more}/>`

function tile(t: Thing, c: string, form: Form | ''): string {
  const edge = darker(c, 0.5)
  const rim = `fill="${fillOf(t.colour)}" stroke="${lighter(c, 0.5)}" stroke-opacity=".8" stroke-width="5"`
  const ink = onTint(c)
  if (form === 'hex') {
    const below = `<polygon points="${hexagon(48.5, 64, 56)}" fill="${edge}"/>`
    return `${below}<polygon points="${hexagon(48.5, 56, 54.5)}" ${rim}/>${sign(t, 15.5, 23, 66, ink)}`
  }
  const rx = form === 'square' ? 12 : 48
  return rect(0, 8, 96, 96, rx, `fill="${edge}"`) + rect(2, 2, 92, 92, rx, rim) + sign(t, 15, 15, 66, ink)
}

/** A kind of space: it lies flat, with a dashed rim. */
function flat(t: Thing, c: string, form: Form | ''): string {
  const look = `fill="${c}" fill-opacity=".8" stroke="${PAPER}" stroke-width="6" stroke-dasharray="11 7"`
  if (form === 'hex') return `<polygon points="${hexagon(48.5, 56, 52)}" ${look}/>${sign(t, 18, 25, 62, onTint(c))}`
  return rect(3, 3, 90, 90, form === 'square' ? 10 : 45, look) + sign(t, 17, 17, 62, onTint(c))
}

function cardSymbol(t: Thing, c: string): string {
  const plain = !t.picture || t.picture === 'card'
  const paper = rect(2, 2, 72, 96, 10, `fill="${PAPER}" stroke="#0008" stroke-width="4"`)
  const face = rect(9, 9, 58, 82, 6, `fill="${t.colour ? c : '#3f5a73'}"`)
  const ink = t.colour ? onTint(c) : PAPER
  const mark = `<path d="M38 28L54 50L38 72L22 50Z" fill="${ink}" fill-opacity=".85"/>`
  return paper + face + (plain ? mark : sign(t, 14, 26, 48, ink))
}

function cube(t: Thing, c: string): string {
  const top = `<path d="M50 4L93 27L50 50L7 27Z" fill="${lighter(c, 0.35)}"/>`
  const left = `<path d="M7 27L50 50V98L7 75Z" fill="${c}"/>`
  const right = `<path d="M93 27L50 50V98L93 75Z" fill="${darker(c, 0.35)}"/>`
  const ink = luma(c) > 0.6 ? onTint(c) : '#ffffff'
  return top + left + right + sign(t, 27, 26, 46, ink)
}

const SHIELD = 'M6 6H94V56C94 82 70 94 50 102C30 94 6 82 6 56Z'

function drawn(t: Thing, sort: Sort): string {
  const c = thingTint(t)
  const ink = onTint(c)
  const fill = `fill="${fillOf(t.colour)}"`
  switch (sort) {
    case 'tag': {
      const shade = '<circle cx="50" cy="54" r="50" fill="#0007"/>'
      const badge = `<circle cx="50" cy="50" r="48" ${fill} stroke="${PAPER}" stroke-width="7"/>`
      return shade + badge + sign(t, 21, 21, 58, ink)
    }
    case 'piece':
      return tile(t, c, formOf(t, sort))
    case 'space':
      return flat(t, c, formOf(t, sort))
    case 'track':
      return rect(5, 2, 92, 96, 46, `${fill} stroke="#0006" stroke-width="4"`) + sign(t, 20, 19, 62, ink)
    case 'counter':
      return `<path d="${SHIELD}" ${fill} stroke="#0006" stroke-width="4"/>${sign(t, 22, 17, 56, ink)}`
    case 'card':
      return cardSymbol(t, c)
    case 'cube':
      return cube(t, c)
    default: {
      const rim = 'fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="5"'
      return (
        rect(0, 6, 100, 96, 20, 'fill="#0006"') +
        rect(0, 0, 100, 98, 20, fill) +
        rect(4, 4, 92, 90, 17, rim) +
        sign(t, 16, 14, 68, ink)
      )
    }
  }
}

const symbol = (id: string, w: number, h: number, body: string): string =>
  `<symbol id="${id}" viewBox="0 0 ${w} ${h}" overflow="visible">${body}</symbol>`

type Stop = [at: number, colour: string, opacity?: number]
const gradient = (id: string, stops: Stop[], slant = 0): string =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="${slant}" y2="1">${stops
    .map(([at, c, o]) => `<stop offset="${at}" stop-color="${c}"${o === undefined ? '' : ` stop-opacity="${o}"`}/>`)
    .join('')}</linearGradient>`

const tintGradient = (c: string, i: number): string =>
  gradient(
    `tint-${i}`,
    [
      [0, lighter(c, 0.28)],
      [0.5, c],
      [1, darker(c, 0.24)],
    ],
    0.35,
  )

/** Skies go over from any colour above to one of these below; `fade-up` and `fade-down` darken an edge. */
export const SKIES: readonly [high: string, low: string][] = [
  ['#8fb9d6', '#eaf0e6'],
  ['#e2a877', '#f8e6c8'],
  ['#6d86b8', '#f3cfae'],
  ['#7a5a86', '#f0b48c'],
  ['#9cc7c4', '#f4eed6'],
  ['#4d6fa3', '#cfe3f2'],
  ['#c7745a', '#f6d7b0'],
  ['#4a4a78', '#d79aa4'],
]
const OVER: [string, Stop[]][] = [
  ['fade-down', [[0, '#000', 0.38], [0.5, '#000', 0]]], // prettier-ignore
  ['fade-up', [[0.35, '#000', 0], [1, '#000', 0.4]]], // prettier-ignore
  ['sheen', [[0, '#fff', 0.18], [1, '#000', 0.18]]], // prettier-ignore
  ['dusk', [[0, '#3a2a4a', 0], [1, '#5a3a4a', 0.9]]], // prettier-ignore
  ['haze', [[0, '#eaf0e6', 0], [0.62, '#dfe8e6', 0.85], [1, '#e9dcc0', 1]]], // prettier-ignore
]

const COIN =
  '<circle cx="50" cy="55" r="50" fill="#6d4a06"/><circle cx="50" cy="50" r="50" fill="url(#tint-3)"/>' +
  '<circle cx="50" cy="50" r="40" fill="none" stroke="#fff3" stroke-width="7"/>' +
  '<circle cx="50" cy="50" r="39" fill="none" stroke="#8a620a" stroke-opacity=".65" stroke-width="4.5"/>'
const ARROW = '<path d="M5 27H58V4L105 40L58 76V53H5Z" stroke="#0004" stroke-width="4" stroke-linejoin="round"/>'
const TEETH = 18
const teeth = Array.from({ length: TEETH * 2 }, (_, i) => {
  const a = (Math.PI * i) / TEETH
  const k = i % 2 ? 50 : 45
  return `${i ? 'L' : 'M'}${f(50 + k * Math.cos(a))} ${f(50 + k * Math.sin(a))}`
}).join('')
const SEAL =
  `<path d="${teeth}Z" transform="translate(0 4)" fill="#0006"/>` +
  `<path d="${teeth}Z" fill="#f3ead2" stroke="#8d6b2f" stroke-width="3"/>` +
  '<circle cx="50" cy="50" r="38" fill="none" stroke="#b98f3f" stroke-width="3"/>'

/** What does not depend on any game: pictures, gradients, the coin, the arrow, the seal. */
function common(): string {
  const pictures = Object.entries(PICTURES).map(([name, d]) => symbol(`p-${name}`, 24, 24, `<path d="${d}"/>`))
  const under = (low: string): Stop[] => [[0, low, 0], [0.62, low, 0.85], [1, low, 1]] // prettier-ignore
  const skies = SKIES.map(([, low], i) => gradient(`sky-${i}`, under(low)))
  return [
    ...TINT.map(tintGradient),
    ...skies,
    ...OVER.map(([id, stops]) => gradient(id, stops)),
    ...pictures,
    symbol('coin', U, 105, COIN),
    symbol('arrow', 110, 80, ARROW),
    symbol('seal', U, U, SEAL),
  ].join('')
}

const SORTS: readonly Sort[] = ['resource', 'tag', 'piece', 'space', 'track', 'counter', 'card', 'cube']

/** The symbols of a page, for <defs>: all that is common, and those things in every shape in which they occur.
 *  Tokens lie on cards, too, as cubes. */
export function sprite(things: Iterable<Thing>): string {
  const symbols = new Map<string, string>()
  for (const t of [...things, ...GENERAL])
    for (const sort of t.sort === 'resource' || t.sort === 'tag' ? [t.sort, 'cube' as const] : [t.sort]) {
      const id = symbolName(t, sort)
      if (!symbols.has(id)) symbols.set(id, symbol(id, ...extent(sort, formOf(t, sort)), drawn(t, sort)))
    }
  return common() + [...symbols.values()].join('')
}

/** Things that no definition names. */
export const ANY_CARD: Thing = { sort: 'card', name: '', colour: 0 }
export const PEOPLE: Thing = { sort: 'counter', name: '', colour: 0, picture: 'people' }
export const anyPiece = (form: Form): Thing => ({ sort: 'piece', name: '', colour: 8, letters: '?', form })
export const itsPiece = (form: Form): Thing => ({ sort: 'piece', name: '', colour: 0, picture: 'target', form })
const FORMS: readonly Form[] = ['hex', 'square', 'round']
const GENERAL: readonly Thing[] = [ANY_CARD, PEOPLE, ...FORMS.flatMap((form) => [anyPiece(form), itsPiece(form)])]

function redFrame(sort: Sort, form: Form | '', w: number, h: number, u: number): string {
  const line = `fill="none" stroke="${RED}" stroke-width="${f(u * 0.12)}"`
  if (sort === 'tag' || form === 'round')
    return `<circle cx="${f(w / 2)}" cy="${f(w / 2)}" r="${f(w * 0.56)}" ${line}/>`
  if (form === 'hex') return `<polygon points="${hexagon(w / 2, u * 0.58, u * 0.64)}" ${line}/>`
  const o = u * 0.07
  return rect(f(-o), f(-o), f(w + 2 * o), f(h + 2 * o), f(u * 0.22), line)
}

function struck(w: number, h: number, u: number): string {
  const d = `d="M${f(w * 0.08)} ${f(h * 0.92)}L${f(w * 0.92)} ${f(h * 0.08)}" stroke-linecap="round"`
  const line = (colour: string, k: number) => `<path ${d} stroke="${colour}" stroke-width="${f(u * k)}"/>`
  return line('#fff', 0.2) + line('#d8301f', 0.12)
}

const used = (id: string, w: number, h: number, name: string, more = ''): string => {
  const use = `<use href="#${id}" width="${f(w)}" height="${f(h)}"${more}`
  return name ? `${use}><title>${esc(name)}</title></use>` : `${use}/>`
}

/** One thing, u high. A frame stands out by a seventh of that. */
export function icon(t: Thing, u: number, opt: IconOptions = {}): Box {
  const sort = opt.as && SORTS.includes(opt.as) ? opt.as : t.sort
  const form = formOf(t, sort)
  const [gw, gh] = extent(sort, form)
  const w = (gw * u) / U
  const h = (gh * u) / U
  let svg = used(symbolName(t, sort), w, h, t.name)
  if (opt.red) svg += redFrame(sort, form, w, h, u)
  if (opt.no) svg += struck(w, h, u)
  return { w, h, svg }
}

/** Money: a coin with the amount on it; an empty text: the bare coin. */
export function coin(n: number | string, u: number, { red = false, name = '' } = {}): Box {
  const s = said(n)
  const size = u * (s.length > 3 ? 0.34 : s.length > 2 ? 0.42 : s.length > 1 ? 0.56 : 0.64)
  const b = num(s, size, COPPER, 1)
  const number =
    s === ''
      ? picture('coin', u * 0.2, u * 0.2, u * 0.6, '#6d4a06')
      : textAt(s, (u - b.w) / 2, u / 2 + size * 0.36, size, { bold: true, narrow: true, fill: COPPER })
  const line = `fill="none" stroke="${RED}" stroke-width="${f(u * 0.12)}"`
  const frame = red ? `<circle cx="${f(u / 2)}" cy="${f(u / 2)}" r="${f(u * 0.57)}" ${line}/>` : ''
  return { w: u, h: u, svg: used('coin', u, u * 1.05, name) + number + frame }
}

export const arrow = (u: number, fill = 'var(--hot)'): Box => ({
  w: u * 1.1,
  h: u * 0.8,
  svg: used('arrow', u * 1.1, u * 0.8, '', ` fill="${fill}"`),
})

export function colon(u: number, fill = 'var(--ink)'): Box {
  const dot = (y: number) => `<circle cx="${f(u * 0.12)}" cy="${f(u * y)}" r="${f(u * 0.11)}" fill="${fill}"/>`
  return { w: u * 0.24, h: u, svg: dot(0.3) + dot(0.72) }
}

/** Points: a round seal with a toothed edge. */
export function seal(inner: Box, u: number): Box {
  const place = `translate(${f((u - inner.w) / 2)} ${f((u - inner.h) / 2)})`
  return { w: u, h: u, svg: `${used('seal', u, u, '')}<g transform="${place}">${inner.svg}</g>` }
}

/** Points for each of something: a plaque of the same paper. */
export function plaque(inner: Box, u: number): Box {
  const w = inner.w + u * 0.56
  const edge = 'fill="#f3ead2" stroke="#8d6b2f"'
  const line = 'fill="none" stroke="#b98f3f"'
  const svg =
    rect(0, f(u * 0.05), f(w), f(u), f(u * 0.3), 'fill="#0006"') +
    rect(0, 0, f(w), f(u), f(u * 0.3), `${edge} stroke-width="${f(u * 0.04)}"`) +
    rect(f(u * 0.09), f(u * 0.09), f(w - u * 0.18), f(u * 0.82), f(u * 0.23), `${line} stroke-width="${f(u * 0.035)}"`)
  const place = `translate(${f(u * 0.28)} ${f((u - inner.h) / 2)})`
  return { w, h: u, svg: `${svg}<g class="on-paper" transform="${place}">${inner.svg}</g>` }
}

/** Several of a thing, one by one. */
export const several = (b: Box, n: number, gap = 1.5): Box => row(Array<Box>(n).fill(b), gap)
