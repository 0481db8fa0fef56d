// The files of a definition as texts by their paths, and what changes them. Pure functions: no page, no engine.
export type Files = Readonly<Record<string, string>>

/** A stretch of a file and what takes its place; offsets are those of strings. */
export interface Edit {
  path: string
  from: number
  to: number
  text: string
}

/** What an editor shows: a definition, a list of cards, scenarios, words in other languages. */
export const isText = (path: string) => /\.(game|scenario|words|weights|md|txt)$/.test(path)
/** What the compiler reads. */
export const isRules = (path: string) => /\.(game|scenario)$/.test(path)

const GAME = /^game[ \t]+"([^"\n]*)"/m

/** What a definition calls the game; null: it declares none. */
export const titleOf = (text: string): string | null => GAME.exec(text)?.[1] ?? null

/** The file that declares the game: the engine calls the game as it is called. */
export function mainOf(files: Files): string | null {
  const all = Object.keys(files).filter((path) => path.endsWith('.game') && titleOf(files[path]!) !== null)
  return all.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0] ?? null
}

/** A name for folders and addresses from any text: small letters, digits and dashes. */
export function shortName(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40) || 'game'
}

/** The order in which files are shown: the definition, what it includes, its scenarios, the rest. */
export function inOrder(files: Files): string[] {
  const main = mainOf(files)
  const rank = (path: string) => (path === main ? 0 : 1 + ['game', 'scenario', 'words'].indexOf(path.split('.').pop()!))
  const last = (path: string) => (rank(path) === 0 && path !== main ? 9 : rank(path))
  return Object.keys(files).sort((a, b) => last(a) - last(b) || (a < b ? -1 : 1))
}

/** All edits at once: offsets are those before any of them. Overlapping ones are a mistake of who asks. */
export function applied(files: Files, edits: readonly Edit[]): Files {
  const after: Record<string, string> = { ...files }
  for (const e of [...edits].sort((a, b) => b.from - a.from)) {
    const text = after[e.path] ?? ''
    after[e.path] = text.slice(0, e.from) + e.text + text.slice(e.to)
  }
  return after
}

/** The one stretch in which two texts differ; null: they are the same. */
export function difference(before: string, after: string): Omit<Edit, 'path'> | null {
  if (before === after) return null
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before[from] === after[from]) from++
  let end = 0
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return { from, to: before.length - end, text: after.slice(from, after.length - end) }
}

/** The edits that make one set of files the other; files that are gone are not told. */
export const differences = (before: Files, after: Files): Edit[] =>
  Object.entries(after).flatMap(([path, text]) => {
    const edit = difference(before[path] ?? '', text)
    return edit ? [{ path, ...edit }] : []
  })

/** Where a line begins and ends; lines count from 1, what lies outside is brought inside. */
function lineAt(text: string, line: number): { from: number; to: number } {
  let from = 0
  for (let n = 1; n < line; n++) {
    const next = text.indexOf('\n', from)
    if (next < 0) return { from: text.length, to: text.length }
    from = next + 1
  }
  const end = text.indexOf('\n', from)
  return { from, to: end < 0 ? text.length : end }
}

/** A stretch of a line as the compiler names it: columns count from 1, in characters, of which a string may hold two
 *  units; 0 is the whole line. */
export function stretchOf(text: string, line: number, col: number, length: number): { from: number; to: number } {
  const { from, to } = lineAt(text, line)
  if (col < 1) return { from, to }
  const characters = [...text.slice(from, to)]
  const at = from + characters.slice(0, col - 1).join('').length
  return { from: at, to: at + characters.slice(col - 1, col - 1 + length).join('').length }
}

/** The line of an offset, from 1. */
export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Where a card or a space is declared: a line that begins with a kind and its name. */
export function declarationOf(files: Files, name: string): Edit | null {
  const spelt = `"${escaped(name)}"|${escaped(name.replaceAll(' ', '_'))}\\b`
  const line = new RegExp(`^[ \\t]*[A-Za-z_]\\w*[ \\t]+(?:${spelt})`, 'm')
  for (const path of inOrder(files).filter((p) => p.endsWith('.game'))) {
    const found = line.exec(files[path]!)
    if (found) return { path, from: found.index, to: found.index + found[0].length, text: '' }
  }
  return null
}

export const isSame = (a: Files, b: Files): boolean => {
  const paths = Object.keys(a)
  return paths.length === Object.keys(b).length && paths.every((path) => a[path] === b[path])
}
