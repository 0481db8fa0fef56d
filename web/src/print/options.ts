// What can be chosen about a print, as an address or the command line says it, and the words that stand on sheets.
import type { Labels } from '../draw/phrase'
import { CARDS, type CardSize, type Paper, PAPERS, type Turn } from './paper'

export const PARTS = ['cards', 'boards', 'players', 'tokens', 'rules'] as const
export type Part = (typeof PARTS)[number]

export interface PrintOptions {
  paper: Paper
  card: CardSize
  bleed: number // millimetres
  marks: boolean // cut marks
  backs: Turn | 'none'
  once: boolean // one of each card instead of as many as the game has
  parts: Part[]
  space: number // millimetres from one space of a board to the next
  tokens: number // of each thing
}

export const USUAL: PrintOptions = {
  paper: 'a4', card: 'standard', bleed: 1, marks: true, backs: 'long', once: false, parts: [...PARTS], space: 22,
  tokens: 10,
}

/** What may be said of each, for whoever offers a choice. */
export const LIMITS = { bleed: [0, 5], space: [10, 40], tokens: [1, 100] } as const

export interface PrintLabels {
  face: Labels
  parts: Record<Part, string>
  behind: string
  piece: (column: number, row: number, columns: number, rows: number) => string
  player: (n: number) => string
  shared: string
}

const among = <T extends string>(said: string | null, known: readonly T[], otherwise: T): T =>
  known.find((k) => k === said) ?? otherwise

function within(said: string | null, [least, most]: readonly [number, number], otherwise: number): number {
  const n = said === null || said.trim() === '' ? NaN : Number(said)
  return Number.isFinite(n) ? Math.min(most, Math.max(least, n)) : otherwise
}

const keysOf = <T extends object>(o: T) => Object.keys(o) as (keyof T & string)[]

/** From an address; what it does not say, or says wrongly, is as usual. */
export function optionsFrom(query: URLSearchParams): PrintOptions {
  const parts = (query.get('parts') ?? '').split(',')
  const chosen = PARTS.filter((p) => parts.includes(p))
  return {
    paper: among(query.get('paper'), keysOf(PAPERS), USUAL.paper),
    card: among(query.get('card'), keysOf(CARDS), USUAL.card),
    bleed: within(query.get('bleed'), LIMITS.bleed, USUAL.bleed),
    marks: query.get('marks') !== 'no',
    backs: among(query.get('backs'), ['long', 'short', 'none'], USUAL.backs),
    once: query.get('copies') === 'one',
    parts: chosen.length > 0 ? chosen : USUAL.parts,
    space: within(query.get('space'), LIMITS.space, USUAL.space),
    tokens: Math.round(within(query.get('tokens'), LIMITS.tokens, USUAL.tokens)),
  }
}

/** An address says what is not as usual. */
export function queryOf(o: PrintOptions): string {
  const said: [string, string, string][] = [
    ['paper', o.paper, USUAL.paper],
    ['card', o.card, USUAL.card],
    ['bleed', String(o.bleed), String(USUAL.bleed)],
    ['marks', o.marks ? '' : 'no', ''],
    ['backs', o.backs, USUAL.backs],
    ['copies', o.once ? 'one' : '', ''],
    ['parts', o.parts.join(','), USUAL.parts.join(',')],
    ['space', String(o.space), String(USUAL.space)],
    ['tokens', String(o.tokens), String(USUAL.tokens)],
  ]
  return new URLSearchParams(said.flatMap(([k, v, usual]) => (v === usual ? [] : [[k, v]]))).toString()
}
