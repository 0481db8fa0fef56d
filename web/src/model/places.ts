// What places without a name are called: the definition numbers them, which says nothing to who looks at a map, so they go by
// their row and column. The server's texts name them by their numbers; they are told anew wherever they are shown, and what
// is asked is told with the names of people.
import type { Board, Description, LogLine, Question, Space, View, Who } from '../protocol'
import { sentence } from './log'

/** How a place is called: its row, its place in it, and the board where several have such places. */
export type PlaceWords = (row: number, column: number, board: string | null) => string

export type Rename = (text: string) => string

const hasRows = (board: Board | undefined) => board?.shape === 'hex' || board?.shape === 'square'
const isNumbered = (about: Description, s: Space) => s.name === `${about.boards[s.board]?.name} ${s.number}`

/** The names of all places that have none of their own, by the number of the space. */
export function placeNames(about: Description, say: PlaceWords): Map<number, string> {
  const called = new Map<number, string>()
  const plain = about.spaces.map((s) => isNumbered(about, s) && hasRows(about.boards[s.board]))
  const boards = new Set(about.spaces.filter((s, i) => plain[i] && about.boards[s.board]!.in_use).map((s) => s.board))
  about.spaces.forEach((s, i) => {
    if (!plain[i]) return
    const board = about.boards[s.board]!
    const among = about.spaces.slice(board.first, board.first + board.count)
    const row = s.row - Math.min(...among.map((o) => o.row)) + 1
    const column = board.shape === 'hex' ? among.filter((o) => o.row === s.row && o.col <= s.col).length : s.col - Math.min(...among.map((o) => o.col)) + 1
    called.set(i, say(row, column, boards.size > 1 ? (board.title || board.name).replaceAll('_', ' ') : null))
  })
  return called
}

/** The description with these names, and what tells texts of the server anew. */
export function withPlaces(about: Description, say: PlaceWords): { about: Description; rename: Rename } {
  const called = placeNames(about, say)
  const spaces = about.spaces.map((s, i) => (called.has(i) ? { ...s, name: called.get(i)!, plain: true } : s))
  const names = new Map([...called].map(([i, name]) => [about.spaces[i]!.name, name]))
  return { about: { ...about, spaces }, rename: renamer(names) }
}

function renamer(names: Map<string, string>): Rename {
  if (names.size === 0) return (text) => text
  const longest = [...names.keys()].sort((a, b) => b.length - a.length)
  const any = longest.map((n) => n.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'gu')
  return (text) => text.replace(pattern, (name) => names.get(name) ?? name)
}

/** A line told anew: seats stand elsewhere in it then. */
export function renameLine<Line extends Pick<LogLine, 'text' | 'who'>>(line: Line, rename: Rename): Line {
  const characters = [...line.text]
  const who: [number, number][] = []
  let text = ''
  let at = 0
  const upTo = (end: number) => {
    text += rename(characters.slice(at, end).join(''))
    at = end
  }
  for (const [position, seat] of line.who ?? []) {
    upTo(position)
    who.push([[...text].length, seat])
  }
  upTo(characters.length)
  return { ...line, text, ...(line.who ? { who } : {}) }
}

/** A text as it is shown: places and people by the names they have here. */
export const retell = (text: string, who: Who | undefined, rename: Rename, names: string[]): string =>
  sentence(renameLine({ seat: null, text, ...(who ? { who } : {}) }, rename), names)

export const retellQuestion = (q: Question, rename: Rename, names: string[]): Question => ({
  ...q,
  prompt: retell(q.prompt, q.who, rename, names),
  answers: q.answers.map((a) => ({ ...a, text: retell(a.text, a.who, rename, names) })),
})

/** What is asked in names; the lines keep theirs apart. */
export const retellView = (view: View, rename: Rename, names: string[]): View => ({
  ...view,
  question: view.question && retellQuestion(view.question, rename, names),
  forced: view.forced.map((line) => renameLine(line, rename)),
})
