// How parts are put into a text and taken out of it: edits that leave every other byte alone.
import type { Edit } from '../files'
import { cut, isLayout, isMark, type Declaration, type Item, type Source, type Token } from './source'

/** The end of the line a place is on, before what ends it. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  if (end < 0) return text.length
  return text[end - 1] === '\r' ? end - 1 : end
}
const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1

const edit = (source: Source, from: number, to: number, text: string): Edit => ({ path: source.path, from, to, text })
/** Indented lines, each behind a new one. */
const block = (source: Source, indent: string, lines: readonly string[]) =>
  lines.map((line) => `${source.newline}${indent}${line}`).join('')

/** Lines that hang on a declaration from now on, behind those that do. */
export function appended(source: Source, d: Declaration, lines: readonly string[]): Edit[] {
  if (d.form === 'none') return [edit(source, d.headEnd, d.headEnd, `:${block(source, d.bodyIndent, lines)}`)]
  const end = lineEnd(source.text, d.items.at(-1)!.to)
  const more = edit(source, end, end, block(source, d.bodyIndent, lines))
  if (d.form === 'block') return [more]
  const between = `${source.newline}${d.bodyIndent}`
  const starts = d.items.slice(1).map((item, i) => edit(source, d.items[i]!.to, item.from, between))
  return [edit(source, d.headEnd, d.items[0]!.from, `:${between}`), ...starts, more]
}

/** One of them is gone; with the last one the colon goes. */
export function without(source: Source, d: Declaration, item: Item): Edit[] {
  if (d.items.length === 1) return [edit(source, d.headEnd, item.to, '')]
  if (d.form === 'block') {
    const end = lineEnd(source.text, item.to)
    const after = source.text.indexOf('\n', end)
    return [edit(source, lineStart(source.text, item.from), after < 0 ? source.text.length : after + 1, '')]
  }
  const i = d.items.indexOf(item)
  return [i === 0 ? edit(source, item.from, d.items[1]!.from, '') : edit(source, d.items[i - 1]!.to, item.to, '')]
}

// ---- steps: statements in a row
const hasColon = (tokens: readonly Token[]) => {
  let depth = 0
  for (const t of tokens) {
    if (isMark(t, '(') || isMark(t, '[')) depth++
    if (isMark(t, ')') || isMark(t, ']')) depth--
    if (depth === 0 && isMark(t, ':')) return true
  }
  return false
}

/** The statements of a body; what follows an `if` on its line belongs to it. */
export function stepsOf(body: readonly Token[]): Token[][] {
  const first = body.findIndex((t) => !isLayout(t))
  const inner = first < 0 ? [] : body.slice(first)
  const lines = cut(inner, (t, next) => t.sort === 'dedent' || (t.sort === 'newline' && next?.sort !== 'indent'))
  return lines.flatMap((line) => {
    const parts = cut(line, (t) => isMark(t, ';'))
    const at = parts.findIndex(hasColon)
    if (at < 0 || at === parts.length - 1) return parts
    const from = parts[at]![0]!.from
    return [...parts.slice(0, at), line.filter((t) => t.from >= from)]
  }).map((step) => step.filter((t, i, all) => !(isLayout(t) && all.slice(i).every(isLayout))))
}

const isBlock = (body: readonly Token[]) => body.length > 0 && isLayout(body[0]!)

export function withStep(source: Source, item: Item, step: string): Edit[] {
  const steps = stepsOf(item.body)
  const last = steps.at(-1)
  if (!last) return [edit(source, item.to, item.to, ` ${step}`)]
  if (isBlock(item.body)) {
    const indent = source.indentAt(last[0]!.from)
    const end = lineEnd(source.text, item.to)
    return [edit(source, end, end, `${source.newline}${indent}${step}`)]
  }
  if (!hasColon(last)) return [edit(source, item.to, item.to, `; ${step}`)]
  const indent = `${source.indentAt(item.from)}  `
  const first = steps[0]![0]!
  const colon = item.tokens[item.tokens.indexOf(item.body[0]!) - 1]!
  return [edit(source, colon.to, first.from, `${source.newline}${indent}`),
    edit(source, item.to, item.to, `${source.newline}${indent}${step}`)]
}

/** One step is gone; the last takes its clause along. */
export function withoutStep(source: Source, d: Declaration, item: Item, at: number): Edit[] {
  const steps = stepsOf(item.body)
  if (steps.length < 2) return without(source, d, item)
  const [step, next, before] = [steps[at]!, steps[at + 1], steps[at - 1]]
  const end = (some: Token[]) => some.filter((t) => !isLayout(t)).at(-1)!.to
  return [next ? edit(source, step[0]!.from, next[0]!.from, '') : edit(source, end(before!), end(step), '')]
}
