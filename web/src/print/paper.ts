// Sheets of paper: how large they are, where cards lie on them, and the marks along which they are cut. Everything is
// in millimetres, a sheet is one SVG, and nothing has a style of its own, which the content policy of the page forbids.
import { esc, f } from '../draw/base'

export interface Extent {
  w: number
  h: number
}

export const PAPERS = { a4: { w: 210, h: 297 }, letter: { w: 215.9, h: 279.4 } } as const
export type Paper = keyof typeof PAPERS
export const PAPER_NAMES: Record<Paper, string> = { a4: 'A4', letter: 'Letter' } // in all languages

/** Of a card when it is cut: as most games have them, small ones, large ones. */
export const CARDS = { standard: { w: 63, h: 88 }, mini: { w: 44, h: 68 }, large: { w: 70, h: 120 } } as const
export type CardSize = keyof typeof CARDS

/** Along which edge the printer turns a sheet for its other side. */
export type Turn = 'long' | 'short'

export const EDGE = 4 // which no printer reaches
export const MARGIN = 10 // of sheets that are not cards
const MARK = 4 // how long a cut mark is
const OFF = 0.6 // and how far from what is printed
const LINE = 'stroke="#000" stroke-width=".15"'

/** Where cards lie on a sheet: cut lines are those of the cards, each with its bleed around it. */
export interface Grid {
  paper: Extent
  card: Extent
  bleed: number
  columns: number
  rows: number
  left: number // of the first card, without its bleed
  top: number
}

export function gridOf(paper: Extent, card: Extent, bleed: number): Grid {
  const fitting = (room: number, one: number) => Math.floor((room - 2 * EDGE) / one + 1e-9)
  const [w, h] = [card.w + 2 * bleed, card.h + 2 * bleed]
  const [columns, rows] = [fitting(paper.w, w), fitting(paper.h, h)]
  const left = (paper.w - columns * w) / 2 + bleed
  return { paper, card, bleed, columns, rows, left, top: (paper.h - rows * h) / 2 + bleed }
}

export const perSheet = ({ columns, rows }: Grid): number => columns * rows

/** The upper left corner of the card at a place; on backs the sheet is turned over. */
export function cornerOf(grid: Grid, place: number, turned: Turn | null): { x: number; y: number } {
  const { columns, rows, card, bleed, left, top } = grid
  const across = place % columns
  const down = Math.floor(place / columns)
  const column = turned === 'long' ? columns - 1 - across : across
  const row = turned === 'short' ? rows - 1 - down : down
  return { x: left + column * (card.w + 2 * bleed), y: top + row * (card.h + 2 * bleed) }
}

/** Lines outside what is printed, at both edges of every column and row that has cards. */
export function cutMarks(grid: Grid, cards: number): string {
  const { columns, card, bleed, left, top } = grid
  const across = Math.min(columns, cards)
  const down = Math.ceil(cards / columns)
  const [stepX, stepY] = [card.w + 2 * bleed, card.h + 2 * bleed]
  const edges = (from: number, size: number, step: number, n: number) =>
    [...new Set(Array.from({ length: n }, (_, i) => [from + i * step, from + i * step + size]).flat().map(f))]
  const [low, high] = [top - bleed - OFF, top + down * stepY - bleed + OFF]
  const [west, east] = [left - bleed - OFF, left + across * stepX - bleed + OFF]
  const upright = edges(left, card.w, stepX, across).map((x) => `M${x} ${f(low)}v${-MARK}M${x} ${f(high)}v${MARK}`)
  const lying = edges(top, card.h, stepY, down).map((y) => `M${f(west)} ${y}h${-MARK}M${f(east)} ${y}h${MARK}`)
  return `<path class="cut" d="${upright.join('')}${lying.join('')}" fill="none" ${LINE}/>`
}

/** A drawing with a view box of its own, put where it belongs. */
export function inset(x: number, y: number, w: number, h: number, of: Extent, svg: string): string {
  const place = `x="${f(x)}" y="${f(y)}" width="${f(w)}" height="${f(h)}"`
  return `<svg ${place} viewBox="0 0 ${f(of.w)} ${f(of.h)}">${svg}</svg>`
}

/** Where nothing is marked below cards: under the middle of a column. */
export const footOf = ({ left, card, bleed, columns }: Grid): number =>
  left + Math.floor((columns - 1) / 2) * (card.w + 2 * bleed) + card.w / 2

/** A page. `foot` says in its margin what it is. */
export function sheet(paper: Extent, body: string, foot: string, x = paper.w / 2): string {
  const size = `width="${paper.w}mm" height="${paper.h}mm" viewBox="0 0 ${paper.w} ${paper.h}"`
  const place = `x="${f(x)}" y="${f(paper.h - 2.4)}" font-size="2.2" text-anchor="middle" fill="#666"`
  return `<svg class="sheet" ${size}>${body}<text class="ds" ${place}>${esc(foot)}</text></svg>`
}
