// What texts printed on cards name: those have no spans, so their words are searched. Nothing else in the model reads
// words.
import { readable, type Game, type Style } from './game'
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

/** A text with the signs of the things it names: what is drawn stands before the word. */
export function signed(game: Game, text: string): { text: string; style: Style | undefined }[] {
  const drawn = game.about.members.flatMap((m, i) => (game.styles[i]!.drawing ? [{ m, style: game.styles[i]! }] : []))
  const names = [...new Set(drawn.flatMap(({ m }) => [readable(m.name), m.many]))].sort((a, b) => b.length - a.length)
  if (names.length === 0) return [{ text, style: undefined }]
  const found = [...text.matchAll(new RegExp(`(?<!\\p{L})(?:${names.map(escaped).join('|')})(?!\\p{L})`, 'gu'))]
  const parts: { text: string; style: Style | undefined }[] = []
  let at = 0
  for (const match of found) {
    const after = text.slice(match.index + match[0].length)
    const those = drawn.filter(({ m }) => readable(m.name) === match[0] || m.many === match[0])
    const named = game.styleNamed(match[0])
    const meant =
      those.find(({ m }) => after.startsWith(` ${m.sort}`))?.style ?? (named?.drawing ? named : those[0]!.style)
    if (match.index > at) parts.push({ text: text.slice(at, match.index), style: undefined })
    parts.push({ text: match[0], style: meant })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ text: text.slice(at), style: undefined })
  return parts
}
