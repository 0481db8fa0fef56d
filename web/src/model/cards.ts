// Cards as they are shown: what is printed on them, what they cost now, what lies on them, what is still missing, and
// all of it in words.
import type { Box } from '../draw/boxes'
import {
  askedDrawing, card, type CardFacts, type CardState, type Deck, gistOf, ruleDrawing, type Size,
} from '../draw/card'
import type { Labels } from '../draw/phrase'
import type { Clause, Description, Reading, Variable, View } from '../protocol'
import { read, tells, valueText } from './data'
import { capital, isHidden, readable, type Game, type Style } from './game'
import { cardsIn } from './log'
import { groundOf, thingsOf } from './things'

export interface Price {
  name: string
  now: number
  printed: number
}

export interface CardPlan {
  card: number
  name: string
  kind: string
  price: Price | null
  tags: { name: string; style: Style | undefined }[]
  flavour: string
  on: string[] // what lies on it
  // Whom the first variable that names a player names, and what that is called
  owner: { seat: number; name: string } | null
  facts: CardFacts // what is drawn of it
  deck: Omit<Deck, 'labels'> // and what all cards of the game share
  said: string[] // all it says
  marks: string[] // of what lies on it, that which is not drawn
  held: number | undefined // how much lies on it, where it holds something
  turned: boolean // something true of it is shown: it was used
  missing: { have: number; need: number; name: string }[] // conditions that fail by numbers
  fails: boolean // some condition fails
}

/** Whether there is something to read on the cards of a game, beside what they are called. */
export const hasFaces = (game: Game): boolean => game.about.cards.some((c) => (c.face?.blocks.length ?? 0) > 0)

const printed = new WeakMap<Description, CardFacts[]>()

/** What is printed on a card, worked out once; its picture is its own where its kind has another or none. */
export function factsOf(game: Game, card: number): CardFacts {
  const known = printed.get(game.about) ?? []
  printed.set(game.about, known)
  const { face, clauses, name, kind, look } = game.card(card)
  if (known[card]) return known[card]
  const of = game.about.kinds.findIndex((k) => k.title === kind && !k.spaces)
  const drawn = thingsOf(game).of({ c: card })
  const general = of < 0 ? undefined : thingsOf(game).of({ k: of }).picture
  const own = look?.picture && look.picture !== general ? look.picture : null
  return (known[card] = { face, clauses, name, kind: { ...drawn, name: readable(kind) }, own })
}

const drawings = new WeakMap<CardFacts, Map<string, Box>>()
const REMEMBERED = 24 // states of a card

/** A card as it is drawn in this state; what was drawn before is not drawn again. */
export function drawingOfCard(plan: CardPlan, size: Size, labels: Labels, state: CardState): Box {
  const known = drawings.get(plan.facts) ?? new Map<string, Box>()
  drawings.set(plan.facts, known)
  const key = `${size} ${labels.on} ${JSON.stringify(state)}`
  const drawn = known.get(key) ?? card(plan.facts, size, { ...plan.deck, labels }, state)
  if (known.size >= REMEMBERED) known.clear()
  known.set(key, drawn)
  return drawn
}

const GIST = { u: 17, width: 210 } // of a line below an answer

/** What a card does in one line of icons, where that is possible. `free`: what it costs stands beside it. */
export const gistOfCard = (game: Game, card: number, labels: Labels, free = false): Box | null =>
  gistOf(factsOf(game, card), { things: thingsOf(game), ground: null, labels }, GIST.u, GIST.width, free)

/** The same of a rule. */
export const drawingOfRule = (game: Game, rule: number, labels: Labels): Box | null => {
  const { face } = game.about.rules[rule]!
  return face && ruleDrawing(face, { things: thingsOf(game), ground: null, labels }, GIST.u, GIST.width)
}

const GOAL = { u: 14, width: 84 } // in a line of the panel

const goalDrawings = new WeakMap<Game, Map<number, { labels: Labels; box: Box | null }>>()

/** What a goal asks for; null: it takes words. It is the same all game long, so it is drawn once. */
export const drawingOfGoal = (game: Game, card: number, labels: Labels): Box | null => {
  const drawn = goalDrawings.get(game) ?? new Map<number, { labels: Labels; box: Box | null }>()
  goalDrawings.set(game, drawn)
  const before = drawn.get(card)
  if (before?.labels === labels) return before.box
  const { face } = game.card(card)
  const box = face && askedDrawing(face, { things: thingsOf(game), ground: null, labels }, GOAL.u, GOAL.width)
  drawn.set(card, { labels, box })
  return box
}

/** Numbers of a card that are what it holds. */
function heldOn(game: Game, view: View, card: number): number | undefined {
  for (const [v, variable] of game.about.vars.entries()) {
    if (variable.scope !== 'card' || variable.role !== 'cubes') continue
    const value = read(view, v, variable, card)
    if (typeof value === 'number') return value
  }
  return undefined
}

/** Whether something that can be true of a card is, for instance that it was used. */
const isMarked = (game: Game, view: View, card: number): boolean =>
  game.about.vars.some((variable, v) => {
    const shown = variable.scope === 'card' && variable.type === 'truth' && !isHidden(variable)
    return shown && read(view, v, variable, card) === 1
  })

/** Whether its rules are in force: what it required no longer matters. */
const isInPlay = (game: Game, view: View, card: number): boolean =>
  game.about.zones.some((zone, z) => zone.live && (view.zones[z] ?? []).some((cards) => cards.includes(card)))

/** What the moment adds to the drawing of a card. */
export function stateOf(plan: CardPlan, playable: boolean, chosen: boolean, dim: boolean): CardState {
  const [miss] = plan.missing
  return {
    playable,
    chosen,
    now: plan.price?.now,
    unmet: plan.fails ? (miss?.have ?? '') : undefined,
    held: plan.held,
    veiled: plan.turned || (dim && !playable && !chosen),
  }
}

/** A number about a card and a player, for instance what it costs. */
export function priceOf(game: Game, view: View, card: number): Price | null {
  const readings = view.values[card]
  if (!readings) return null
  for (const [i, value] of game.about.values.entries()) {
    const reading = readings[i]
    if (value.truth || !value.of_game || !value.of_player || !reading) continue
    return { name: readable(value.name), now: reading[0], printed: reading[1] }
  }
  return null
}

function failing(game: Game, view: View, card: number): { name: string; reading: Reading }[] {
  return game.about.values.flatMap((value, i) => {
    const reading = view.values[card]?.[i]
    return value.truth && !value.of_game && reading && !reading[0] ? [{ name: readable(value.name), reading }] : []
  })
}

/** Whose a card is by the first of its variables that names a player; as on spaces. */
export function ownerOf(game: Game, view: View, card: number): CardPlan['owner'] {
  for (const [v, variable] of game.about.vars.entries()) {
    if (variable.scope !== 'card' || variable.type !== 'player' || isHidden(variable)) continue
    const value = read(view, v, variable, card)
    if (typeof value === 'number' && value >= 0) return { seat: value, name: readable(variable.name) }
  }
  return null
}

/** The variables of a card that say something; `but`: one that is shown otherwise. */
export function liesOn(
  game: Game,
  view: View,
  card: number,
  but = '',
  isDrawn: (variable: Variable) => boolean = () => false,
): string[] {
  return game.about.vars.flatMap((variable, v) => {
    if (variable.scope !== 'card' || isHidden(variable) || readable(variable.name) === but) return []
    if (isDrawn(variable)) return []
    return Array.from({ length: variable.entries }, (_, entry) => {
      const value = read(view, v, variable, card, entry)
      if (value === null || !tells(variable, value)) return ''
      const name = readable(variable.index?.[entry] ?? variable.name)
      const text = valueText(game, variable, value)
      return text ? `${name} ${text}` : name
    }).filter(Boolean)
  })
}

const HIDDEN_LABELS = new Set(['do']) // a word of the language: what a card does needs no title

/** Other cards that its clauses name, each once. */
export const namedOn = (game: Game, card: number): number[] => {
  const { name, clauses } = game.card(card)
  const named = clauses.flatMap(([, text, , , spans]) => cardsIn({ text, ...(spans && { spans }) }))
  return [...new Set(named)].filter((other) => game.card(other).name !== name)
}

/** A clause in words; a text that begins with its label says it itself. */
export function clauseInWords([key, text, role]: Clause): string {
  const label = readable(key)
  const hidden = role === 'effect' && HIDDEN_LABELS.has(label)
  return hidden || text.toLowerCase().startsWith(`${label.toLowerCase()} `) ? text : `${capital(label)}: ${text}`
}

/** All that a card says, clause by clause, without words of the author. */
export const saidBy = (game: Game, card: number): string[] =>
  game.card(card).clauses.filter(([, , role]) => role !== 'flavour').map(clauseInWords)

const lastPlans = new WeakMap<Game, Map<number, { key: string; plan: CardPlan }>>()

/** A card of which nothing changed stays the same, and is not drawn anew. */
export function cardOf(game: Game, view: View, card: number): CardPlan {
  const last = lastPlans.get(game) ?? new Map<number, { key: string; plan: CardPlan }>()
  lastPlans.set(game, last)
  const now = stateOn(game, view, card)
  const key = JSON.stringify(now)
  const before = last.get(card)
  if (before?.key === key) return before.plan
  const plan = { ...stillOf(game, card), ...now }
  last.set(card, { key, plan })
  return plan
}

/** What never changes. */
function stillOf(game: Game, card: number) {
  const facts = game.card(card)
  const tags = facts.tags.map((t) => ({ name: readable(game.about.members[t]!.name), style: game.styles[t] }))
  return {
    card,
    name: facts.name,
    kind: readable(facts.kind),
    tags,
    flavour: facts.flavour ?? '',
    facts: factsOf(game, card),
    deck: { things: thingsOf(game), ground: groundOf(game) },
    said: saidBy(game, card),
  }
}

/** What is so of it now. */
function stateOn(game: Game, view: View, card: number) {
  const fails = isInPlay(game, view, card) ? [] : failing(game, view, card)
  const owner = ownerOf(game, view, card)
  const holds = game.card(card).face?.holds !== undefined
  return {
    price: priceOf(game, view, card),
    on: liesOn(game, view, card, owner?.name),
    owner,
    marks: liesOn(game, view, card, owner?.name, (v) => v.type === 'truth' || (v.role === 'cubes' && holds)),
    held: heldOn(game, view, card),
    turned: isMarked(game, view, card),
    missing: fails.flatMap(({ name, reading }) =>
      reading.length === 4 ? [{ have: reading[2], need: reading[3], name }] : [],
    ),
    fails: fails.length > 0,
  }
}

/** Cards by whose they are: one's own first, what is nobody's last. One part where nobody owns any. */
export function byOwner(plans: CardPlan[], seat: number | null): { seat: number | null; plans: CardPlan[] }[] {
  const owners = [...new Set(plans.map((p) => p.owner?.seat ?? null))]
  const rank = (owner: number | null) => (owner === null ? Infinity : owner === seat ? -1 : owner)
  return owners
    .sort((a, b) => rank(a) - rank(b))
    .map((owner) => ({ seat: owner, plans: plans.filter((p) => (p.owner?.seat ?? null) === owner) }))
}

export type Sorting = 'price' | 'playable' | 'tag' | 'kind' | 'name' | 'dealt'

const LAST = '\uffff' // of all names

export function sortCards(plans: CardPlan[], by: Sorting, playable: (card: number) => boolean): CardPlan[] {
  const cost = (p: CardPlan) => p.price?.now ?? 0
  const tagged = (p: CardPlan) => p.tags[0]?.name ?? LAST
  const order: Record<Sorting, (a: CardPlan, b: CardPlan) => number> = {
    dealt: () => 0,
    name: (a, b) => a.name.localeCompare(b.name),
    price: (a, b) => cost(a) - cost(b),
    tag: (a, b) => tagged(a).localeCompare(tagged(b)) || cost(a) - cost(b),
    kind: (a, b) => a.kind.localeCompare(b.kind) || a.name.localeCompare(b.name),
    playable: (a, b) => Number(playable(b.card)) - Number(playable(a.card)),
  }
  return [...plans].sort(order[by])
}

/** Whether all words of a search are in the name, kind, tags or text of a card. */
export function matches(game: Game, card: number, search: string): boolean {
  const facts = game.card(card)
  const tags = facts.tags.map((t) => game.about.members[t]!.name).join(' ')
  const text = `${facts.name} ${facts.kind} ${tags} ${facts.text}`.toLowerCase()
  return search.toLowerCase().split(' ').every((word) => text.includes(word.trim()))
}
