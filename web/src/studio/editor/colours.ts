// The colours of a definition, from the word lists that other editors use: editors/terrane.tmLanguage.json is read as
// it stands. Every pattern of it ends on the line it begins on, so a line is coloured by itself.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import { tags as t, type Tag } from '@lezer/highlight'
import grammar from '../../../../editors/terrane.tmLanguage.json'

interface Rule {
  name?: string
  match?: string
  begin?: string
  end?: string
  captures?: Record<string, { name: string }>
  patterns?: Rule[]
  include?: string
}

/** A stretch of a line and what it is. */
interface Piece {
  to: number
  scope: string | null
}

const repository = grammar.repository as Record<string, Rule>
const flat = (rules: Rule[]): Rule[] =>
  rules.flatMap((r) => (r.include ? flat([repository[r.include.slice(1)]!]) : r.patterns && !r.begin ?
    flat(r.patterns) : [r]))

const RULES = flat(grammar.patterns).map((rule) => ({
  rule,
  begin: new RegExp((rule.match ?? rule.begin)!, 'dg'),
  end: rule.end === undefined ? null : new RegExp(rule.end, 'g'),
  inside: (rule.begin ? flat(rule.patterns ?? []) : []).map((r) => ({ at: new RegExp(r.match!, 'g'), name: r.name! })),
}))

/** What a rule found at its place colours: its captures, or all of it. */
function coloured(found: RegExpExecArray, { name, captures }: Rule): Piece[] {
  if (!captures) return [{ to: found.index + found[0].length, scope: name ?? null }]
  const pieces: Piece[] = []
  let at = found.index
  for (const [group, { name: scope }] of Object.entries(captures)) {
    const place = found.indices?.[Number(group)]
    if (!place) continue
    if (place[0] > at) pieces.push({ to: place[0], scope: null })
    pieces.push({ to: (at = place[1]), scope })
  }
  if (at < found.index + found[0].length) pieces.push({ to: found.index + found[0].length, scope: null })
  return pieces
}

/** A text in quotes with its holes. */
function quoted(line: string, from: number, to: number, { rule, inside }: (typeof RULES)[number]): Piece[] {
  const pieces: Piece[] = []
  let at = from
  while (at < to) {
    const next = inside.flatMap(({ at: r, name }) => {
      r.lastIndex = at
      const found = r.exec(line)
      return found && found.index < to ? [{ from: found.index, to: Math.min(to, r.lastIndex), name }] : []
    }).sort((a, b) => a.from - b.from)[0]
    if (!next) break
    if (next.from > at) pieces.push({ to: next.from, scope: rule.name! })
    pieces.push({ to: (at = next.to), scope: next.name })
  }
  if (at < to) pieces.push({ to, scope: rule.name! })
  return pieces
}

/** All pieces of a line, in order; the first of several patterns that begin at a place is taken, as elsewhere. */
export function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  while (at < line.length) {
    let best: { found: RegExpExecArray; of: (typeof RULES)[number] } | null = null
    for (const of of RULES) {
      of.begin.lastIndex = at
      const found = of.begin.exec(line)
      if (found && found[0] && (!best || found.index < best.found.index)) best = { found, of }
    }
    if (!best) break
    const { found, of } = best
    if (found.index > at) pieces.push({ to: found.index, scope: null })
    if (of.end) {
      of.end.lastIndex = found.index + found[0].length
      let closes = of.end.exec(line)
      while (closes && closes[0] && line[closes.index - 1] === '\\') closes = of.end.exec(line)
      pieces.push(...quoted(line, found.index, closes ? of.end.lastIndex || line.length : line.length, of))
    } else pieces.push(...coloured(found, of.rule))
    at = pieces.at(-1)!.to
  }
  if (at < line.length) pieces.push({ to: line.length, scope: null })
  return pieces
}

const TAGS: readonly [string, string, Tag][] = [
  ['comment', 'note', t.comment],
  ['storage', 'declares', t.definitionKeyword],
  ['entity.name.type', 'type', t.typeName],
  ['entity.name.class', 'class', t.className],
  ['entity.other', 'clause', t.propertyName],
  ['entity.name.function', 'call', t.function(t.variableName)],
  ['support.constant.look', 'look', t.atom],
  ['support.function', 'built', t.standard(t.variableName)],
  ['support.constant', 'known', t.constant(t.variableName)],
  ['support.type', 'sort', t.typeName],
  ['keyword.control', 'word', t.keyword],
  ['keyword.operator.word', 'logic', t.operatorKeyword],
  ['keyword.operator', 'sign', t.operator],
  ['constant.language', 'truth', t.bool],
  ['constant.numeric', 'number', t.number],
  ['constant.character', 'escape', t.escape],
  ['variable.language', 'self', t.self],
  ['variable.other.hole', 'hole', t.special(t.string)],
  ['string', 'text', t.string],
]
const tokenOf = (scope: string) => TAGS.find(([begin]) => scope.startsWith(begin))?.[1] ?? null

export const terrane = StreamLanguage.define<{ line: string; pieces: Piece[] }>({
  name: 'terrane',
  startState: () => ({ line: '', pieces: [] }),
  token(stream, state) {
    if (stream.sol() || state.line !== stream.string) Object.assign(state, { line: stream.string,
      pieces: piecesOf(stream.string) })
    const piece = state.pieces.find((p) => p.to > stream.pos)
    stream.pos = piece?.to ?? stream.string.length
    return piece?.scope ? tokenOf(piece.scope) : null
  },
  tokenTable: Object.fromEntries(TAGS.map(([, token, tag]) => [token, tag])),
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
})

/** The colours follow the theme of the page: they are its custom properties. */
export const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: t.comment, color: 'var(--faint)', fontStyle: 'italic' },
  { tag: [t.definitionKeyword, t.keyword], color: 'var(--code-word)', fontWeight: '600' },
  { tag: t.operatorKeyword, color: 'var(--code-word)' },
  { tag: [t.className, t.typeName], color: 'var(--code-name)' },
  { tag: t.propertyName, color: 'var(--code-clause)' },
  { tag: [t.function(t.variableName), t.standard(t.variableName)], color: 'var(--code-call)' },
  { tag: [t.atom, t.bool, t.number, t.constant(t.variableName), t.self], color: 'var(--code-value)' },
  { tag: t.string, color: 'var(--code-text)' },
  { tag: [t.special(t.string), t.escape], color: 'var(--code-value)' },
]))
