// The definition as a tree of its parts, in the words of docs/vocabulary.md: chapters, and what the model lists in
// them.
import { below, type Card, type Kind, type Model, type Part, type Place, type Statement, type Use } from './model'

export const CHAPTERS = ['modes', 'turns', 'players', 'table', 'tracks', 'stacks', 'spaces', 'boards', 'components',
  'actions', 'achievements', 'resources', 'symbols', 'subactions', 'values', 'effects', 'score', 'end'] as const
export type ChapterId = (typeof CHAPTERS)[number]

export interface Entry {
  id: string // stays as long as its name does
  chapter: ChapterId
  part: Part
  name: string
  inside: Entry[]
  depth: number
  kind?: Kind // of a card
  statement?: true
}
export interface Chapter { id: ChapterId; entries: Entry[]; count: number }

export const readable = (name: string) => name.replaceAll('_', ' ')
/** A title may say more behind a bar, for other places. */
export const titleOf = (part: Part): string => {
  const title = part.title?.split('|')[0]!.trim()
  return title && !title.includes('{') ? title : readable(part.name ?? part.part)
}

function entry(chapter: ChapterId, part: Part, more: Partial<Entry> = {}): Entry {
  return { id: `${chapter}/${part.part}/${part.name ?? part.at?.from ?? ''}`, chapter, part, name: titleOf(part),
    inside: [], depth: 0, ...more }
}

/** What holds others is told by what it begins with: they tell the rest. Empty: by its word alone. */
function statementName(s: Statement, above: string): string {
  if (s.name) return readable(s.name)
  if (s.title && s.part === 'or') return s.title.split('|')[0]!.trim()
  if (s.part === 'turn' || s.part === 'either') return ''
  const says = s.says && s.says !== above ? s.says : ''
  return s.inside && s.inside.length > 0 ? says.split(':')[0]! : says || (s.written ?? s.part)
}

function statements(list: readonly Statement[] | undefined, above = ''): Entry[] {
  return (list ?? []).map((s) => entry('turns', s, { id: `turns/${s.at?.file}/${s.at?.from}`,
    name: statementName(s, above), statement: true, inside: statements([...(s.inside ?? []), ...(s.else ?? [])],
      s.says) }))
}

const cards = (chapter: ChapterId, kind: Kind): Entry =>
  entry(chapter, kind, { inside: kind.cards.map((c) => entry(chapter, c, { kind, name: readable(c.name) })) })

/** Names that stand twice get a number, so that each part has an address of its own. */
function apart(list: Entry[], seen = new Map<string, number>(), depth = 0): Entry[] {
  for (const e of list) {
    const n = (seen.get(e.id) ?? 0) + 1
    seen.set(e.id, n)
    if (n > 1) e.id += `#${n}`
    e.depth = depth
    apart(e.inside, seen, depth + 1)
  }
  return list
}

export function treeOf(model: Model): Chapter[] {
  const achievements = new Set(model.achievements.flatMap((a) => below(model, a.kind).map((k) => k.name)))
  const menus = new Set(model.actions)
  const kinds = (of: (k: Kind) => boolean, chapter: ChapterId) => model.components.filter(of).map((k) =>
    cards(chapter, k))
  const isAction = (k: Kind) => menus.has(k.name) && !k.in_zones && !achievements.has(k.name)
  const each = (chapter: ChapterId, list: readonly Part[]) => list.map((p) => entry(chapter, p))
  const lists: Record<ChapterId, Entry[]> = {
    modes: [entry('modes', { part: 'modes', name: 'modes' }, { name: '' }), ...each('modes', model.modes.options)],
    turns: statements(model.turns),
    players: each('players', model.players),
    table: each('table', model.table),
    tracks: each('tracks', model.tracks),
    stacks: each('stacks', model.stacks),
    spaces: each('spaces', model.spaces),
    boards: each('boards', model.boards),
    components: kinds((k) => !isAction(k) && !achievements.has(k.name), 'components'),
    actions: kinds(isAction, 'actions'),
    achievements: kinds((k) => achievements.has(k.name), 'achievements'),
    resources: each('resources', model.resources),
    symbols: each('symbols', model.symbols),
    subactions: each('subactions', model.sub_actions),
    values: each('values', model.signals_and_values),
    effects: model.effects.map((e) => entry('effects', { ...e, name: e.card ?? e.kind ?? e.on },
      { name: e.card ?? e.kind ?? readable(e.on), id: `effects/${e.at?.file}/${e.at?.from}` })),
    score: each('score', model.score),
    end: model.end.map((e) => entry('end', e, { name: e.title ?? (e.name ? readable(e.name) : e.part),
      id: `end/${e.part}/${e.at?.from ?? ''}` })),
  }
  const sum = (list: Entry[]): number => list.reduce((n, e) => n + (e.inside.length > 0 ? sum(e.inside) : 1), 0)
  return CHAPTERS.map((id) => ({ id, entries: apart(lists[id]), count: sum(lists[id]) })).filter((c) => c.count > 0)
}

export function everyEntry(chapters: readonly Chapter[]): Entry[] {
  const all: Entry[] = []
  const add = (list: readonly Entry[]) => {
    for (const e of list) all.push(e), add(e.inside)
  }
  for (const c of chapters) add(c.entries)
  return all
}

/** The part a use speaks from; null: it is none of the tree. */
export function entryOf(entries: readonly Entry[], use: Pick<Use, 'part' | 'name'>): Entry | null {
  return entries.find((e) => e.part.part === use.part && e.part.name === use.name && !e.statement) ?? null
}

/** The smallest part around a place of the text. */
export function entryAt(entries: readonly Entry[], file: string, line: number, lineOf: (at: Place) => number): Entry |
  null {
  const fits = entries.filter(({ part: { at } }) => at && at.file === file && at.line <= line && lineOf(at) >= line)
  return fits.sort((a, b) => a.part.at!.to - a.part.at!.from - (b.part.at!.to - b.part.at!.from))[0] ?? null
}

/** Some have no name but the word for what they are. */
export const nameIn = (words: { word: Readonly<Record<string, string>>; chapter: Readonly<Record<string, string>> },
  e: Entry): string => e.name || (e.part.part === 'modes' ? words.chapter.modes! : (words.word[e.part.part] ??
  readable(e.part.part)))

export const isCard = (e: Entry): e is Entry & { part: Card; kind: Kind } => e.kind !== undefined
