// What cards of a kind cannot say yet, made sayable: the clause in the kind, and the place where it counts. The places
// are found by their form: where a player chooses among such cards, and where a turn offers a menu.
import type { Edit } from '../files'
import { appended } from './edits'
import { quoted } from './fields'
import { lineOf, type Kind, type Model } from './model'
import { declarationAt, isLayout, isMark, type Source } from './source'

export type Wire = 'requires' | 'do' | 'action'
export const WIRES: readonly Wire[] = ['requires', 'do', 'action']

export interface WireWords { requirement: string; taken: string; action: string; unmet: string; use: string
  which: string }
interface Choice { source: Source; variable: string; from: number; end: number; ownLine: boolean; blockEnd: number }

/** Zones in which cards of a kind may lie. */
const zonesOf = (model: Model, kind: string) => {
  const line = new Set(lineOf(model, kind).map((k) => k.name))
  const holds = (of: string) => line.has(of) || lineOf(model, of).some((k) => k.name === kind)
  return model.stacks.filter((s) => s.holds !== undefined && holds(s.holds))
}

/** Where a player chooses one of them. */
function choices(source: Source, zones: ReadonlySet<string>): Choice[] {
  const { tokens } = source
  const found: Choice[] = []
  for (const [i, t] of tokens.entries()) {
    if (t.sort !== 'word' || t.text !== 'choose' || tokens[i + 2]?.text !== 'in') continue
    let end = i
    while (end + 1 < tokens.length && !isLayout(tokens[end + 1]!) && !isMark(tokens[end + 1], ';')) end++
    const among = tokens.slice(i + 3, end + 1)
    if (!among.some((x) => x.sort === 'zone' && zones.has(x.text))) continue
    const before = tokens[i - 1]
    const ownLine = before === undefined || isLayout(before)
    found.push({ source, variable: tokens[i + 1]!.text, from: t.from, end: tokens[end]!.to, ownLine,
      blockEnd: blockEnd(source, i) })
  }
  return found
}

/** The end of the last statement beside the one that begins with this token. */
function blockEnd(source: Source, at: number): number {
  let open = 0
  let end = source.tokens[at]!.to
  for (let i = at; i < source.tokens.length; i++) {
    const t = source.tokens[i]!
    if (t.sort === 'indent') open++
    if (t.sort === 'dedent' && --open < 0) break
    if (!isLayout(t)) end = t.to
  }
  return end
}

const put = (source: Source, at: number, text: string): Edit => ({ path: source.path, from: at, to: at, text })

/** The last entry of each menu of actions in a turn: `either`, then `or` at the same depth. */
function menus(source: Source): { at: number; end: number }[] {
  const { tokens } = source
  const found: { at: number; end: number }[] = []
  for (const [i, t] of tokens.entries()) {
    if (t.sort !== 'word' || t.text !== 'either' || !isLayout(tokens[i - 1] ?? t)) continue
    let open = 0
    let end = t.to
    for (let k = i + 1; k < tokens.length; k++) {
      const x = tokens[k]!
      if (x.sort === 'indent') open++
      if (x.sort === 'dedent' && --open < 0) break
      const begins = open === 0 && isLayout(tokens[k - 1]!) && !isLayout(x)
      if (begins && x.text !== 'or') break
      if (!isLayout(x)) end = x.to
    }
    found.push({ at: t.from, end })
  }
  return found
}

function lineEnd(source: Source, at: number): number {
  const end = source.text.indexOf('\n', at)
  return end < 0 ? source.text.length : source.text[end - 1] === '\r' ? end - 1 : end
}

/** The edits, or null: the game has no place for it. */
export function wiring(model: Model, sources: readonly Source[], kind: Kind, what: Wire, words: WireWords,
  sourceOf: (file: string) => Source | undefined): Edit[] | null {
  const top = lineOf(model, kind.name).at(-1)!
  const home = top.at && sourceOf(top.at.file)
  if (!home || !top.at) return null
  const d = declarationAt(home, home.offset(top.at.from), home.offset(top.at.to))
  const say = (line: string) => appended(home, d, [line])
  const zones = zonesOf(model, kind.name)
  const named = new Set(zones.map((z) => z.name))
  const places = sources.flatMap((s) => choices(s, named))
  if (what === 'requires') {
    if (places.length === 0) return null
    return [...say(`value requires -> bool ${quoted(words.requirement)} = true`), ...places.map((p) => {
      const check = `needs ${p.variable}.requires ${quoted(words.unmet)}`
      return p.ownLine ? put(p.source, lineEnd(p.source, p.end), `${p.source.newline}${p.source.indentAt(p.from)}${
        check}`) : put(p.source, p.end, `; ${check}`)
    })]
  }
  if (what === 'do') {
    if (places.length === 0) return null
    return [...say(`rule do ${quoted(words.taken)}`), ...places.map((p) => {
      const call = `${p.variable}.do()`
      return p.ownLine ? put(p.source, lineEnd(p.source, p.blockEnd), `${p.source.newline}${p.source.indentAt(p.from)}${
        call}`) : put(p.source, lineEnd(p.source, p.end), `; ${call}`)
    })]
  }
  const area = zones.find((z) => z.of === 'player' && z.live)
  const offered = sources.flatMap((source) => menus(source).map((menu) => ({ source, menu })))[0]
  if (!area || !offered) return null
  const { source, menu } = offered
  const indent = source.indentAt(menu.at)
  const inner = `${source.newline}${indent}  `
  return [...say(`rule action ${quoted(words.action)}`), put(source, lineEnd(source, menu.end),
    `${source.newline}${indent}or ${quoted(words.use)}:${inner}choose c in me.${area.name} where defined(c.action) ${
      quoted(words.which)}${inner}c.action()`)]
}

/** Another action for the menu of a turn. */
export function newAction(source: Source, from: number, to: number, title: string, steps: readonly string[]): Edit[] |
  null {
  const menu = menus(source).find((m) => m.at >= from && m.at < to)
  if (!menu) return null
  return [put(source, lineEnd(source, menu.end),
    `${source.newline}${source.indentAt(menu.at)}or ${quoted(title)}: ${steps.join('; ')}`)]
}

export const hasMenu = (source: Source, from: number, to: number) =>
  menus(source).some((m) => m.at >= from && m.at < to)
