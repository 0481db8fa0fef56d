// A file of the definition as the engine's tokens cut it (src/design/tokens.h), so that the page need not read the
// language: declarations with their head and what hangs on it. Offsets are those of strings; the engine counts bytes.

export interface Token {
  from: number
  to: number
  sort: string // "number", "text", "mark", "member resource", "track" ...
  text: string
}
export interface Tokens { sorts: string[]; files: { path: string; tokens: number[] }[] }

/** Where each byte of a text stands in the string; null: byte for byte, as in most files. */
function places(text: string): Uint32Array | null {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length === text.length) return null
  const at = new Uint32Array(bytes.length + 1)
  let offset = 0
  for (let i = 0; i < text.length;) {
    const code = text.codePointAt(i)!
    const long = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    for (let k = 0; k < long; k++) at[offset + k] = i
    offset += long
    i += code < 0x10000 ? 1 : 2
  }
  at[offset] = text.length
  return at
}

export class Source {
  readonly tokens: Token[] = []
  private readonly at: Uint32Array | null

  constructor(readonly path: string, readonly text: string, flat: readonly number[], sorts: readonly string[]) {
    this.at = places(text)
    for (let i = 0; i + 2 < flat.length; i += 3) {
      const from = this.offset(flat[i]!)
      const to = this.offset(flat[i + 1]!)
      this.tokens.push({ from, to, sort: sorts[flat[i + 2]!]!, text: text.slice(from, to) })
    }
  }

  /** Of a byte. */
  offset(byte: number): number {
    return this.at ? this.at[Math.min(byte, this.at.length - 1)]! : byte
  }

  /** Of a place in the string. */
  byte(offset: number): number {
    return this.at ? new TextEncoder().encode(this.text.slice(0, offset)).length : offset
  }

  /** The number of the first token at or behind a place. */
  first(offset: number): number {
    let [low, high] = [0, this.tokens.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.tokens[middle]!.from < offset) low = middle + 1
      else high = middle
    }
    return low
  }

  between(from: number, to: number): Token[] {
    const found: Token[] = []
    for (let i = this.first(from); i < this.tokens.length && this.tokens[i]!.from < to; i++)
      found.push(this.tokens[i]!)
    return found
  }

  lineOf(offset: number): number {
    return this.text.slice(0, offset).split('\n').length
  }

  /** The blanks before the first word of the line a place is in. */
  indentAt(offset: number): string {
    const start = this.text.lastIndexOf('\n', offset - 1) + 1
    let end = start
    while (this.text[end] === ' ' || this.text[end] === '\t') end++
    return this.text.slice(start, end)
  }

  get newline(): string {
    return this.text.includes('\r\n') ? '\r\n' : '\n'
  }
}

const LAYOUT = new Set(['newline', 'indent', 'dedent'])
export const isLayout = (t: Token) => LAYOUT.has(t.sort)
const opens = (t: Token) => t.sort === 'mark' && (t.text === '(' || t.text === '[')
const closes = (t: Token) => t.sort === 'mark' && (t.text === ')' || t.text === ']')
export const isMark = (t: Token | undefined, text: string) => t !== undefined && t.sort === 'mark' && t.text === text
/** What reacts: these begin a clause as its name does. */
const REACTS: ReadonlySet<string> = new Set(['when', 'after', 'instead', 'adjust'])

/** One thing that hangs on a declaration: a clause of a card, a bonus step, a statement. */
export interface Item {
  key: string // the word before its colon, of a reaction its first; empty: a statement
  from: number
  to: number
  tokens: Token[] // with layout, where it has a block
  /** What stands behind the colon of a clause. */
  body: Token[]
}
export interface Declaration {
  from: number
  to: number
  head: Token[] // up to the colon of its body, or all of it
  headEnd: number
  form: 'none' | 'inline' | 'block'
  indent: string // of its own line
  bodyIndent: string
  items: Item[]
}

/** Cuts tokens at marks that stand outside of brackets and blocks. */
export function cut(tokens: readonly Token[], at: (t: Token, next: Token | undefined) => boolean): Token[][] {
  const all: Token[][] = [[]]
  let [depth, block] = [0, 0]
  for (const [i, t] of tokens.entries()) {
    if (t.sort === 'indent') block++
    if (t.sort === 'dedent') block--
    if (closes(t)) depth--
    if (depth === 0 && block === 0 && at(t, tokens[i + 1])) all.push([])
    else all.at(-1)!.push(t)
    if (opens(t)) depth++
  }
  return all.filter((some) => some.some((t) => !isLayout(t)))
}

/** The end of a line, or of a block that hangs on it. */
const endsLine = (t: Token, next: Token | undefined) =>
  t.sort === 'dedent' || (t.sort === 'newline' && next?.sort !== 'indent')

const colonAt = (tokens: readonly Token[]): number => {
  let depth = 0
  for (const [i, t] of tokens.entries()) {
    if (isLayout(t)) return -1
    if (closes(t)) depth--
    if (depth === 0 && isMark(t, ':')) return i
    if (opens(t)) depth++
  }
  return -1
}

/** A clause begins with its name, perhaps with brackets, and a colon. */
function keyOf(tokens: readonly Token[]): { key: string; colon: number } {
  const colon = colonAt(tokens)
  const head = tokens[0]!
  if (REACTS.has(head.text) && head.sort === 'word') return { key: head.text, colon }
  if (colon < 1 || head.sort === 'word' || head.sort === 'text') return { key: '', colon: -1 }
  const plain = colon === 1 || opens(tokens[1]!) || head.text === 'at'
  return plain ? { key: head.text, colon } : { key: '', colon: -1 }
}

function itemOf(tokens: Token[]): Item {
  const inside = tokens.filter((t) => !isLayout(t))
  const { key, colon } = keyOf(inside)
  const at = colon < 0 ? -1 : tokens.indexOf(inside[colon]!)
  return { key, from: inside[0]!.from, to: inside.at(-1)!.to, tokens, body: at < 0 ? tokens : tokens.slice(at + 1) }
}

/** On one line there is one clause, or statements. */
function inlineItems(tokens: Token[]): Item[] {
  const item = itemOf(tokens)
  return item.key === '' ? cut(tokens, (t) => isMark(t, ';')).map(itemOf) : [item]
}

/** Reads what the engine says reaches from one place to the other. */
export function declarationAt(source: Source, from: number, to: number, statement = false): Declaration {
  const every = source.between(from, to)
  const all = every.slice(Math.max(0, every.findIndex((t) => !isLayout(t)))) // what ends before it stands there, too
  let colon = statement ? colonAt(all) : headColon(all)
  const head = (colon < 0 ? all : all.slice(0, colon)).filter((t) => !isLayout(t))
  const rest = colon < 0 ? [] : all.slice(colon + 1)
  if (rest.every(isLayout)) colon = -1
  const form = colon < 0 ? 'none' : isLayout(rest[0]!) ? 'block' : 'inline'
  const indent = source.indentAt(from)
  const inner = rest.filter((t, i) => !(t.sort === 'indent' && rest.slice(0, i).every(isLayout)))
  const items = form === 'inline' ? inlineItems(rest) : cut(inner, endsLine).map(itemOf)
  const bodyIndent = form === 'block' && items[0] ? source.indentAt(items[0].from) : `${indent}  `
  return { from, to, head, headEnd: head.at(-1)?.to ?? to, form, indent, bodyIndent, items }
}

/** The colon of a body: that behind a name is of a type, as in `var x: number`, unless something hangs on it. */
function headColon(all: readonly Token[]): number {
  let depth = 0
  const typed = all[0]?.text === 'var' || all[0]?.text === 'value'
  for (const [i, t] of all.entries()) {
    if (isLayout(t)) return -1
    if (closes(t)) depth--
    if (depth === 0 && isMark(t, ':') && !typed) return i
    if (opens(t)) depth++
  }
  return -1
}
