// What lies under a pointer in words: the name of a sign, what the part of the card says on which it stands, and what
// the rules say of both.
import type { Messages } from '../messages/en'
import type { Block, Phrase } from '../draw/face'
import { clauseInWords } from './cards'
import { capital, type Game, readable } from './game'

export interface Found {
  name: string // of the sign; or empty
  card: number | null // on which it stands
  part: string // data-part of the drawing: a clause, or what it is; or empty
}

export interface Under {
  name: string
  says: string // what such a sign means
  words: string // what it says on that card
  rule: string // what the rules say of it
}

type Signs = Messages['signs']

/** The rule that is about a thing of that name. */
function ruleOf(game: Game, name: string): string {
  const rule = game.about.rules.find(
    (r) => r.depth === 0 && r.text !== '' && readable(r.name).toLowerCase() === name.toLowerCase(),
  )
  return rule ? rule.text : ''
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

/** Null: there is nothing to say. */
export function underPointer(game: Game, { name, card, part }: Found, signs: Signs): Under | null {
  const none = { says: '', words: '', rule: '' }
  const told = card !== null && part !== '' ? ofCard(game, card, part, signs) : none
  const rule = told.rule || (name ? ruleOf(game, name) : '')
  return name || told.words ? { name: capital(name), ...told, rule } : null
}
