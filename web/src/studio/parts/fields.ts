// What of the head of a declaration has a name of its own: ranges, first values, titles, what stands in its brackets.
// A field is a stretch of the text, or a place where one would be put.
import { holesIn } from './holes'
import { isMark, type Declaration, type Token } from './source'

export interface Field {
  label: string
  from: number
  to: number
  text: string
  sort: string // "number", "text", "bool", or a sort of names
}

const field = (label: string, tokens: readonly Token[]): Field | null => {
  const holes = holesIn(tokens)
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (!first || !last) return null
  const whole = { label, from: first.from, to: last.to }
  if (tokens.length === 1 && first.sort === 'text') return { ...whole, text: unquoted(first.text), sort: 'text' }
  if (tokens.length === 1 && (first.text === 'true' || first.text === 'false'))
    return { ...whole, text: first.text, sort: 'bool' }
  const hole = holes[0]
  if (holes.length !== 1 || hole!.from !== first.from || hole!.to !== last.to) return null
  return { ...whole, text: hole!.text, sort: hole!.sort }
}

export const unquoted = (text: string) => text.slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\')
export const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** From `at` on to the comma or bracket that ends it. */
function until(tokens: readonly Token[], at: number): Token[] {
  let depth = 0
  const found: Token[] = []
  for (const t of tokens.slice(at)) {
    if (isMark(t, ')') || isMark(t, ']')) depth--
    if (depth < 0 || (depth === 0 && isMark(t, ','))) break
    if (isMark(t, '(') || isMark(t, '[')) depth++
    found.push(t)
  }
  return found
}

/** A range in brackets, as least and most. */
function rangeIn(tokens: readonly Token[]): (Field | null)[] {
  const dots = tokens.findIndex((t) => isMark(t, '..'))
  if (dots < 0) return []
  return [field('least', tokens.slice(0, dots)), field('most', tokens.slice(dots + 1))]
}

export function fieldsOf({ head }: Pick<Declaration, 'head'>, isMember = false): Field[] {
  const found: (Field | null)[] = []
  const equals = head.findIndex((t) => isMark(t, '='))
  for (const [i, t] of head.entries()) {
    const before = head[i - 1]
    if (t.sort === 'text' && i > 1 && !found.some((f) => f?.label === 'title') && (equals < 0 || i < equals) &&
      !isMark(before, ',') && !isMark(before, '(') && !isMark(before, ':') && depthAt(head, i) === 0)
      found.push(field('title', [t]))
    if (depthAt(head, i) === 0 || !(isMark(before, '(') || isMark(before, ','))) continue
    const argument = until(head, i)
    if (isMark(argument[1], ':')) found.push(field(argument[0]!.text, argument.slice(2)))
    else if (argument.some((x) => isMark(x, '..'))) found.push(...rangeIn(argument))
    else if (isMember) found.push(field('total', argument))
  }
  if (equals > 0) found.push(field('start', stop(head.slice(equals + 1))))
  return found.filter((f) => f !== null && f.label !== 'look') as Field[]
}

/** What is said behind a first value belongs to something else: a title, `per`. */
function stop(tokens: readonly Token[]): Token[] {
  const end = tokens.findIndex((t, i) => i > 0 && (t.sort === 'text' || t.text === 'per'))
  return end < 0 ? [...tokens] : tokens.slice(0, end)
}

function depthAt(tokens: readonly Token[], at: number): number {
  let depth = 0
  for (const t of tokens.slice(0, at)) {
    if (isMark(t, '(') || isMark(t, '[')) depth++
    if (isMark(t, ')') || isMark(t, ']')) depth--
  }
  return depth
}
