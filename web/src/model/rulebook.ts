// The rules of a game as a book: sections with headings, rules with their steps below them, and the cards by kind; and
// what a search finds in them. Everything is of the description.
import type { Rule, Span, View } from '../protocol'
import { matches } from './cards'
import { capital, type Game, readable } from './game'

export interface Entry {
  key: number // in the rules of the description
  name: string
  nameSpans: Span[]
  text: string
  spans: Span[]
  card: number | null // it is the rule of a card that lies in no zone
  steps: Entry[]
}

export interface Section {
  id: string // its anchor
  title: string
  entries: Entry[]
}

export interface CardSection {
  id: string
  title: string
  cards: number[]
}

/** An anchor: letters and digits of a title, with dashes between words. */
export function anchorOf(title: string): string {
  const kept = [...title.toLowerCase()].map((c) => (c.toUpperCase() !== c || (c >= '0' && c <= '9') ? c : ' '))
  return kept.join('').split(' ').filter(Boolean).join('-')
}

/** The card that a rule is: its name names it and nothing else. */
function cardOfRule(rule: Rule): number | null {
  const [first] = rule.name_spans ?? []
  return first && first[2] === 'card' && first[0] === 0 && first[1] === rule.name.length ? first[3] : null
}

const entryOf = (rule: Rule, key: number): Entry => ({
  key,
  name: capital(readable(rule.name)),
  nameSpans: rule.name_spans ?? [],
  text: rule.name ? rule.text : capital(rule.text),
  spans: rule.spans ?? [],
  card: cardOfRule(rule),
  steps: [],
})

/** Rules by what they are about; with a depth a rule is a step of the one before it that is less deep. */
export function sectionsOf(game: Game): Section[] {
  const sections: Section[] = []
  let open: { depth: number; entry: Entry }[] = []
  game.about.rules.forEach((rule, i) => {
    let section = sections.find((s) => s.title === capital(rule.about))
    if (!section) {
      section = { id: anchorOf(rule.about), title: capital(rule.about), entries: [] }
      sections.push(section)
      open = []
    }
    const entry = entryOf(rule, i)
    open = open.filter((o) => o.depth < rule.depth)
    ;(open.at(-1)?.entry.steps ?? section.entries).push(entry)
    open.push({ depth: rule.depth, entry })
  })
  return sections
}

/** Cards that lie somewhere, by kind, each once. */
export function cardSectionsOf(game: Game): CardSection[] {
  const sections = new Map<string, CardSection>()
  game.about.cards.forEach((card, i) => {
    if (card.copy > 0 || !card.zoned || card.look?.hidden) return
    const section = sections.get(card.kind) ?? {
      id: anchorOf(`cards ${card.kind}`),
      title: capital(readable(card.kind)),
      cards: [],
    }
    sections.set(card.kind, section)
    section.cards.push(i)
  })
  return [...sections.values()]
}

/** Where a text holds what is looked for, without regard to case. */
export function placesOf(text: string, wanted: string): [from: number, to: number][] {
  const found: [number, number][] = []
  const all = text.toLowerCase()
  const part = wanted.trim().toLowerCase()
  if (!part || all.length !== text.length) return found
  for (let at = all.indexOf(part); at >= 0; at = all.indexOf(part, at + part.length)) found.push([at, at + part.length])
  return found
}

const holds = (entry: Entry, wanted: string): boolean =>
  placesOf(`${entry.name}\n${entry.text}`, wanted).length > 0

/** What holds it, with the steps below that do and all below one that does. */
function filtered(entries: Entry[], wanted: string): Entry[] {
  return entries.flatMap((entry) => {
    if (holds(entry, wanted)) return [entry]
    const steps = filtered(entry.steps, wanted)
    return steps.length > 0 ? [{ ...entry, steps }] : []
  })
}

/** What is left of the book when something is looked for: a section whose title holds it stays whole. */
export function search(sections: Section[], wanted: string): Section[] {
  if (!wanted.trim()) return sections
  return sections
    .map((s) => (placesOf(s.title, wanted).length > 0 ? s : { ...s, entries: filtered(s.entries, wanted) }))
    .filter((s) => s.entries.length > 0)
}

/** The same of cards; `tag`: a member, or null for all. */
export const searchCards = (game: Game, sections: CardSection[], wanted: string, tag: number | null): CardSection[] =>
  sections
    .map((s) => ({
      ...s,
      cards: s.cards.filter(
        (c) => (tag === null || game.card(c).tags.includes(tag)) && (!wanted.trim() || matches(game, c, wanted.trim())),
      ),
    }))
    .filter((s) => s.cards.length > 0)

export const countOf = (entries: Entry[]): number => entries.reduce((n, e) => n + 1 + countOf(e.steps), 0)

/** What there is before a game: nothing lies anywhere. */
export const NO_VIEW: View = {
  n: 0,
  status: 'ask',
  phase: null,
  periods: [],
  asked: [],
  vars: [],
  tracks: [],
  laps: [],
  zones: [],
  scores: [],
  values: {},
  each: {},
  question: null,
  undo: null,
  forced: [],
  used: [],
  log: 0,
  by: null,
}

export interface TextPiece {
  text: string
  found: boolean // it is what is looked for
  member?: number
  card?: number
}

/** A text in pieces: what it names, and what is looked for. */
export function piecesOf(text: string, spans: Span[], wanted: string): TextPiece[] {
  const places = placesOf(text, wanted)
  const edges = new Set([0, text.length, ...places.flat(), ...spans.flatMap(([at, n]) => [at, at + n])])
  const at = [...edges].sort((a, b) => a - b)
  return at.slice(0, -1).map((from, i) => {
    const to = at[i + 1]!
    const span = spans.find(([s, n]) => s <= from && to <= s + n)
    const piece: TextPiece = { text: text.slice(from, to), found: places.some(([a, b]) => a <= from && to <= b) }
    if (span?.[2] === 'card') piece.card = span[3]
    // The sign stands before the first piece of the name
    if (span && (span[2] === 'member' || span[2] === 'amount') && span[0] === from) piece.member = span[3]
    return piece
  })
}
