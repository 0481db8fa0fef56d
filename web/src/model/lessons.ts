// What a beginner is told: what wins, what ends it, a turn, a card, what comes back each round; and what a question is
// for. All of it is found in the description by its topics and numbers, and said in its own words; where the
// description has nothing to say there is no lesson.
import { drawn } from '../draw/body'
import { type Box, flow } from '../draw/boxes'
import { costBox, ribbonOf, SIZES, worthOf } from '../draw/card'
import { type Labels, Phraser } from '../draw/phrase'
import type { Clause, Hint, Question, Rule, Span, View } from '../protocol'
import { clauseInWords } from './cards'
import { capital, type Game, hasHoles, readable } from './game'
import { YES } from './question'
import { thingsOf } from './things'
import { zonesOf } from './zones'

export type LessonKey = 'wins' | 'ends' | 'turn' | 'card' | 'income'

export interface LessonLine {
  name: string // what it is about; or empty
  text: string
  depth: number
}

/** A part of a card with its words. */
export interface Explained {
  drawing: Box
  words: string
}

export interface Lesson {
  key: LessonKey
  lines: LessonLine[]
  card?: number
  parts?: Explained[]
  goesOn?: string // how long it goes on, where no rule says what ends it
}

const MOST_LINES = 7

const rules = (game: Game, ...topics: string[]): Rule[] =>
  game.about.rules.filter((r) => r.topic !== undefined && topics.includes(r.topic))

/** Rules as lines, the least deep of them at the edge; the last is no heading of what finds no room. */
function linesOf(all: Rule[]): LessonLine[] {
  const least = Math.min(...all.map((r) => r.depth))
  let n = Math.min(all.length, MOST_LINES)
  while (n > 1 && n < all.length && all[n - 1]!.text.endsWith(':')) n--
  return all.slice(0, n).map((r) => ({
    name: capital(readable(r.name)),
    text: r.name ? r.text : capital(r.text),
    depth: r.depth - least,
  }))
}

/** What a step stands in: the lines above it that are less deep, the nearest first. */
function above(game: Game, step: Rule): Rule[] {
  const { rules: all } = game.about
  const found: Rule[] = []
  let depth = step.depth
  for (let i = all.indexOf(step) - 1; i >= 0 && all[i]!.about === step.about && depth > 0; i--)
    if (all[i]!.depth < depth) {
      found.push(all[i]!)
      depth = all[i]!.depth
    }
  return found
}

const withoutColon = (text: string) => (text.endsWith(':') ? text.slice(0, -1) : text)

/** A step of the course with the condition it stands below. */
function conditioned(game: Game, step: Rule): LessonLine {
  const [outer] = step.depth > 0 ? above(game, step) : []
  const before = outer && !outer.name && outer.text.endsWith(':') ? `${outer.text} ` : ''
  return { name: '', text: capital(before + step.text), depth: 0 }
}

function endsLesson(game: Game): Lesson | null {
  const ends = rules(game, 'end')
  const all = ends.length > 0 ? ends : rules(game, 'limit')
  const named = ends.filter((r) => r.name)
  if (ends.length > 0 && named.length === 0)
    return { key: 'ends', lines: ends.slice(0, MOST_LINES).map((r) => conditioned(game, r)) }
  const loop = above(game, rules(game, 'turn')[0] ?? game.about.rules[0]!).find((r) => r.text && !r.name)
  if (ends.length === 0 && loop) return { key: 'ends', lines: [], goesOn: withoutColon(loop.text) }
  return all.length > 0 ? { key: 'ends', lines: linesOf(named.length > 0 ? named : all) } : null
}

/** What wins, and what ends the game. Where no points are counted a rule that ends it says who wins, too. */
function aimLessons(game: Game): (Lesson | null)[] {
  const wins = rules(game, 'wins', 'points')
  const ends = endsLesson(game)
  const byRule = !wins.some((r) => r.topic === 'points') && rules(game, 'end').some((r) => r.depth > 0 && !r.name)
  if (byRule && ends) return [{ ...ends, key: 'wins' }]
  return [wins.length > 0 ? { key: 'wins', lines: linesOf(wins) } : null, ends]
}

/** With what ends the game, where that is part of a turn. */
function turnLesson(game: Game): Lesson | null {
  const steps = rules(game, 'turn', 'end').filter((r) => r.topic === 'turn' || (r.depth > 0 && !r.name))
  return steps.length > 0 ? { key: 'turn', lines: linesOf(steps) } : null
}

const sentence = (clause: Clause | undefined) => (clause ? clauseInWords(clause) : '')

/** Every part of a card as it is drawn, with its words. */
export function explain(game: Game, card: number, labels: Labels, u = 22, width = 150): Explained[] {
  const { face, clauses } = game.card(card)
  if (!face) return []
  const P = new Phraser(thingsOf(game), labels)
  const S = SIZES.hand
  const said = (...roles: Clause[2][]) => sentence(clauses.find((c) => roles.includes(c[2])))
  const parts: Explained[] = []
  const { cost, requires, points } = face
  const price = typeof cost?.n === 'number' ? cost.n : '?'
  if (cost) parts.push({ drawing: costBox(P, cost, price, S.coin), words: said('cost', 'number') })
  if (requires?.length) parts.push({ drawing: ribbonOf(P, requires, undefined, S), words: said('requirement') })
  for (const block of face.blocks) {
    const clause = clauses[block.clause ?? -1]
    const isWords = block.do?.length === 1 && block.do[0]!.v === 'text'
    const body = block.role === 'do' || block.role === 'box'
    const drawing = isWords ? { w: 0, h: 0, svg: '' } : body
      ? flow(P.boxes(block.do ?? [], u, width), width, u * 0.3)
      : drawn(P, block, clause ?? ['', ''], clause?.[2] ?? '', u, width)
    parts.push({ drawing, words: sentence(clause) })
  }
  if (points) parts.push({ drawing: worthOf(P, points, S), words: said('points') })
  return parts.filter((p) => p.words)
}

/** A card one has that says the most of what can be drawn: it can be played now, if one can. */
function cardLesson(
  game: Game,
  view: View,
  seat: number,
  playable: (card: number) => boolean,
  labels: Labels,
): Lesson | null {
  const held = zonesOf(game, view, seat)
    .filter((z) => z.hand)
    .flatMap((z) => z.cards)
    .filter((c) => game.card(c).face !== null && game.card(c).face!.blocks.length > 0)
  const rank = (c: number) => (playable(c) ? 10 : 0) - Math.abs(2 - game.card(c).face!.blocks.length)
  const [card] = [...held].sort((a, b) => rank(b) - rank(a))
  return card === undefined ? null : { key: 'card', lines: [], card, parts: explain(game, card, labels) }
}

export function lessonsOf(
  game: Game,
  view: View,
  seat: number,
  playable: (card: number) => boolean,
  labels: Labels,
): Lesson[] {
  const income = rules(game, 'income').filter((r) => r.text)
  const all: (Lesson | null)[] = [
    ...aimLessons(game),
    turnLesson(game),
    cardLesson(game, view, seat, playable, labels),
    income.length > 0 ? { key: 'income', lines: linesOf(income) } : null,
  ]
  return all.filter((l) => l !== null)
}

/** A rule and, where it has none of its own, the words of its steps. */
export function wordsOf(game: Game, i: number): string {
  const { rules: all } = game.about
  const rule = all[i]!
  if (rule.text && !rule.text.endsWith(':')) return rule.text
  const steps: string[] = []
  for (let k = i + 1; k < all.length && all[k]!.depth > rule.depth && steps.length < 4; k++) {
    const { depth, text } = all[k]!
    if (depth !== rule.depth + 1 || !text) continue
    const isLabel = text.startsWith('"') // of a branch: what it holds need not be told
    steps.push(isLabel ? withoutColon(text) : text.endsWith(':') ? `${text} …` : text)
  }
  return [...(rule.text ? [rule.text] : []), steps.join('; ')].join(' ')
}

/** A suggestion from this letter on. */
const from = (hint: Hint, cut: number): Hint => ({ ...hint, text: hint.text.slice(cut),
  spans: (hint.spans ?? []).filter((s) => s[0] >= cut).map(([at, ...rest]) => [at - cut, ...rest] as Span) })

/** A suggestion without a "yes: " before what is chosen at once behind it. */
export function withoutYes(hint: Hint, question: Question): Hint {
  const yes = hint.path.length > 1 && hint.path[0] === YES && question.answers.find((a) => a.id === YES)
  const before = yes ? `${yes.text}: ` : ''
  return before && hint.text.startsWith(before) ? from(hint, before.length) : hint
}

/** What is suggested to this question: the words from what is lit on, without what was chosen before; where they do not
 *  name it the words of the answer itself. */
export function adviceTo(hint: Hint, question: Question): Hint {
  const advised = withoutYes(hint, question)
  const answer = question.answers.find((a) => a.id === hint.path[0])
  const named = advised !== hint // what is chosen behind a "yes"
  if (!answer || named) return advised
  const [all, lit] = [advised.text.toLowerCase(), answer.text.toLowerCase()]
  if (all.startsWith(lit)) return advised
  const behind = [': ', ', '].map((s) => all.indexOf(s + lit)).filter((at) => at >= 0)
  if (behind.length > 0) return from(advised, Math.min(...behind) + 2)
  return { ...hint, text: answer.text, spans: answer.spans ?? [], why: hint.path.length > 1 ? hint.why : [] }
}

export interface Purpose {
  name: string
  text: string
}

const isGeneral = ({ name, text }: Purpose) => [name, text].some(hasHoles)

/** Every "[piece]" is the one thing of that sort which the question names; what it does not name stays open. */
function filled(game: Game, question: Question, said: string): string {
  const named = (question.spans ?? []).flatMap((s) => (s[2] === 'member' ? [game.about.members[s[3]]!] : []))
  const sorts = new Map(named.map((m) => [m.sort, named.filter((o) => o.sort === m.sort)]))
  for (const [sort, all] of sorts) if (all.length === 1) said = said.replaceAll(`[${sort}]`, readable(all[0]!.name))
  return said
}

/** What a question is for, in one line: the rule behind it, else the card that asks, else what the phase is about. A
 *  rule about any thing is told of the thing that is meant; where that cannot be, the card says more, or else what a
 *  turn is. */
export function purposeOf(game: Game, question: Question, phase: string | null): Purpose | null {
  const { rules: all } = game.about
  if (question.rule != null) {
    const fill = (said: string) => filled(game, question, said)
    const told = { name: fill(readable(all[question.rule]!.name)), text: fill(wordsOf(game, question.rule)) }
    if (!isGeneral(told)) return told
  }
  if (question.about !== null) return { name: game.card(question.about).name, text: game.card(question.about).text }
  const heading = phase === null ? -1 : all.findIndex((r) => readable(r.name) === readable(phase) && !r.text)
  const told = heading < 0 ? null : { name: readable(all[heading]!.name), text: wordsOf(game, heading) }
  if (told && !isGeneral(told)) return told
  const [turn] = question.rule == null ? [] : rules(game, 'turn')
  const of = turn && { name: readable(turn.name), text: wordsOf(game, all.indexOf(turn)) }
  return of && !isGeneral(of) ? of : null
}
