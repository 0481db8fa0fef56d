// What of a rule can be changed without writing: its numbers, and its names where there are others of the same sort.
// The rest of the rule stays as it is written, and is shown in plain words where its form is plain.
import type { Model } from './model'
import { isLayout, isMark, type Token } from './source'

export interface Hole {
  from: number
  to: number
  text: string
  sort: string // "number", or a sort of names
}
export interface Choice { text: string; title: string }
export type Piece = { words: string } | { hole: Hole }

const readable = (name: string) => name.replaceAll('_', ' ')
const PLAIN_NAME = /^[A-Za-z_]\w*$/
/** A name as the text spells it. */
export const spelt = (name: string) => (PLAIN_NAME.test(name) ? name : `"${name.replaceAll('"', '')}"`)

/** What may stand in place of a name of that sort; empty: nothing else. */
export function choicesOf(model: Model, sort: string): Choice[] {
  const of = (list: { name?: string; title?: string }[]) =>
    list.map((p) => ({ text: spelt(p.name!), title: p.title?.split('|')[0]!.trim() || readable(p.name!) }))
  if (sort.startsWith('member ')) {
    const list = sort.slice('member '.length)
    return of([...model.resources, ...model.symbols].filter((p) => p.part === list))
  }
  if (sort === 'track') return of(model.tracks)
  if (sort === 'card') return of(model.components.flatMap((k) => k.cards))
  if (sort === 'signal') return of(model.signals_and_values.filter((s) => s.part === 'signal'))
  return []
}

const OPERAND = new Set(['number', 'text', 'name'])
const isOperand = (t: Token | undefined) =>
  t !== undefined && (OPERAND.has(t.sort) || isMark(t, ')') || isMark(t, ']') || (t.sort !== 'word' &&
    t.sort !== 'mark' && !isLayout(t)))

/** Cards stand in rules as others' names, and there are many of them: only lists and tracks are a choice. */
const isChoice = (t: Token) => t.sort.startsWith('member ') || t.sort === 'track'

/** The holes of some tokens, in order. A sign belongs to its number. */
export function holesIn(tokens: readonly Token[]): Hole[] {
  const found: Hole[] = []
  for (const [i, t] of tokens.entries()) {
    if (t.sort !== 'number' && !isChoice(t)) continue
    const sign = t.sort === 'number' && isMark(tokens[i - 1], '-') && !isOperand(tokens[i - 2]) ? tokens[i - 1]! : null
    const from = sign && sign.to === t.from ? sign.from : t.from
    found.push({ from, to: t.to, text: sign && from < t.from ? `-${t.text}` : t.text, sort: t.sort })
  }
  return found
}

// ---- in plain words
const SILENT: ReadonlySet<string> = new Set(['(', ')', '[', ']'])
/** Marks that say nothing to who reads, or what words say. */
const SAID: Readonly<Record<string, string>> = { ';': ', ', ',': ',', ':': ':', '==': '=', '!=': '≠', '<=': '≤', '>=':
  '≥', '*': '×', '/': '÷', '-': '−', '.': '’s', '->': '→', '..': '–', '+=': '+', '-=': '−', '=': '=' }
const NO_BLANK: ReadonlySet<string> = new Set([',', ':', '.', ';'])

const tidy = (words: string) => words.replace(/\s+([,:’])/g, '$1').replace(/\s+/g, ' ').replace(/\bme’s\b/g,
  'my').replace(/\bthis’s\b/g, 'its').trim()

/** The tokens as words with holes between; words are said plainly: without brackets, names readable. */
export function piecesOf(tokens: readonly Token[]): Piece[] {
  const holes = holesIn(tokens)
  const pieces: Piece[] = []
  const say = (words: string) => {
    const last = pieces.at(-1)
    if (last && 'words' in last) last.words += words
    else pieces.push({ words })
  }
  for (const t of tokens.filter((x) => !isLayout(x))) {
    const hole = holes.find((h) => t.from >= h.from && t.to <= h.to)
    if (hole) {
      if (t.to === hole.to) pieces.push({ hole })
      continue
    }
    if (t.sort === 'mark') {
      if (!SILENT.has(t.text)) say(NO_BLANK.has(t.text) ? (SAID[t.text] ?? t.text) : ` ${SAID[t.text] ?? t.text} `)
      else if (t.text === '(') say(' ')
    } else say(` ${t.sort === 'text' ? `“${t.text.slice(1, -1).split('|')[0]!.trim()}”` : readable(t.text)} `)
  }
  return pieces.map((p) => ('words' in p ? { words: tidy(p.words) } : p)).filter((p) => !('words' in p) ||
    p.words !== '')
}

/** Whether a blank stands behind a piece: before a comma there is none. */
export function isSpaced(pieces: readonly Piece[], i: number): boolean {
  const next = pieces[i + 1]
  return next !== undefined && !('words' in next && (NO_BLANK.has(next.words[0]!) || next.words.startsWith('’')))
}

/** How rules of the same form look: their holes are alike. */
export function shapeOf(tokens: readonly Token[]): string {
  const holes = holesIn(tokens)
  const parts: string[] = []
  for (const t of tokens.filter((x) => !isLayout(x))) {
    const hole = holes.find((h) => t.from >= h.from && t.to <= h.to)
    if (!hole) parts.push(t.text)
    else if (t.to === hole.to) parts.push(`□${hole.sort}`)
  }
  return parts.join(' ')
}
