// From the question alone: what can be clicked where it lies, and the list of answers. A card or space that is an answer,
// or that comes behind an answer, is a target; the way there is a path of answers.
import type { Answer, Question } from '../protocol'
import { changeOf, tokensOf, type Change } from './data'
import type { Game } from './game'

export interface Way {
  path: number[]
  via: string // what is answered first, where the target comes behind it
}

export interface Targets {
  cards: Map<number, Way[]>
  spaces: Map<number, Way[]>
}

export interface AnswerPlan {
  id: number
  text: string
  card: number | null
  space: number | null
  gives: Change[]
  warn: string[]
  preset: boolean
}

export const NO = 0
export const YES = 1

export const isSubset = (q: Question) => q.flags.includes('subset')
const oneAtATime = (q: Question) => !isSubset(q) && !q.flags.includes('payment')

function add(map: Map<number, Way[]>, key: number, way: Way) {
  map.set(key, [...(map.get(key) ?? []), way])
}

/** What can be answered behind each answer that follows a "yes". */
export type Ahead = Map<number, number[]>

export function targetsOf(game: Game, question: Question | null, ahead: Ahead = new Map()): Targets {
  const targets: Targets = { cards: new Map(), spaces: new Map() }
  if (!question) return targets
  const behind = (before: number[], via: string, then: number[] | undefined) => {
    for (const id of then ?? []) {
      const card = game.cardOfAnswer.get(id)
      if (card !== undefined) add(targets.cards, card, { path: [...before, id], via })
    }
  }
  for (const a of question.answers) {
    const card = a.card ?? game.cardOfAnswer.get(a.id)
    const space = a.space ?? game.spaceOfAnswer.get(a.id)
    if (card !== undefined) add(targets.cards, card, { path: [a.id], via: '' })
    if (space !== undefined) add(targets.spaces, space, { path: [a.id], via: '' })
    if (oneAtATime(question)) behind([a.id], a.text, a.then)
  }
  for (const [id, then] of question.kind === 'yesno' ? ahead : []) {
    const card = game.cardOfAnswer.get(id)
    behind([YES, id], card === undefined ? '' : game.card(card).name, then)
  }
  return targets
}

/** Changes that every answer brings are no reason to prefer one; they are left out. */
export function answersOf(game: Game, question: Question): AnswerPlan[] {
  const many = question.answers.length > 1
  const common = (g: [number, number, number]) =>
    many && question.answers.every((a) => a.gives?.some((o) => o.join() === g.join()))
  return question.answers.map((a) => ({
    id: a.id,
    text: a.text,
    card: a.card ?? game.cardOfAnswer.get(a.id) ?? null,
    space: a.space ?? game.spaceOfAnswer.get(a.id) ?? null,
    gives: isSubset(question)
      ? []
      : (a.gives ?? []).filter((g) => !common(g)).flatMap((g) => changeOf(game, g) ?? []),
    warn: a.warn ?? [],
    preset: a.id === question.preset,
  }))
}

/** What choosing a space brings beyond what is printed there, "+4M", by the number of the space. */
export function gainsOf(game: Game, question: Question): Map<number, string> {
  const gains = new Map<number, string>()
  for (const a of answersOf(game, question)) {
    if (a.space === null) continue
    const printed = new Map(tokensOf(game, game.space(a.space).text).map((b) => [b.style, Number(b.count || 1)]))
    const more = a.gives.filter((g) => !g.style || printed.get(g.style) !== g.by)
    if (more.length > 0) gains.set(a.space, more.map((g) => g.count + (g.style?.sign ?? ` ${g.name}`)).join(' '))
  }
  return gains
}

/** What the game warns of before these answers are given, each thing once. */
export const warningsOf = (question: Question, ids: number[]): string[] => [
  ...new Set(question.answers.filter((a) => ids.includes(a.id)).flatMap((a) => a.warn ?? [])),
]

/** Numbers get a row of small buttons. */
export const areNumbers = (question: Question) =>
  question.answers.length > 0 && question.answers.every((a) => /^[−-]?\d+( |$)/.test(a.text))

/** Ends a turn while other answers still lead somewhere: worth a question back. */
export function isWaste(question: Question, id: number): boolean {
  const leads = (a: Answer) => (a.then?.length ?? 0) > 0
  const answer = question.answers.find((a) => a.id === id)
  if (!answer || question.kind !== 'choose' || leads(answer) || answer.gives?.length || answer.space !== undefined) return false
  return question.answers.some((a) => a.id !== id && leads(a)) && answer === question.answers.at(-1)
}
