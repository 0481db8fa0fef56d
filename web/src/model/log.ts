// Texts of the server in pieces: what they name, by the spans that come with them. Seats go by the names of people, and
// places, cards and people can be links.
import type { Span, Text } from '../protocol'

export interface Piece {
  text: string
  card?: number
  space?: number
  seat?: number
  number?: true
  amount?: { member: number; n: number }
}

const piece = (text: string, span: Span, names: string[]): Piece => {
  const [, , kind, index] = span
  switch (kind) {
    case 'seat':
      return { text: names[index] ?? text, seat: index }
    case 'card':
      return { text, card: index }
    case 'space':
      return { text, space: index }
    case 'amount':
      return { text, amount: { member: index, n: span[4] as number } }
    case 'number':
      return { text, number: true }
    default:
      return { text }
  }
}

/** A text in pieces: what its seats are called in place of their letters, and what else it names apart from the
 *  words between. */
export function told(line: Text, names: string[]): Piece[] {
  const pieces: Piece[] = []
  const plain = (from: number, to: number) => {
    if (to > from) pieces.push({ text: line.text.slice(from, to) })
  }
  let at = 0
  for (const span of line.spans ?? []) {
    plain(at, span[0])
    at = span[0] + span[1]
    pieces.push(piece(line.text.slice(span[0], at), span, names))
  }
  plain(at, line.text.length)
  return pieces
}

/** The same as a text. */
export const sentence = (line: Text, names: string[]): string => told(line, names).map((p) => p.text).join('')

/** The same with the spans where they stand then; `places`: what spaces are called here. */
export function retell<T extends Text>(line: T, places: Map<number, string>, names: string[] = []): T {
  if (!line.spans) return line
  const spans: Span[] = []
  let text = ''
  let at = 0
  for (const span of line.spans) {
    const [from, length, kind, index] = span
    const said = line.text.slice(from, from + length)
    const called = (kind === 'seat' ? names[index] : kind === 'space' ? places.get(index) : undefined) ?? said
    text += line.text.slice(at, from)
    spans.push([text.length, called.length, ...span.slice(2)] as unknown as Span)
    text += called
    at = from + length
  }
  return { ...line, text: text + line.text.slice(at), spans }
}

/** The cards a text names, each once. */
export const cardsIn = (line: Text): number[] => [
  ...new Set((line.spans ?? []).flatMap(([, , kind, index]) => (kind === 'card' ? [index] : []))),
]
