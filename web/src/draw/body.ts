// The body of a card: a block for each of its rules, actions on a blue band, answers to events on a green one, changed
// values on a yellow one, and the largest icons with which all of it fits.
import { f, said } from './base'
import { at, type Box, breakLines, column, FAINT, flow, INK, NOTHING, num, part, row, scaled, words } from './boxes'
import type { Block, Body, Face, Num, Phrase, Ref } from './face'
import { arrow, coin, colon, icon, isMoney } from './icons'
import type { Phraser } from './phrase'

/** A clause in words: its label and its text. */
export type Words = readonly [label: string, text: string, ...unknown[]]

export interface Room {
  us: readonly number[] // heights of icons, largest first
  width: number
  height: number
  words: number // size of the words below each block; 0: none
  grows: boolean // what does not fit makes the card higher
}

const PAD = 14 // of a band, both sides

const isText = (body: Body | undefined): boolean => body?.length === 1 && body[0]!.v === 'text'

/** Phrases in words without their words are the whole clause. */
function worded(body: Body, text: string): Body {
  const again = (p: Phrase): Phrase => {
    if (p.v === 'text') return p.text === undefined ? { ...p, text } : p
    if (p.v === 'swap') return { ...p, pay: p.pay.map(again), get: p.get.map(again) }
    if (p.v === 'either') return { ...p, of: p.of.map((b) => b.map(again)) }
    if (p.v === 'may' || p.v === 'repeat' || p.v === 'each') return { ...p, do: p.do.map(again) }
    return p
  }
  return body.map(again)
}

/** What is to be used: each way below the other, with an arrow in front where it costs nothing. */
function actionBox(P: Phraser, body: Body, u: number, width: number): Box {
  const only = body.length === 1 ? body[0]! : undefined
  const ways = only?.v === 'either' ? only.of : [body]
  const lines = ways.map((way) => {
    const free = !way.some((p) => p.v === 'swap') && !isText(way)
    return flow([...(free ? [arrow(u * 0.82)] : []), ...P.boxes(way, u, width)], width, u * 0.24)
  })
  const or = words(P.labels.or, Math.max(7, u * 0.5), { fill: FAINT, narrow: true })
  return column(lines.flatMap((line, i) => (i ? [or, line] : [line])), u * 0.04)
}

export function changeOf(P: Phraser, by: Num, unit: Ref | undefined, u: number): Box {
  if (unit) return P.amount({ n: by, of: unit }, u, { sign: true })
  if (typeof by === 'number') return num((by < 0 ? '' : '+') + said(by), u)
  if ('per' in by) return row([num(said(by.n ?? 1), u), num('/', u, INK, 0.9), P.counted(by.per, u)], 1.5)
  const parts = 'sum' in by ? by.sum.map((n) => changeOf(P, n, unit, u)) : [num(said(by.x), u)]
  return row(parts.flatMap((b, i) => (i ? [num('+', u, INK, 0.8), b] : [b])), 2)
}

/** A value that becomes another: of which cards or things, and by how much. */
function adjustBox(P: Phraser, b: Block, [label, text]: Words, role: string, u: number, width: number): Box {
  const { things } = P
  if (b.with) {
    const paid = (b.of ?? []).map((r) => (isMoney(things.of(r)) ? coin('', u) : icon(things.of(r), u)))
    return row([...paid, P.instead(b.with, u * 1.2)], 2)
  }
  if (b.by === undefined) return P.text(text, u, width)
  const cards = b.on && things.of(b.on)
  const price = cards !== undefined && b.unit !== undefined
  const what = (b.of ?? []).flatMap((r) => {
    const small = r.c === undefined ? [] : [words(things.nameOf(r), u * 0.54, { bold: true, narrow: true })]
    return [icon(things.of(r), u), ...small]
  })
  const titled = role === 'value' ? label : (b.value ?? '').replaceAll('_', ' ')
  const named = (b.of ?? []).some((r) => r.c !== undefined)
  const title = price || named ? [] : P.text(titled, u, width)
  const kind = b.on && !things.isSpecial(b.on) && !things.isGeneral(b.on) ? [P.text(things.nameOf(b.on), u, width)] : []
  const head = [...(cards ? [icon(cards, u * 1.1)] : []), ...kind, ...[title].flat(), ...what, colon(u * 0.8)]
  const parts = [row(head, u * 0.14), changeOf(P, b.by, b.unit, u)]
  if (row(parts, u * 0.24).w > width) P.broken = true
  return flow(parts[0]!.w > width ? [flow(head, width, u * 0.14), parts[1]!] : parts, width, u * 0.24)
}

function whenBox(P: Phraser, b: Block, body: Body, u: number, width: number): Box {
  if (!b.when || isText(b.do)) return flow(P.boxes(body, u, width), width, u * 0.24)
  const event = P.event(b.when, u)
  const shown = event.w + u * 0.4 > width ? scaled(event, width / (event.w + u * 0.4)) : event
  return flow([row([shown, colon(u * 0.8)], u * 0.14), ...P.boxes(body, u, width)], width, u * 0.24)
}

/** A band across the card with a coloured edge. */
function band(P: Phraser, role: string, inner: Box, u: number, width: number): Box {
  const pad = u * 0.17
  const h = inner.h + 2 * pad
  const full = Math.max(width, inner.w + 8)
  if (full > width) P.broken = true
  const ground = `<rect width="${f(full)}" height="${f(h)}" rx="4" fill="var(--face-${role})"/>`
  const edge = `<rect width="3" height="${f(h)}" rx="1.5" fill="var(--face-${role}-edge)"/>`
  return { w: full, h, svg: `${ground}${edge}${at(inner, (full - inner.w) / 2 + 1, pad)}` }
}

/** The words of a clause: what a card has goes by its name. */
const wordsOf = ([label, text]: Words, role: string): string => (role === 'value' ? `${label}: ${text}` : text)

/** A block without words. */
export function drawn(P: Phraser, b: Block, clause: Words, role: string, u: number, width: number): Box {
  const body = worded(b.do ?? [], wordsOf(clause, role))
  const inside = width - PAD
  if (b.role === 'action') return band(P, b.role, actionBox(P, body, u, inside), u, width)
  if (b.role === 'when') return band(P, b.role, whenBox(P, b, body, u, inside), u, width)
  if (b.role === 'adjust') return band(P, b.role, adjustBox(P, b, clause, role, u, inside), u, width)
  return flow(P.boxes(body, u, width - 4), width - 4, u * 0.34)
}

/** Lines of words, each in the middle. */
export function lined(text: string, size: number, width: number, type = { fill: FAINT }): Box {
  return column(breakLines(text, size, width, type).map((line) => words(line, size, type)), 0)
}

const blockBox = (P: Phraser, b: Block, clauses: readonly Words[], u: number, room: Room): Box =>
  b.clause === undefined ? plainBlock(P, b, clauses, u, room) : part(plainBlock(P, b, clauses, u, room), b.clause)

function plainBlock(P: Phraser, b: Block, clauses: readonly Words[], u: number, room: Room): Box {
  const clause: Words = clauses[b.clause ?? -1] ?? ['', '']
  const role = String(clause[2] ?? '')
  if (room.words === 0) return drawn(P, b, clause, role, u, room.width)
  const inWords = isText(b.do) || (b.role === 'adjust' && b.by === undefined && !b.with)
  if (inWords) {
    const all = lined(wordsOf(clause, role), room.words * 1.1, room.width - PAD, { fill: INK })
    return b.role === 'do' || b.role === 'box' ? all : band(P, b.role, all, u, room.width)
  }
  return column([drawn(P, b, clause, role, u, room.width), lined(clause[1], room.words, room.width - 8)], 3)
}

/** What is printed on the card besides its rules: amounts it brings, and facts. */
function facts(P: Phraser, face: Face, u: number, room: Room): Box[] {
  const start = face.start ? [flow(face.start.map((a) => P.amount(a, u)), room.width, u * 0.3)] : []
  const shows = (face.shows ?? []).map(({ name, n, of }) => {
    const size = Math.max(8.5, u * 0.5)
    const label = words(name.replaceAll('_', ' '), size, { fill: FAINT, narrow: true })
    const thing = of && of.c === undefined ? P.things.of(of) : undefined
    const value = of ? P.things.nameOf(of) : n === undefined ? '' : typeof n === 'number' ? said(n) : '?'
    const sign = thing?.picture ? [icon(thing, size * 1.3)] : []
    const all = row([label, ...sign, words(value, size, { bold: true, narrow: true })], 3)
    return all.w <= room.width ? all : column([label, P.text(value, u, room.width)], 0)
  })
  return [...start, ...(shows.length > 1 ? [column(shows, 2)] : shows)]
}

export interface Printed {
  face: Face | null
  clauses: readonly Words[]
}

/** All blocks with icons of one height. */
function laid(P: Phraser, { face, clauses }: Printed, u: number, room: Room, most = Infinity): Box {
  if (!face) {
    const all = clauses.map(([, text]) => text).join('; ')
    return all ? P.text(all, u, room.width) : NOTHING
  }
  const blocks = face.blocks.slice(0, most).map((b) => blockBox(P, b, clauses, u, room))
  const cut = most < face.blocks.length ? [words('…', u, { bold: true })] : []
  return column([...facts(P, face, u, room), ...blocks, ...cut], u * 0.3)
}

const TIGHT = 0.76 // smaller icons that keep lines unbroken are worth that much
const LEAST = 0.7 // and so much the whole may be made smaller
const LINES = [8, 6, 5, 4, 3, 2, 1]

/** The largest that fits; unbroken lines are worth a size or two. */
function largest(P: Phraser, printed: Printed, room: Room): Box | undefined {
  let best: Box | undefined
  let first = 0
  for (const u of room.us) {
    P.broken = false
    const body = laid(P, printed, u, room)
    if (body.h > room.height || body.w > room.width + 0.5) continue
    if (!best) first = u
    if (best && u < first * TIGHT) break
    if (!best || !P.broken) best = body
    if (!P.broken) break
  }
  return best
}

/** The body in the room it has: smaller icons, then shorter texts, then all of it smaller, then without its end. */
export function bodyOf(P: Phraser, printed: Printed, room: Room): Box {
  P.lines = Infinity
  const found = largest(P, printed, room)
  if (found) return found
  const u = room.us.at(-1)!
  const scaleOf = (b: Box) => Math.min(1, room.grows ? 1 : room.height / b.h, room.width / b.w)
  const whole = laid(P, printed, u, room)
  if (room.grows || scaleOf(whole) >= 0.9) return scaled(whole, scaleOf(whole))
  let body = whole
  for (const lines of LINES) {
    P.lines = lines
    body = laid(P, printed, u, room)
    if (scaleOf(body) === 1) break
  }
  for (let most = (printed.face?.blocks.length ?? 1) - 1; most > 0 && scaleOf(body) < LEAST; most--)
    body = laid(P, printed, u, room, most)
  return scaled(body, scaleOf(body))
}
