// What lies under a pointer in words: the name of a sign, what the part of the card says on which it stands, and what
// the rules say of both.
import type { Messages } from '../messages/en'
import type { Block, Phrase } from '../draw/face'
import { clauseInWords } from './cards'
import type { Rule } from '../protocol'
import { capital, type Game, readable, titleOf } from './game'

export interface Found {
  name: string // of the sign; or empty
  sort: string // of what it stands for, as icons have it; empty: not known
  card: number | null // on which it stands
  part: string // data-part of the drawing: a clause, or what it is; or empty
}

export interface Under {
  name: string
  kind: string // what it is, where things of another sort are called the same; or empty
  says: string // what such a sign means
  words: string // what it says on that card
  rule: string // what the rules say of it
}

type Signs = Messages['signs']

const isSame = (a: string, b: string) => readable(a).toLowerCase() === readable(b).toLowerCase()

/** Whether a rule is about that member: its name names it and nothing else. */
const isOfMember = ({ name, name_spans }: Rule, member: number) =>
  !!name_spans?.some((s) => s[2] === 'member' && s[3] === member && s[0] === 0 && s[1] === name.length)

/** What is called so: members, tracks and kinds with the sort that icons have; cards are things of their own. */
function namesakes({ about }: Game, name: string): { sort: string; member?: number }[] {
  const drawn = (sort: string) => (sort === 'tag' || sort === 'piece' ? sort : 'resource')
  const members = about.members.flatMap((m, member) => (isSame(m.name, name) ? [{ sort: drawn(m.sort), member }] : []))
  const tracks = about.tracks.filter((t) => isSame(titleOf(t), name)).map(() => ({ sort: 'track' }))
  const kinds = about.kinds.filter((k) => isSame(k.title, name)).map((k) => ({ sort: k.spaces ? 'space' : 'card' }))
  return [...members, ...tracks, ...kinds]
}

/** The rule that is about the thing that is meant, never about another one that is called the same. */
function ruleOf(game: Game, name: string, sort: string): string {
  const meant = namesakes(game, name).filter((t) => !sort || t.sort === sort)
  const told = game.about.rules.filter((r) => r.depth === 0 && r.text !== '')
  const ofMember = told.find((r) => meant.some(({ member }) => member !== undefined && isOfMember(r, member)))
  if (ofMember) return ofMember.text
  const isTrack = meant.some((t) => t.sort === 'track')
  const { tracks } = game.about
  // Rules of tracks stand together, in their order
  const at = isTrack ? tracks.findIndex((t) => isSame(titleOf(t), name)) : -1
  const first = told.findIndex((_, i) => tracks.every((t, k) => told[i + k] && isSame(told[i + k]!.name, titleOf(t))))
  return at >= 0 && first >= 0 ? told[first + at]!.text : ''
}

const ruleText = (game: Game, i: number | undefined) => (i === undefined ? '' : (game.about.rules[i]?.text ?? ''))

/** What a block is: by its band, else by what happens in it where that is one thing. */
function meaningOf(block: Block, signs: Signs): string {
  if (block.role === 'action' || block.role === 'when' || block.role === 'adjust') return signs.part[block.role]
  const [only, ...others] = block.do ?? []
  return only && others.length === 0 && only.v !== 'text' ? signs.says[only.v] : ''
}

const verbOf = (block: Block): number | undefined =>
  block.rule ?? (block.do ?? []).map((p: Phrase) => p.rule).find((r) => r !== undefined)

const PARTS = { cost: 'cost', requirement: 'requires', thing: 'holds', points: 'points' } as const

function ofCard(game: Game, card: number, part: string, signs: Signs): Pick<Under, 'says' | 'words' | 'rule'> {
  const { clauses, face } = game.card(card)
  const block = face?.blocks.find((b) => String(b.clause) === part)
  if (block) {
    const words = clauseInWords(clauses[block.clause!]!)
    return { says: meaningOf(block, signs), words, rule: ruleText(game, verbOf(block)) }
  }
  // A price may be a number and nothing else; what is wanted besides a requirement stands on the same ribbon
  const other = part === 'cost' ? 'number' : part === 'requirement' && face?.wanted ? 'fact' : part
  const clause = clauses.find((c) => c[2] === part) ?? clauses.find((c) => c[2] === other)
  const known = part in PARTS ? signs.part[PARTS[part as keyof typeof PARTS]] : ''
  return { says: known, words: clause ? clauseInWords(clause) : '', rule: '' }
}

/** Tags, pieces, cards, ... of one name are told apart. */
function kindOf(game: Game, name: string, sort: string, signs: Signs): string {
  const sorts = new Set(namesakes(game, name).map((t) => t.sort))
  if (game.about.cards.some((c) => c.copy === 0 && isSame(c.name, name))) sorts.add('card')
  const kinds: Readonly<Record<string, string>> = signs.kind
  return name && sort && sorts.size > 1 ? (kinds[sort] ?? '') : ''
}

/** Null: there is nothing to say. */
export function underPointer(game: Game, { name, sort, card, part }: Found, signs: Signs): Under | null {
  const none = { says: '', words: '', rule: '' }
  const told = card !== null && part !== '' ? ofCard(game, card, part, signs) : none
  const rule = told.rule || (name ? ruleOf(game, name, sort) : '')
  return name || told.words ? { name: capital(name), kind: kindOf(game, name, sort, signs), ...told, rule } : null
}

/** A space, or something with a title: what it is in the first line, what lies there or comes of it behind it. Of the
 *  sign that is pointed at its own words stand first. Null: there is nothing to say. */
export function underTitle(title: string, sign: Under | null): Under | null {
  const [name = '', ...lines] = title.split('\n')
  if (!sign) return name ? { name: capital(name), kind: '', says: '', words: lines.join('\n'), rule: '' } : null
  const here = isSame(name, sign.name) ? '' : title.replaceAll('\n', ', ')
  return { ...sign, says: [sign.says, here].filter(Boolean).join(' · ') }
}
