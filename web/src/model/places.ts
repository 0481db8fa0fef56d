// What places without a name are called: the definition numbers them, which says nothing to who looks at a map, so they
// go by their row and column. The server's texts name them by their numbers; they are told anew wherever they are
// shown, and what is asked is told with the names of people.
import type { Board, Card, Clause, Description, Question, Space, View } from '../protocol'
import { retell } from './log'

/** How a place is called: its row, its column, or where rows are not one above the other its place in the row, and the
 *  board where several have such places. */
export type PlaceWords = (row: number, column: number, board: string | null, counted: boolean) => string

/** What spaces are called, by their numbers; the others keep their names. */
export type Places = Map<number, string>

const hasRows = (board: Board | undefined) => board?.shape === 'hex' || board?.shape === 'square'
const isNumbered = (about: Description, s: Space) => s.name === `${about.boards[s.board]?.name} ${s.number}`

/** The names of all places that have none of their own, by the number of the space. */
export function placeNames(about: Description, say: PlaceWords): Places {
  const called = new Map<number, string>()
  const plain = about.spaces.map((s) => isNumbered(about, s) && hasRows(about.boards[s.board]))
  const boards = new Set(about.spaces.filter((s, i) => plain[i] && about.boards[s.board]!.in_use).map((s) => s.board))
  about.spaces.forEach((s, i) => {
    if (!plain[i]) return
    const board = about.boards[s.board]!
    const among = about.spaces.slice(board.first, board.first + board.count)
    const row = s.row - Math.min(...among.map((o) => o.row)) + 1
    const column =
      board.shape === 'hex'
        ? among.filter((o) => o.row === s.row && o.col <= s.col).length
        : s.col - Math.min(...among.map((o) => o.col)) + 1
    const title = (board.title || board.name).replaceAll('_', ' ')
    const whose = board.owner === undefined ? title : `${title} ${about.seats[board.owner]}`
    called.set(i, say(row, column, boards.size > 1 ? whose : null, board.shape === 'hex'))
  })
  return called
}

const retellClause = ([label, said, role, n, named]: Clause, places: Places): Clause => {
  const { text, spans } = retell({ text: said, ...(named && { spans: named }) }, places)
  return [label, text, role, n, spans]
}

/** What is printed on a card, with these names. */
const retellCard = (card: Card, places: Places): Card => ({
  ...retell(card, places),
  clauses: card.clauses.map((clause) => (clause[4] ? retellClause(clause, places) : clause)),
})

/** The description with these names, also in what is printed. */
export function withPlaces(about: Description, say: PlaceWords): { about: Description; places: Places } {
  const places = placeNames(about, say)
  const spaces = about.spaces.map((s, i) => (places.has(i) ? { ...s, name: places.get(i)!, plain: true } : s))
  const cards = about.cards.map((card) => retellCard(card, places))
  const rules = about.rules.map((rule) => retell(rule, places))
  return { about: { ...about, spaces, cards, rules }, places }
}

/** A question as it is shown: places and people by the names they have here. */
export const retellQuestion = (q: Question, places: Places, names: string[]): Question => {
  const { text: prompt, spans } = retell({ text: q.prompt, ...(q.spans && { spans: q.spans }) }, places, names)
  const answers = q.answers.map((a) => ({
    ...retell(a, places, names),
    ...(a.warn && { warn: a.warn.map((w) => retell(w, places, names)) }),
  }))
  return { ...q, prompt, ...(spans && { spans }), answers }
}

/** What is asked in names; the lines keep theirs apart. */
export const retellView = (view: View, places: Places, names: string[]): View => ({
  ...view,
  question: view.question && retellQuestion(view.question, places, names),
  forced: view.forced.map((line) => retell(line, places)),
})
