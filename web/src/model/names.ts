// What texts printed on cards name: those have no spans, so their words are searched. Nothing else in the model reads
// words.
import type { Game } from './game'
import type { Piece } from './log'

const SHORTEST = 3
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

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
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'gu')
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
