// The proof that a rulebook is a game: lines of a definition with their parts told apart, and the card they are.
import { NOTHING } from './cover'
import { cardOf, type CardPlan } from './cards'
import { Game } from './game'
import { thingsOf, type Things } from './things'
import type { Proof, View } from '../protocol'

/** A piece of a line: what declares, a word that opens a part, a name in quotes, a number, or anything else. */
export interface Piece {
  text: string
  what: 'kind' | 'word' | 'name' | 'number' | ''
}

const isDigit = (c: string) => c >= '0' && c <= '9'
const isLetter = (c: string) => (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c === '_'

/** Where the run of characters ends that `fits` holds of. */
function end(line: string, from: number, fits: (c: string) => boolean): number {
  let i = from
  while (i < line.length && fits(line[i]!)) i++
  return i
}

function nextPiece(line: string, at: number, first: Piece['what']): Piece {
  const c = line[at]!
  const cut = (to: number, what: Piece['what']) => ({ text: line.slice(at, to), what })
  if (c === '"') {
    const close = line.indexOf('"', at + 1)
    return cut(close < 0 ? line.length : close + 1, 'name')
  }
  if (isDigit(c) || (c === '-' && isDigit(line[at + 1] ?? ''))) return cut(end(line, at + 1, isDigit), 'number')
  if (isLetter(c)) return cut(end(line, at, (d) => isLetter(d) || isDigit(d)), first)
  return cut(end(line, at + 1, (d) => !isLetter(d) && !isDigit(d) && d !== '"' && d !== '-'), '')
}

/** The first word of a line is what it declares, or what the part below that is. */
export function piecesOf(line: string, declares: boolean): Piece[] {
  const pieces: Piece[] = []
  let first: Piece['what'] = declares ? 'kind' : 'word'
  for (let at = 0; at < line.length; ) {
    const piece = nextPiece(line, at, first)
    if (isLetter(piece.text[0]!)) first = ''
    pieces.push(piece)
    at += piece.text.length
  }
  return pieces
}

export interface ProofPlan {
  game: string // its name
  title: string // and what it is called
  file: string
  lines: Piece[][]
  card: CardPlan
  things: Things
}

const NO_VIEW: View = {
  n: 0, status: 'ask', phase: null, periods: [], asked: [], vars: [], tracks: [], laps: [], zones: [], scores: [],
  values: {}, each: {}, question: null, undo: null, since: -1, forced: [], used: [], log: 0, by: null,
}

export function proofOf({ name, file, lines, description }: Proof): ProofPlan {
  const game = new Game({ ...NOTHING, ...description })
  return {
    game: name,
    title: description.title,
    file,
    lines: lines.map((line, i) => piecesOf(line, i === 0)),
    card: cardOf(game, { ...NO_VIEW, vars: description.vars.map(() => []) }, 0),
    things: thingsOf(game),
  }
}
