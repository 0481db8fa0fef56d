// Rules that are not written yet, made from those there are: a rule of the same game with its numbers and names left
// open. Nobody has to know how a rule is spelt who wants another one of that form.
import { choicesOf, holesIn, piecesOf, shapeOf, spelt, type Hole, type Piece } from './holes'
import { clausesOf, lineOf, type Kind, type Model } from './model'
import { stepsOf } from './edits'
import { declarationAt, isLayout, isMark, type Item, type Source, type Token } from './source'

export interface Draft {
  id: string // its form
  base: string
  tokens: Token[]
  holes: Hole[]
}

export const draftOf = (base: string, tokens: readonly Token[]): Draft =>
  ({ id: shapeOf(tokens), base, tokens: [...tokens], holes: holesIn(tokens) })

export function draftFrom(source: Source, tokens: readonly Token[]): Draft {
  const inside = tokens.filter((t) => !isLayout(t))
  const from = inside[0]!.from
  const shifted = inside.map((t) => ({ ...t, from: t.from - from, to: t.to - from }))
  return draftOf(source.text.slice(from, inside.at(-1)!.to), shifted)
}

/** A draft that no rule of the game gave: words, numbers and names, each with its sort. */
function made(...parts: (string | [string, string])[]): Draft {
  let base = ''
  const tokens: Token[] = []
  for (const part of parts) {
    const [text, sort] = typeof part === 'string' ? [part, /^[(),:;[\].=<>+-]+$/.test(part) ? 'mark' : 'name'] : part
    const glued = sort === 'mark' && text !== '>=' && text !== '=' ? '' : base === '' || /[[(.]$/.test(base) ? '' : ' '
    base += glued
    tokens.push({ from: base.length, to: base.length + text.length, sort, text })
    base += text
  }
  return draftOf(base, tokens)
}
const number = (n: number): [string, string] => [String(n), 'number']

/** What is written when the holes hold these texts. */
export function writtenOf(draft: Draft, values: readonly string[]): string {
  let text = ''
  let at = 0
  for (const [i, hole] of draft.holes.entries()) {
    text += draft.base.slice(at, hole.from) + (values[i] ?? hole.text)
    at = hole.to
  }
  return text + draft.base.slice(at)
}

/** A draft in plain words, with what its holes hold. */
export const toldOf = (model: Model, draft: Draft): string =>
  piecesOf(draft.tokens).map((p: Piece) => ('words' in p ? p.words : titleFor(model, p.hole))).join(' ').replace(
    / ([,:])/g, '$1')
const titleFor = (model: Model, hole: Hole) =>
  choicesOf(model, hole.sort).find((c) => c.text === hole.text)?.title ?? hole.text

/** Each form once, those that are used most first. */
function ranked(drafts: readonly Draft[]): Draft[] {
  const by = new Map<string, { draft: Draft; n: number }>()
  for (const draft of drafts) {
    const known = by.get(draft.id)
    if (known) known.n++
    else by.set(draft.id, { draft, n: 1 })
  }
  return [...by.values()].sort((a, b) => b.n - a.n || a.draft.tokens.length - b.draft.tokens.length).map((x) => x.draft)
}

// ---- what a game has to offer
/** What the engine calls something that holds or does not. */
export const BOOL = 'yes or no'
export interface Written { item: Item; source: Source; kind: Kind }

/** Every clause of every card. */
export function clausesWritten(model: Model, sourceOf: (file: string) => Source | undefined): Written[] {
  return model.components.flatMap((kind) => kind.cards.flatMap((card) => {
    const source = card.at && sourceOf(card.at.file)
    if (!source) return []
    const d = declarationAt(source, source.offset(card.at!.from), source.offset(card.at!.to))
    return d.items.map((item) => ({ item, source, kind }))
  }))
}

const REACTIONS: ReadonlySet<string> = new Set(['when', 'after', 'instead'])
const isOneLine = (tokens: readonly Token[]) => !tokens.some(isLayout)
/** A name that was made in a step before means nothing elsewhere. */
const standsAlone = (step: readonly Token[]) => step[0]!.text !== 'let' && step[0]!.text !== 'needs'

export const isReaction = (key: string) => REACTIONS.has(key)
const hasStock = (model: Model) => model.players.some((p) => p.name === 'stock')
const lists = (model: Model) => model.resources.filter((r) => r.part === 'resource')
const ofPlayer = (track: { of: string; name: string }): (string | [string, string])[] =>
  track.of === 'player' ? ['me', '.', [track.name, 'track']] : [[track.name, 'track']]

/** Things that may happen, each one step. */
export function stepDrafts(model: Model, written: readonly Written[], bonus: readonly Draft[] = []): Draft[] {
  const rules = new Set(model.components.flatMap((k) => k.clauses.filter((c) => c.part === 'rule').map((c) => c.name)))
  const found = written.filter((w) => rules.has(w.item.key) || isReaction(w.item.key)).flatMap((w) =>
    stepsOf(w.item.body).filter((s) => s.length > 0 && isOneLine(s) && standsAlone(s)).map((s) =>
      draftFrom(w.source, s)))
  const usual: Draft[] = []
  const resource = lists(model)[0]
  if (resource && hasStock(model))
    for (const verb of ['gain', 'pay', 'lose'])
      usual.push(made(verb, '(', number(1), [spelt(resource.name), 'member resource'], ')'))
  for (const of of ['table', 'player']) {
    const track = model.tracks.find((t) => t.of === of)
    if (track) usual.push(made('raise', '(', ...ofPlayer(track), ',', number(1), ')'))
  }
  return ranked([...found, ...bonus, ...usual])
}

/** What may be said where a clause has a value: a requirement, points. */
export function valueDrafts(model: Model, key: string, type: string | undefined, written: readonly Written[]): Draft[] {
  const found = written.filter((w) => w.item.key === key && isOneLine(w.item.body) && w.item.body.length > 0).map((w) =>
    draftFrom(w.source, w.item.body))
  const usual: Draft[] = []
  const resource = lists(model)[0]
  if (type === 'number') usual.push(draftOf('1', [{ from: 0, to: 1, sort: 'number', text: '1' }]))
  if (type === BOOL) {
    if (resource && hasStock(model))
      usual.push(made('me', '.', 'stock', '[', [spelt(resource.name), 'member resource'], ']', '>=', number(2)))
    for (const of of ['table', 'player']) {
      const track = model.tracks.find((t) => t.of === of)
      if (track) usual.push(made(...ofPlayer(track), '>=', number(track.most ? Math.round((track.most +
        (track.least ?? 0)) / 2) : 2)))
    }
  }
  return ranked([...found, ...usual])
}

/** What may set off an effect: what cards hear already, and every signal that says who did it. */
export function triggerDrafts(model: Model, written: readonly Written[]): Draft[] {
  const heads = written.filter((w) => isReaction(w.item.key)).map((w) => {
    const body = w.item.body[0]
    const head = w.item.tokens.slice(0, w.item.tokens.indexOf(body!) - 1)
    return head.length > 0 && isOneLine(head) ? draftFrom(w.source, head) : null
  })
  const usual = model.signals_and_values.filter((s) => s.part === 'signal').map((s) => {
    const by = s.parameters.find((p) => p.type === 'player')
    return made(['after', 'word'], [s.name, 'signal'], ...(by ? ['(', by.name, ':', 'me', ')'] : []))
  })
  return ranked([...heads.filter((d) => d !== null), ...usual])
}

/** Changes of a value: what other cards change, whole. */
export const adjustDrafts = (written: readonly Written[]): Draft[] =>
  ranked(written.filter((w) => w.item.key === 'adjust' && isOneLine(w.item.tokens)).map((w) =>
    draftFrom(w.source, w.item.tokens)))

// ---- a new card
/** The declaration of a card: what is left empty is not said. */
export function cardText(kind: string, name: string, printed: readonly { name: string; text: string; list: boolean }[],
  copies: number, clauses: readonly string[], newline: string): string {
  const said: string[] = []
  let gap = false
  for (const p of printed) {
    if (p.text.trim() === '') gap = true
    else said.push(gap && !p.list ? `${p.name}: ${p.text}` : p.text)
  }
  if (copies > 1) said.push(`copies: ${copies}`)
  const head = `${kind} ${spelt(name)}${said.length > 0 ? `(${said.join(', ')})` : ''}`
  return clauses.length === 0 ? head : `${head}:${clauses.map((c) => `${newline}  ${c}`).join('')}`
}

/** What a card of a kind may say, and what that is: rules and values of the kind and those above it. */
export const sayable = (model: Model, kind: string) => clausesOf(model, kind).filter((c) => c.part === 'rule' ||
  c.type === BOOL || c.type === 'number' || c.type?.startsWith('number'))

export const kindsAbove = (model: Model, kind: string) => lineOf(model, kind).map((k) => k.name)
export const isText = (tokens: readonly Token[]) => tokens.length === 1 && tokens[0]!.sort === 'text' &&
  !isMark(tokens[0], ':')
