// Lines of the log: names of the people in place of letters, and links to the cards and spaces that are named.
import type { LogLine } from '../protocol'
import type { Game } from './game'

export interface Piece {
  text: string
  card?: number
  space?: number
  seat?: number
}

const SHORTEST = 3

/** A line in pieces: what its seats are called in place of their letters, and links in what stands between. */
export function told(line: LogLine, names: string[], link: (text: string) => Piece[] = (text) => [{ text }]): Piece[] {
  const characters = [...line.text]
  const pieces: Piece[] = []
  const upTo = (from: number, to: number) => {
    if (to > from) pieces.push(...link(characters.slice(from, to).join('')))
  }
  let at = 0
  for (const [position, seat] of line.who ?? []) {
    upTo(at, position)
    pieces.push({ text: names[seat] ?? characters[position] ?? '', seat })
    at = position + 1
  }
  upTo(at, characters.length)
  return pieces
}

/** The same as a text. */
export const sentence = (line: LogLine, names: string[]): string => told(line, names).map((piece) => piece.text).join('')

/** Finds names in texts; made once for a game. */
export function linker(game: Game): (text: string) => Piece[] {
  const targets = new Map<string, { card?: number; space?: number }>()
  game.about.spaces.forEach((s, i) => {
    if (s.name.length >= SHORTEST && game.about.boards[s.board]?.in_use) targets.set(s.name, { space: i })
  })
  game.about.cards.forEach((c, i) => {
    if (c.name.length >= SHORTEST && !targets.get(c.name)?.card) targets.set(c.name, { card: i })
  })
  const names = [...targets.keys()].sort((a, b) => b.length - a.length)
  if (names.length === 0) return (text) => [{ text }]
  const escaped = names.map((n) => n.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped})(?![\\p{L}\\p{N}])`, 'gu')
  return (text) => {
    const pieces: Piece[] = []
    let at = 0
    for (const found of text.matchAll(pattern)) {
      if (found.index > at) pieces.push({ text: text.slice(at, found.index) })
      pieces.push({ text: found[0], ...targets.get(found[0]) })
      at = found.index + found[0].length
    }
    if (at < text.length) pieces.push({ text: text.slice(at) })
    return pieces
  }
}
