// From the question alone: what can be clicked where it lies, and the list of answers. A card or space that is an
// answer, or that comes behind an answer, is a target; the way there is a path of answers.
import type { Answer, Question, Text, View } from '../protocol'
import { changeOf, giftsOf, read, valueText, type Change, type Token } from './data'
import type { Game, Style } from './game'
import { cardsIn } from './log'

export interface Way {
  path: number[]
  via: string // what is answered first, where the target comes behind it
}

/** What is put on one space and comes to lie on another: whatever lies on its way means the answer, too. */
export interface Fall {
  way: Way
  from: number // the space that is the answer
  to: number
}

export interface Targets {
  cards: Map<number, Way[]>
  spaces: Map<number, Way[]>
  /** By the space one points at, the answers' own among them. */
  falls: Map<number, Fall>
}

export interface AnswerPlan {
  id: number
  text: string
  card: number | null
  copies: number // so many equal cards it stands for
  named: number[] // cards its words name, where it is none itself
  space: number | null
  gives: Change[]
  beyond: Change[] // those of them that do not come of what is printed on the space
  behind: number // how many answers come behind it, where they are known
  printed: Token[] // what is printed there and none of them tells: a card, what cannot be foreseen
  warn: string[]
  preset: boolean
}

export const NO = 0
export const YES = 1

export const isSubset = (q: Question) => q.flags.includes('subset')
/** Some were picked before, and the server has them. */
export const goesOn = (q: Question) => q.flags.includes('again')

/** Cards that an answer names which is no card or space itself: "this or that end of it". */
function namedIn(game: Game, a: Answer): number[] {
  if (a.card !== undefined || a.space !== undefined || game.cardOfAnswer.has(a.id) || game.spaceOfAnswer.has(a.id))
    return []
  return cardsIn(a)
}

/** Cards a question is about that need not lie anywhere: those that the branches of a choice name. */
export function namedCards(game: Game, question: Question | null): number[] {
  if (question?.kind !== 'either') return []
  return [...new Set(question.answers.flatMap((a) => namedIn(game, a)))]
}

/** Spaces of the line on which something falls from one to another, both among them; on a board without straight rows
 *  these two. */
function lineOf(game: Game, from: number, to: number): number[] {
  const [a, b] = [game.space(from), game.space(to)]
  const board = game.about.boards[a.board]!
  const straight = a.board === b.board && board.shape === 'square' && (a.row === b.row || a.col === b.col)
  if (!straight) return [from, to]
  const all = Array.from({ length: board.count }, (_, i) => board.first + i)
  const along = a.col === b.col ? ('col' as const) : ('row' as const)
  return all.filter((s) => game.space(s)[along] === a[along])
}

/** Where each answer falls, by all spaces that mean it and no other answer. */
function fallsOf(game: Game, question: Question): Map<number, Fall> {
  const found = new Map<number, Fall[]>()
  const answers = new Set(question.answers.flatMap((a) => a.space ?? game.spaceOfAnswer.get(a.id) ?? []))
  for (const a of question.answers) {
    const from = a.space ?? game.spaceOfAnswer.get(a.id)
    if (from === undefined || a.lands === undefined || answers.has(a.lands)) continue
    const fall = { way: { path: [a.id], via: '' }, from, to: a.lands }
    for (const s of lineOf(game, from, a.lands))
      if (s === from || !answers.has(s)) found.set(s, [...(found.get(s) ?? []), fall])
  }
  return new Map([...found].flatMap(([s, falls]) => (falls.length === 1 ? [[s, falls[0]!]] : [])))
}

const oneAtATime = (q: Question) => !isSubset(q) && !q.flags.includes('payment')

function add(map: Map<number, Way[]>, key: number, way: Way) {
  map.set(key, [...(map.get(key) ?? []), way])
}

/** What can be answered behind each answer that follows a "yes". */
export type Ahead = Map<number, number[]>

export function targetsOf(game: Game, question: Question | null, ahead: Ahead = new Map()): Targets {
  const targets: Targets = { cards: new Map(), spaces: new Map(), falls: new Map() }
  if (!question) return targets
  if (oneAtATime(question)) targets.falls = fallsOf(game, question)
  const behind = (before: number[], via: string, then: number[] | undefined) => {
    for (const id of then ?? []) {
      const card = game.cardOfAnswer.get(id)
      if (card !== undefined) add(targets.cards, card, { path: [...before, id], via })
    }
  }
  for (const a of question.answers) {
    const card = a.card ?? game.cardOfAnswer.get(a.id)
    const space = a.space ?? game.spaceOfAnswer.get(a.id)
    for (const each of a.copies ?? (card === undefined ? [] : [card]))
      add(targets.cards, each, { path: [a.id], via: '' })
    if (space !== undefined) add(targets.spaces, space, { path: [a.id], via: '' })
    if (oneAtATime(question)) behind([a.id], a.text, a.then)
  }
  for (const card of namedCards(game, question)) {
    const naming = question.answers.filter((a) => namedIn(game, a).includes(card))
    for (const a of naming) add(targets.cards, card, { path: [a.id], via: a.text })
  }
  for (const [id, then] of question.kind === 'yesno' ? ahead : []) {
    const card = game.cardOfAnswer.get(id)
    behind([YES, id], card === undefined ? '' : game.card(card).name, then)
  }
  return targets
}

/** The cards a question is about: the one whose rule asks, and the one that is paid for. */
export const aboutOf = (question: Question): number[] =>
  [...new Set([question.about, question.paid])].filter((card) => card !== null)

type Give = [number, number, number]

const isCommon = (question: Question, g: Give) =>
  question.answers.length > 1 && question.answers.every((a) => a.gives?.some((o) => o.join() === g.join()))

/** Changes that every answer brings: no reason to prefer one, but worth knowing. */
export function commonOf(game: Game, question: Question): Change[] {
  if (isSubset(question)) return []
  return (question.answers[0]?.gives ?? []).filter((g) => isCommon(question, g)).flatMap((g) => changeOf(game, g) ?? [])
}

/** The change that comes of something printed: what one owns of it grows, or else another number about it. */
function changeBy(token: Token, changes: Change[]): Change | undefined {
  const about = changes.filter(
    (c) => c.by > 0 && (c.thing === undefined ? c.name === token.name : c.thing === token.thing),
  )
  return about.find((c) => c.owned) ?? about[0]
}

/** Cards that lie in one row are answers in its order, whatever theirs is in the list: the first key is the first
 *  card. */
export function asTheyLie(game: Game, answers: Answer[], zones: View['zones']): Answer[] {
  const cardOf = (a: Answer) => a.card ?? game.cardOfAnswer.get(a.id)
  const cards = answers.filter((a) => cardOf(a) !== undefined)
  const row = zones.flat().find((z) => cards.length > 0 && cards.every((a) => z.includes(cardOf(a)!)))
  if (!row) return answers
  const sorted = [...cards].sort((a, b) => row.indexOf(cardOf(a)!) - row.indexOf(cardOf(b)!))
  return answers.map((a) => (cardOf(a) === undefined ? a : sorted.shift()!))
}

/** Changes that every answer brings are left out; see commonOf. */
export function answersOf(game: Game, question: Question, zones: View['zones'] = []): AnswerPlan[] {
  return asTheyLie(game, question.answers, zones).map((a) => {
    const space = a.space ?? game.spaceOfAnswer.get(a.id) ?? null
    const all = (a.gives ?? []).map((g) => ({ change: changeOf(game, g), common: isCommon(question, g) }))
    const changes = all.flatMap(({ change }) => change ?? [])
    const tokens =
      space === null
        ? []
        : giftsOf(game, game.space(space).gives).map((token) => ({ token, change: changeBy(token, changes) }))
    const gives = isSubset(question) ? [] : all.flatMap(({ change, common }) => (change && !common ? [change] : []))
    return {
      id: a.id,
      text: a.text,
      card: a.card ?? game.cardOfAnswer.get(a.id) ?? null,
      copies: a.copies?.length ?? 1,
      named: namedIn(game, a),
      space,
      gives,
      beyond: gives.filter(
        (g) => !tokens.some(({ token, change }) => change === g && g.by === Number(token.count || 1)),
      ),
      printed: tokens.flatMap(({ token, change }) => (change ? [] : [token])),
      behind: a.then?.length ?? 0,
      warn: (a.warn ?? []).map((w) => w.text),
      preset: a.id === question.preset,
    }
  })
}

/** Of what the server has answered for one, the lines about nothing one has chosen: what is clicked at once with what
 *  comes before it was one's own choice, though nothing else was possible by then. */
export function forcedOnly<Line extends Text>(game: Game, forced: Line[], sent: number[]): Line[] {
  const cards = new Set(sent.map((id) => game.cardOfAnswer.get(id)))
  const spaces = new Set(sent.map((id) => game.spaceOfAnswer.get(id)))
  return forced.filter((line) => !(line.spans ?? []).some((s) =>
    (s[2] === 'card' && cards.has(s[3])) || (s[2] === 'space' && spaces.has(s[3]))))
}

/** What the server foresees of picks: what they change, and whether they are possible together. */
export interface Outcome {
  gives: Give[]
  possible: boolean
}

/** A number of one's own as it will be, and what the picks take or bring. */
export interface Prospect {
  name: string
  style: Style | undefined
  of: string // what the sign does not say
  will: string
  by: string // empty: the picks change nothing
  less: boolean
}

const changeIn = (o: Outcome | null, v: number, entry: number) =>
  o?.gives.find((g) => g[0] === v && g[1] === entry)?.[2] ?? 0

/** Numbers that change when it is done: all that would change with no pick, and all that the picks change. */
export function prospectsOf(game: Game, view: View, seat: number, without: Outcome | null, picks: Outcome): Prospect[] {
  const keys = new Set([...(without?.gives ?? []), ...picks.gives].map(([v, entry]) => `${v} ${entry}`))
  return [...keys].flatMap((key) => {
    const [v, entry] = key.split(' ').map(Number) as [number, number]
    const variable = game.about.vars[v]
    const now = variable && read(view, v, variable, seat, entry)
    const by = changeIn(picks, v, entry) - changeIn(without, v, entry)
    const change = changeOf(game, [v, entry, by])
    if (!change || typeof now !== 'number') return []
    const will = valueText(game, variable!, now + changeIn(picks, v, entry))
    const { name, style, of } = change
    return [{ name, style, of, will, by: by === 0 ? '' : change.count, less: by < 0 }]
  })
}

/** What choosing a space brings beyond what is printed there, "+4 coins", by the number of the space. */
export function gainsOf(game: Game, question: Question): Map<number, Change[]> {
  const gains = new Map<number, Change[]>()
  for (const a of answersOf(game, question)) {
    if (a.space === null) continue
    if (a.beyond.length > 0) gains.set(a.space, a.beyond)
  }
  return gains
}

/** What the game warns of before these answers are given, each thing once. */
export const warningsOf = (question: Question, ids: number[]): string[] => [
  ...new Set(question.answers.filter((a) => ids.includes(a.id)).flatMap((a) => (a.warn ?? []).map((w) => w.text))),
]

/** Numbers get a row of small buttons. */
export const areNumbers = (question: Question) =>
  question.answers.length > 0 &&
  question.answers.every(({ spans }) => spans?.[0]?.[0] === 0 && ['number', 'amount'].includes(spans[0][2]))

/** Ends a turn while other answers still lead somewhere: worth a question back. */
export function isWaste(question: Question, id: number): boolean {
  const leads = (a: Answer) => (a.then?.length ?? 0) > 0
  const answer = question.answers.find((a) => a.id === id)
  if (!answer || question.kind !== 'choose' || leads(answer) || answer.gives?.length || answer.space !== undefined)
    return false
  return question.answers.some((a) => a.id !== id && leads(a)) && answer === question.answers.at(-1)
}
