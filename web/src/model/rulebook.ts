// The rules of a game as a book: sections with headings, rules with their steps below them, and the cards by kind; and
// what a search finds in them. Everything is of the description.
import type { Description, Rule, Span, View } from '../protocol'
import { capital, type Game, readable } from './game'
import { placesOf, rank, type Unit } from './search'

export interface Entry {
  key: number // in the rules of the description
  name: string
  nameSpans: Span[]
  text: string
  spans: Span[]
  card: number | null // it is the rule of a card that lies in no zone
  isDrawn: boolean // it has a face, and no rule it is a step of has one
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
  isDrawn: rule.face !== null,
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
    if (open.some((o) => o.entry.isDrawn)) entry.isDrawn = false
    ;(open.at(-1)?.entry.steps ?? section.entries).push(entry)
    open.push({ depth: rule.depth, entry })
  })
  return sections
}

const partsOfCards = new WeakMap<Description, ReadonlySet<number>>()

/** What is printed on cards that lie somewhere, though it lies nowhere itself: the halves of a card. */
function printedOnCards(game: Game): ReadonlySet<number> {
  const known = partsOfCards.get(game.about)
  if (known) return known
  const found = new Set<number>()
  for (const { zoned, clauses } of game.about.cards)
    for (const [, text, , , spans] of zoned ? clauses : []) // a rule may name a card, too: that is no part of this one
      for (const [at, length, kind, index] of spans ?? [])
        if (kind === 'card' && at === 0 && length === text.length && !game.card(index).zoned) found.add(index)
  partsOfCards.set(game.about, found)
  return found
}

/** What people call a card, and not an action or a goal: it lies somewhere, or on something that does. */
export const isCard = (game: Game, card: number): boolean =>
  game.card(card).zoned || printedOnCards(game).has(card - game.card(card).copy)

const lies = (game: Game, card: number): boolean => game.card(card).zoned

/** Cards that lie somewhere, or those that `are` cards otherwise, by kind, each once. */
export function cardSectionsOf(game: Game, are = lies): CardSection[] {
  const sections = new Map<string, CardSection>()
  game.about.cards.forEach((card, i) => {
    if (card.copy > 0 || !are(game, i) || card.look?.hidden) return
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

/** The words of a card that can be looked for. */
const unitOfCard = (game: Game, card: number): Unit => {
  const { name, kind, tags, text } = game.card(card)
  const around = [kind, ...tags.map((t) => game.about.members[t]!.name)].map(readable).join(' ')
  return { name, text: `${text} ${around}`, around: '' }
}

interface Listed {
  entry: Entry
  unit: Unit
}

/** Entries with those below them; what stands above a step belongs to it. */
const listed = (entries: Entry[], around: string): Listed[] =>
  entries.flatMap((entry) => {
    const { name, text, steps } = entry
    return [{ entry, unit: { name, text, around } }, ...listed(steps, `${around} ${name} ${text}`)]
  })

export interface Finding {
  sections: Section[]
  cards: CardSection[]
  count: number
  isNearest: boolean // nothing holds all words
}

/** What is found below an entry, with all below what is found; what fits best first, steps in their order. */
function kept(entries: Entry[], scores: ReadonlyMap<Entry, number>, isTop: boolean): Entry[] {
  const bestOf = (e: Entry): number => Math.max(scores.get(e) ?? 0, ...e.steps.map(bestOf), 0)
  const found = entries.filter((e) => bestOf(e) > 0).map((e): [Entry, number] => {
    return [(scores.get(e) ?? 0) > 0 ? e : { ...e, steps: kept(e.steps, scores, false) }, bestOf(e)]
  })
  return (isTop ? found.sort((a, b) => b[1] - a[1]) : found).map(([e]) => e)
}

/** What is left of the book when words are looked for; `tag`: a member its cards must have, or null for all. */
export function search(game: Game, book: Section[], cards: CardSection[], wanted: string, tag: number | null): Finding {
  const isTagged = (c: number) => tag === null || game.card(c).tags.includes(tag)
  const shown = cards.map((s) => ({ ...s, cards: s.cards.filter(isTagged) })).filter((s) => s.cards.length > 0)
  const total = (sections: Section[], of: CardSection[]) =>
    sections.reduce((n, s) => n + countOf(s.entries), 0) + of.reduce((n, s) => n + s.cards.length, 0)
  if (!wanted.trim()) return { sections: book, cards: shown, count: total(book, shown), isNearest: false }
  const rules = book.flatMap((s) => listed(s.entries, s.title))
  const all = shown.flatMap((s) => s.cards)
  const { scores, isNearest } = rank([...rules.map((r) => r.unit), ...all.map((c) => unitOfCard(game, c))], wanted)
  const ofRules = new Map(rules.map(({ entry }, i) => [entry, scores[i]!]))
  const ofCards = new Map(all.map((c, i) => [c, scores[rules.length + i]!]))
  const best = (s: Section) => Math.max(0, ...listed(s.entries, '').map(({ entry }) => ofRules.get(entry) ?? 0))
  const sections = book
    .filter((s) => best(s) > 0)
    .sort((a, b) => best(b) - best(a))
    .map((s) => ({ ...s, entries: kept(s.entries, ofRules, true) }))
  const found = shown
    .map((s) => ({ ...s, cards: s.cards.filter((c) => ofCards.get(c)! > 0) }))
    .filter((s) => s.cards.length > 0)
  for (const s of found) s.cards.sort((a, b) => ofCards.get(b)! - ofCards.get(a)!)
  return { sections, cards: found, count: isNearest ? 0 : total(sections, found), isNearest }
}

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
  since: -1, forced: [],
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
