// Boxes: parts of a drawing that know how large they are, and how they stand beside and below one another. Widths of
// texts come from a table of letters, so that nothing has to be measured in a page; `textLength` holds every browser
// to it, whatever fonts it has.
import { esc, f } from './base'

/** A drawing with its origin at the top left. */
export interface Box {
  w: number
  h: number
  svg: string
}

export interface Type {
  fill?: string
  bold?: boolean
  narrow?: boolean
  italic?: boolean
}

export const INK = 'var(--ink)'
export const FAINT = 'var(--faint)'

/** Widths of letters in thousandths of the size: those of the common sans, plain and bold. */
const PLAIN: [number, string][] = [
  [191, "'"],
  [222, 'ijl'],
  [278, ' !,./:;|Ift[]\\'],
  [333, '()-`r'],
  [365, '"°'],
  [500, 'Jcksvxyz'],
  [556, '#$0123456789?L_abdeghnopqu–“”€'],
  [584, '+<=>~−×≤≥±'],
  [611, 'FTZ'],
  [667, '&ABEKPSVXY'],
  [722, 'CDHNRUw'],
  [778, 'GOQ'],
  [833, 'Mm'],
  [900, '%W'],
  [1000, '@—…→←•½★↻'],
]
const BOLD: [number, string][] = [
  [240, "'"],
  [278, ' ,./ijlI|'],
  [333, '!:;()-`ft[]'],
  [389, 'r'],
  [480, '"°z'],
  [556, '#$0123456789J_acekosvxy–“”€'],
  [584, '+<=>~−×≤≥±'],
  [611, '?FLTZbdghnopqu'],
  [667, 'EPSVXY'],
  [722, '&ABCDHKNRU'],
  [778, 'GOQw'],
  [833, 'M'],
  [889, 'm%'],
  [944, 'W'],
  [1000, '@—…→←•½★↻'],
]
const table = (rows: [number, string][]): Map<string, number> =>
  new Map(rows.flatMap(([width, letters]) => [...letters].map((letter): [string, number] => [letter, width])))
const WIDTHS = { plain: table(PLAIN), bold: table(BOLD) }
const NARROW = 0.82
const WIDE = 0x2e80 // from here on letters are as wide as high

function letterWidth(letter: string, widths: Map<string, number>): number {
  const known = widths.get(letter)
  if (known !== undefined) return known
  if (letter.codePointAt(0)! >= WIDE) return 1000
  const plain = letter.normalize('NFD').charAt(0) // "ü" is as wide as "u"
  return widths.get(plain) ?? 611
}

/** How wide a text is. */
export function measure(s: string, size: number, { narrow = false, bold = false }: Type = {}): number {
  const widths = bold ? WIDTHS.bold : WIDTHS.plain
  let w = 0
  for (const letter of s) w += letterWidth(letter, widths)
  return (w / 1000) * size * (narrow ? NARROW : 1)
}

const LINE = 1.18 // of the size
const RISE = 0.92

/** The classes of a text; theme.css has their fonts. */
const classOf = ({ narrow, bold, italic }: Type): string =>
  `${narrow ? 'dn' : 'ds'}${bold ? ' db' : ''}${italic ? ' di' : ''}`

/** A text held to the width that was reckoned with. */
export function textAt(s: string, x: number, y: number, size: number, type: Type): string {
  const w = measure(s, size, type)
  const held = ` textLength="${f(w)}" lengthAdjust="spacingAndGlyphs"`
  const place = `x="${f(x)}" y="${f(y)}" font-size="${f(size)}"`
  return `<text class="${classOf(type)}" ${place}${held} fill="${type.fill ?? INK}">${esc(s)}</text>`
}

export const words = (s: string, size: number, type: Type = {}): Box => ({
  w: measure(s, size, type),
  h: size * LINE,
  svg: textAt(s, 0, size * RISE, size, type),
})

/** Plus and minus are drawn: in some fonts they are much wider than in others. */
function sign(plus: boolean, size: number, fill: string): Box {
  const [w, h, t] = [size * 0.5, size * LINE, size * 0.13]
  const [l, y] = [size * 0.4, h * 0.51]
  const across = `M${f((w - l) / 2)} ${f(y - t / 2)}h${f(l)}v${f(t)}h${f(-l)}z`
  const down = plus ? `M${f((w - t) / 2)} ${f(y - l / 2)}h${f(t)}v${f(l)}h${f(-t)}z` : ''
  return { w, h, svg: `<path d="${across}${down}" fill="${fill}"/>` }
}

/** A number or sign that stands beside an icon of height u. */
export function num(s: number | string, u: number, fill = INK, scale = 0.92): Box {
  const text = String(s)
  const lead = text.charAt(0)
  if (lead !== '+' && lead !== '−') return words(text, u * scale, { bold: true, narrow: true, fill })
  const first = sign(lead === '+', u * scale, fill)
  return text.length === 1 ? first : row([first, num(text.slice(1), u, fill, scale)], 0)
}

/** Words in lines no wider than that; a word that is too long stands alone. */
export function breakLines(s: string, size: number, width: number, type: Type = {}): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of s.split(' ')) {
    const next = line ? `${line} ${word}` : word
    if (line && measure(next, size, type) > width) {
      lines.push(line)
      line = word
    } else line = next
  }
  return line ? [...lines, line] : lines
}

/** A text no wider than that: cut with three points. */
export function cut(s: string, size: number, width: number, type: Type = {}): string {
  if (measure(s, size, type) <= width) return s
  let kept = s
  while (kept && measure(`${kept.trimEnd()}…`, size, type) > width) kept = kept.slice(0, -1)
  return `${kept.trimEnd()}…`
}

export const NOTHING: Box = { w: 0, h: 0, svg: '' }

export const at = (b: Box, x: number, y: number): string =>
  b.svg === '' ? '' : `<g transform="translate(${f(x)} ${f(y)})">${b.svg}</g>`

/** A part of a card that can be found under a pointer: by its number among the clauses, or by what it is. */
export const part = (b: Box, what: string | number): Box =>
  b.svg === '' ? b : { ...b, svg: `<g data-part="${what}">${b.svg}</g>` }

export const scaled = (b: Box, k: number): Box =>
  k === 1 ? b : { w: b.w * k, h: b.h * k, svg: `<g transform="scale(${Math.floor(k * 1000) / 1000})">${b.svg}</g>` }

/** Beside one another, each in the middle of the height. */
export function row(boxes: Box[], gap = 2): Box {
  const h = Math.max(0, ...boxes.map((b) => b.h))
  let x = 0
  let svg = ''
  for (const b of boxes) {
    svg += at(b, x, (h - b.h) / 2)
    x += b.w + gap
  }
  return { w: Math.max(0, x - gap), h, svg }
}

/** Below one another; align: 0 at the left, 0.5 in the middle. */
export function column(boxes: Box[], gap = 2, align = 0.5): Box {
  const w = Math.max(0, ...boxes.map((b) => b.w))
  let y = 0
  let svg = ''
  for (const b of boxes) {
    svg += at(b, (w - b.w) * align, y)
    y += b.h + gap
  }
  return { w, h: Math.max(0, y - gap), svg }
}

/** In lines no wider than that, each line in the middle. */
export function flow(boxes: Box[], width: number, gap = 4, align = 0.5): Box {
  const lines: Box[][] = []
  let line: Box[] = []
  let w = 0
  for (const b of boxes) {
    if (line.length > 0 && w + gap + b.w > width) {
      lines.push(line)
      line = []
      w = 0
    }
    w += (line.length > 0 ? gap : 0) + b.w
    line.push(b)
  }
  if (line.length > 0) lines.push(line)
  return column(
    lines.map((l) => row(l, gap)),
    gap,
    align,
  )
}
