// What is looked up of a description again and again, worked out once: which card an answer is, how a name of a thing
// is drawn. Everything is generic: a sign is the picture or else the icon the definition gives, or letters of the name;
// a tint is its colour, or the next one of a palette.
import { drawingOf } from '../pictures'
import type { Card, Description, Look, Member, Rule, Space, TableSeat, View } from '../protocol'

/** How a name is drawn: a picture, or up to four characters, on a colour. `tint` is a class of theme.css. */
export interface Style {
  sign: string
  tint: string
  drawing?: string | undefined // the path of its picture
  round?: boolean // signs of tags are
}

/** Sorts of things as the language calls them. */
const RESOURCE = 'resource'
const TAG = 'tag'

/** Classes auto-N in the order in which they are taken; beside colours that were chosen, muted ones come first. */
const PALETTE = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
const BESIDE_CHOSEN = [8, 9, 5, 3, 7, 6, 4, 0, 1, 2]
const KINDS = [2, 3, 1, 0, 4, 5, 6, 7, 8, 9]
/** Which of the palette looks like a colour a definition may choose. */
export const LIKE: Record<number, number> = { 1: 1, 2: 2, 3: 0, 4: 3, 5: 4, 6: 5, 8: 9 }

export class Game {
  readonly cardOfAnswer = new Map<number, number>()
  readonly spaceOfAnswer = new Map<number, number>()
  readonly styles: Style[]
  readonly kindSizes = new Map<string, number>()
  private readonly kindTints = new Map<string, string>()
  private readonly byName = new Map<string, number>()
  private readonly cardsByName = new Map<string, number>()
  /** What seats are called: by their letters, until people sit there. */
  readonly names: string[]

  constructor(readonly about: Description) {
    this.names = about.seats
    about.cards.forEach((c, i) => {
      this.cardOfAnswer.set(c.answer, i)
      if (!this.cardsByName.has(c.name)) this.cardsByName.set(c.name, i)
      if (c.copy === 0) this.kindSizes.set(c.kind, (this.kindSizes.get(c.kind) ?? 0) + 1)
    })
    this.tintKinds()
    about.spaces.forEach((s, i) => this.spaceOfAnswer.set(s.answer, i))
    this.styles = styleMembers(about.members)
    about.members.forEach((m, i) => {
      for (const name of [m.name, m.many]) if (this.prefers(name, m)) this.byName.set(name, i)
    })
  }

  /** The same game with other names for its seats. */
  named(names: string[]): Game {
    return Object.assign(Object.create(Game.prototype) as Game, this, { names })
  }

  /** Where two things share a name, the one with a look stands for it; of several, what players own, and a tag last. */
  private prefers(name: string, m: Member): boolean {
    const known = this.byName.get(name)
    const rank = (o: Member) => (hasLook(o.look) ? 4 : 0) + (o.sort === RESOURCE ? 2 : o.sort === TAG ? 0 : 1)
    return known === undefined || rank(this.about.members[known]!) < rank(m)
  }

  /** Kinds of cards that lie somewhere get a colour each, unless there is one kind only. */
  private tintKinds() {
    const kinds = [...new Set(this.about.cards.filter((c) => c.zoned).map((c) => c.kind))]
    const goals = [...new Set(this.about.cards.filter((c) => !c.zoned && c.face).map((c) => c.kind))]
    const tintOf = (i: number) => `auto-${KINDS[i % KINDS.length]}`
    if (kinds.length > 1) kinds.forEach((kind, i) => this.kindTints.set(kind, tintOf(i)))
    goals.forEach((kind, i) => this.kindTints.set(kind, tintOf(kinds.length + i)))
  }

  /** The colour of a kind of cards, where it has one of the palette. */
  kindTint(kind: string): string {
    return this.kindTints.get(kind) ?? ''
  }

  card(i: number): Card {
    return this.about.cards[i]!
  }

  space(i: number): Space {
    return this.about.spaces[i]!
  }

  memberNamed(name: string): number | undefined {
    return this.byName.get(name)
  }

  cardNamed(name: string): number | undefined {
    return this.cardsByName.get(name)
  }

  styleNamed(name: string): Style | undefined {
    const i = this.byName.get(name)
    return i === undefined ? undefined : this.styles[i]
  }

  /** One of the names a variable is indexed by: they are all of one sort. */
  memberAmong(names: string[], name: string): number | undefined {
    const { members } = this.about
    const sorts = new Set(members.filter((m) => m.name === name).map((m) => m.sort))
    const sort = [...sorts].find((s) => names.every((n) => members.some((m) => m.sort === s && m.name === n)))
    const i = members.findIndex((m) => m.name === name && m.sort === sort)
    return i < 0 ? this.memberNamed(name) : i
  }

  styleAmong(names: string[], name: string): Style | undefined {
    const i = this.memberAmong(names, name)
    return i === undefined ? undefined : this.styles[i]
  }
}

const hasLook = (look: Look | null) => !!look && (look.icon !== null || look.colour > 0 || look.picture !== null)

export const isHidden = (thing: { look: Look | null }) => thing.look?.hidden === true

/** Whether a rule is about any thing of a sort or any amount: "[piece]", "X pips". */
export const hasHoles = (said: string): boolean => said.includes('[') || said.split(' ').includes('X')

/** A name from a definition as people read it. */
export const readable = (name: string) => name.replaceAll('_', ' ')

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const titleOf = (thing: { name: string; title?: string | null }) => readable(thing.title || thing.name)

export const tintOf = (look: Look | null, otherwise = ''): string =>
  look && look.colour > 0 ? `tint-${look.colour}` : otherwise

/** The picture of something that has one, as a sign; letters would say nothing beside its name. */
export function pictureOf(look: Look | null, otherwise = ''): Style | undefined {
  const drawing = drawingOf(look?.picture)
  return drawing === undefined ? undefined : { sign: '', tint: tintOf(look, otherwise), drawing }
}

function styleMembers(members: Member[]): Style[] {
  const taken = new Map<string, Set<string>>()
  const inSort = new Map<string, number>()
  const palettes = new Map([...new Set(members.map((m) => m.sort))].map((sort) => [sort, paletteFor(members, sort)]))
  const reserve = (sort: string, sign: string) => {
    const set = taken.get(sort) ?? new Set()
    taken.set(sort, set)
    const free = !set.has(sign)
    set.add(sign)
    return free
  }
  for (const m of members) if (m.look?.icon) reserve(m.sort, m.look.icon)
  return members.map((m) => {
    const number = inSort.get(m.sort) ?? 0
    const palette = palettes.get(m.sort)!
    if (!m.look?.colour) inSort.set(m.sort, number + 1)
    const sign = m.look?.icon ?? candidates(m.name).find((s) => reserve(m.sort, s)) ?? m.name.slice(0, 4)
    const tint = tintOf(m.look, `auto-${palette[number % palette.length]}`)
    return { sign, tint, drawing: drawingOf(m.look?.picture), round: m.sort === TAG }
  })
}

/** What is left of the palette beside the colours that members of the sort have. */
function paletteFor(members: Member[], sort: string): number[] {
  const chosen = new Set(members.filter((m) => m.sort === sort).map((m) => m.look?.colour ?? 0))
  chosen.delete(0)
  if (chosen.size === 0) return PALETTE
  const taken = new Set([...chosen].map((colour) => LIKE[colour]))
  return BESIDE_CHOSEN.filter((n) => !taken.has(n))
}

/** "old harbour": OH, Ol, Old, Oldh; "wood": W, Wo, Woo, Wood. */
function candidates(name: string): string[] {
  const words = readable(name).split(' ').filter(Boolean)
  const initials = words.map((w) => w.charAt(0).toUpperCase()).join('').slice(0, 3)
  const first = capital(words.join(''))
  return [
    initials,
    ...[2, 3, 4].map((n) => first.slice(0, n)),
    ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => first.charAt(0) + n),
  ]
}

/** The last period that is a round, as "generation 3"; and all the others. */
export function roundsOf(game: Game, view: View): { name: string; number: number }[] {
  return game.about.periods
    .map((p, i) => ({ name: readable(p.name), number: view.periods[i] ?? 0, round: p.round }))
    .filter((p) => p.round && p.number > 0) // none has begun before the first
}

const MOST_PHASES = 5 // more would push the menu out of the bar

/** The phases of the round that is played, in order, as headings of the rules tell them; one that comes once stands
 *  alone. */
export function phasesOf(game: Game, phase: string): string[] {
  const { rules } = game.about
  const isPhase = (r: Rule) => r.name !== '' && r.text === ''
  const at = rules.findIndex((r) => isPhase(r) && readable(r.name) === readable(phase))
  if (at < 0 || rules[at]!.depth === 0) return [readable(phase)]
  const first = rules.findLastIndex((r, i) => i < at && r.depth === 0)
  const next = rules.findIndex((r, i) => i > at && r.depth === 0)
  const round = rules.slice(first, next < 0 ? undefined : next).filter(isPhase).map((r) => readable(r.name))
  return round.length <= MOST_PHASES ? round : [readable(phase)]
}

const TAUGHT_ROUNDS = 2
const TAUGHT_QUESTIONS = 10 // of a game without rounds

/** Whether one is still new at it: the first two rounds, or the first questions of a game without. */
export function isEarly(game: Game, view: View, questions: number): boolean {
  const round = game.about.periods.findIndex((p) => p.round)
  return round < 0 ? questions <= TAUGHT_QUESTIONS : (view.periods[round] ?? 0) <= TAUGHT_ROUNDS
}

/** What seats are called: by the person, by the bot, else by `colour` and number; the number also tells apart who
 *  has the same name. */
export function seatNames(
  letters: string[],
  seats: Pick<TableSeat, 'name' | 'bot' | 'held' | 'resigned'>[],
  colour: (seat: number) => string,
): string[] {
  const botOf = (seat: (typeof seats)[number] | undefined) => (seat?.held || seat?.resigned ? '' : (seat?.bot ?? ''))
  const plain = letters.map((_, i) => seats[i]?.name || capital(botOf(seats[i])) || `${colour(i)} ${i + 1}`)
  const shared = (name: string) => plain.filter((other) => other.toLowerCase() === name.toLowerCase()).length > 1
  return plain.map((name, i) => (shared(name) ? `${name} ${i + 1}` : name))
}
