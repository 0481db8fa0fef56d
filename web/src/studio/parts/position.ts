// A position as JSON (docs/records.md) as rows that two of them can be compared by: what it is, and what it was and is.
import { readable } from './tree'

export interface Row { group: string; name: string; before: string; after: string }
type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value }

/** What is of the machine, not of the game; chance and where the rules wait are no part of what lies on a table. */
const SHOWN = ['periods', 'table', 'players', 'boards', 'cards'] as const
const PLENTY = 9999 // a supply without an end
const FEW = 6 // names of a list that are told

function told(value: Value | undefined, words: { yes: string; no: string }): string {
  if (value === undefined || value === null) return '–'
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value)) {
    const names = value.map((v) => (v === null ? '?' : typeof v === 'string' ? v : told(v, words)))
    return names.length === 0 ? '–' : names.length > FEW ? String(names.length) : names.join(', ')
  }
  if (typeof value === 'object') return Object.entries(value).map(([k, v]) => `${readable(k)} ${told(v, words)}`).join(
    ', ')
  return String(value)
}

function rows(group: string, name: string, before: Value | undefined, after: Value | undefined,
  words: { yes: string; no: string }): Row[] {
  const isTree = (v: Value | undefined): v is { readonly [key: string]: Value } =>
    typeof v === 'object' && v !== null && !Array.isArray(v)
  if (isTree(before) || isTree(after)) {
    const [a, b] = [isTree(before) ? before : {}, isTree(after) ? after : {}]
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
      rows(group, name ? `${name}, ${readable(key)}` : readable(key), a[key], b[key], words))
  }
  const [was, is] = [told(before, words), told(after, words)]
  const endless = before === PLENTY && after === PLENTY
  return endless ? [] : [{ group, name, before: was, after: is }]
}

export function rowsOf(before: object, after: object, words: { yes: string; no: string }): Row[] {
  const [a, b] = [before as Record<string, Value>, after as Record<string, Value>]
  return SHOWN.flatMap((key) => {
    const [x, y] = [a[key], b[key]]
    if (key !== 'players') return rows('', '', x, y, words)
    const both = { ...(x as Record<string, Value>), ...(y as Record<string, Value>) }
    return Object.keys(both).flatMap((seat) => rows(seat, '', (x as Record<string, Value>)[seat],
      (y as Record<string, Value>)[seat], words))
  })
}
