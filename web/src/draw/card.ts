// A card as SVG, at the sizes at which cards are shown. From the top: art with the cost and the tags over its upper
// left and the requirement on its lower edge; the name in the colour of the kind; the rules; what it holds and what it
// is worth. The left edge is the index: what an overlapped card still shows.
import { chance, f, mix, onTint, said, tint } from './base'
import { at, type Box, breakLines, column, cut, FAINT, NOTHING, num, part, row, scaled } from './boxes'
import { type Type, words } from './boxes'
import { bodyOf, changeOf, lined, type Printed, type Room } from './body'
import type { Amount, Body, Cond, Face, Num, Points, Ref } from './face'
import { arrow, coin, colon, icon, isMoney, picture, plaque, seal } from './icons'
import type { Thing } from './icons'
import { type Labels, type Lexicon, Phraser } from './phrase'
import type { Ground } from '../protocol'
import { type Motif, scene } from './scene'

export type Size = 'hand' | 'phone' | 'zoom'

/** How large the parts of a card are. */
export interface Measures {
  w: number
  h: number
  art: number
  name: number
  coin: number
  tag: number
  req: number
  us: readonly number[]
  words: number
}

export const SIZES: Readonly<Record<Size, Measures>> = {
  hand: { w: 140, h: 196, art: 56, name: 12, coin: 28, tag: 20, req: 15, us: [27, 25, 23, 21, 19, 17, 15], words: 0 },
  phone: { w: 116, h: 163, art: 44, name: 10.5, coin: 24, tag: 17, req: 12.5, us: [23, 21, 19, 17, 15, 13], words: 0 },
  zoom: { w: 300, h: 424, art: 122, name: 20, coin: 50, tag: 35, req: 25, us: [40, 36, 33, 30, 27, 24, 21], words: 12 },
}
export const ROW = { w: 92, h: 44 }

/** What is printed on a card, and how its kind is drawn. */
export interface CardFacts extends Printed {
  name: string
  kind: Thing
  own: string | null // a picture of its own
}

/** What all cards of a game share. */
export interface Deck {
  things: Lexicon
  labels: Labels
  ground: Ground | null
}

/** What the moment adds. */
export interface CardState {
  playable?: boolean
  chosen?: boolean
  now?: number | undefined // what it costs now
  unmet?: number | string | undefined // what there is of what it requires
  held?: number | undefined // what lies on it
  veiled?: boolean
}

const PAPER_INK = '#3a2803'

// ---- art

/** The things that phrases of one verb are about. */
function aboutOf(body: Body, verb: 'put' | 'step' | 'gain' | 'change'): Ref[] {
  return body.flatMap((p): Ref[] => {
    if (p.v === verb) return p.v === 'put' ? [p.what] : p.v === 'step' ? [p.of] : 'a' in p ? p.a.map((a) => a.of) : []
    if (p.v === 'swap') return aboutOf(p.get, verb)
    if (p.v === 'either') return p.of.flatMap((b) => aboutOf(b, verb))
    if (p.v === 'if') return [...aboutOf(p.then, verb), ...aboutOf(p.else ?? [], verb)]
    return p.v === 'may' || p.v === 'repeat' || p.v === 'each' ? aboutOf(p.do, verb) : []
  })
}

/** What a number is counted by. */
function countedIn(n: Num | undefined): Ref[] {
  if (n === undefined || typeof n !== 'object') return []
  return 'per' in n ? [n.per.of] : 'sum' in n ? n.sum.flatMap(countedIn) : []
}

const MOTIFS = 3

/** What a card's picture shows: its own, what it places, its tags, what it listens to, raises and gains; its kind.
 *  Many cards have the same tags: which of these comes first is by chance, unless something is placed. */
export function motifsOf({ face, kind, own, name }: CardFacts, things: Lexicon): Motif[] {
  const found: Motif[] = own ? [{ picture: own, colour: kind.colour }] : []
  let money: Motif | undefined // only where nothing else is shown: nearly every card has to do with it
  const add = (t: Thing) => {
    if (t.picture === 'coin') money = { picture: t.picture, colour: t.colour }
    if (t.picture && t.picture !== 'coin' && !found.some((m) => m.picture === t.picture))
      found.push({ picture: t.picture, colour: t.colour })
  }
  const blocks = face?.blocks ?? []
  const about = (verb: 'put' | 'step' | 'gain' | 'change') => blocks.flatMap((b) => aboutOf(b.do ?? [], verb))
  const listened = blocks.flatMap((b) => b.when?.things ?? [])
  const adjusted = blocks.flatMap((b) => (b.role === 'adjust' ? (b.of ?? []) : []))
  const refs = [...about('put'), ...(face?.tags ?? []), ...listened, ...about('step'), ...about('gain')]
  for (const ref of [...refs, ...about('change'), ...adjusted]) add(things.of(ref))
  for (const b of blocks) if (b.when?.look) add(things.signal(b.when))
  if (found.length < 2) for (const c of face?.requires ?? []) add(things.of(c.of))
  const counted = found.length > 0 ? [] : blocks.flatMap((b) => countedIn(b.by)).map((ref) => things.of(ref))
  for (const t of counted) add(t)
  if (found.length === 0 && money) found.push(money)
  const fixed = own !== null || about('put').length > 0 || found.length < 2
  const first = fixed ? 0 : Math.floor(chance(name)() * Math.min(found.length, MOTIFS))
  found.unshift(...found.splice(first, 1))
  add(kind)
  return found.length > 0 ? found.slice(0, MOTIFS) : [{ picture: 'card', colour: kind.colour }]
}

const clipped = (w: number, h: number, svg: string): string => `<svg width="${f(w)}" height="${f(h)}">${svg}</svg>`

// ---- parts

function artOf(facts: CardFacts, deck: Deck, S: Measures): string {
  const art = scene(S.w, S.art + 2, { motifs: motifsOf(facts, deck.things), ground: deck.ground, seed: facts.name })
  return clipped(S.w, S.art + 1, `${art.svg}<rect width="${S.w}" height="${S.art}" fill="url(#fade-down)"/>`)
}

/** The name on the colour of the kind: two lines, then smaller letters. */
function nameBand(name: string, colour: string, S: Measures): Box {
  const pad = S.w * 0.045
  const width = S.w - 2 * pad
  let type: Type & { size: number } = { bold: true, narrow: true, fill: onTint(colour), size: S.name }
  let lines = breakLines(name, type.size, width, type)
  while ((lines.length > 2 || lines.some((l) => words(l, type.size, type).w > width)) && type.size > S.name * 0.7) {
    type = { ...type, size: type.size * 0.94 }
    lines = breakLines(name, type.size, width, type)
  }
  const kept = lines.slice(0, 2).map((l, i) => (i === 1 && lines.length > 2 ? `${l} …` : l))
  const h = kept.length * type.size * 1.12 + S.name * 0.5
  const size = `width="${S.w}" height="${f(h)}"`
  const ground = `<rect ${size} fill="${colour}"/><rect ${size} fill="url(#sheen)"/>`
  const text = kept.map((l, i) => {
    const b = words(cut(l, type.size, width, type), type.size, type)
    return at(b, pad, S.name * 0.2 + i * type.size * 1.12)
  })
  return { w: S.w, h, svg: ground + text.join('') }
}

/** What it requires and wants, on the lower left edge of the art. */
export function ribbonOf(P: Phraser, conds: Cond[], unmet: number | string | undefined, S: Measures): Box {
  const bad = unmet !== undefined
  const parts = conds.flatMap((c, i) => [...(i ? [words(' ', S.req * 0.4)] : []), ...P.cond(c, S.req)])
  const now: Type = { bold: true, narrow: true, fill: '#ffe3de' }
  if (bad) parts.push(words(P.labels.now(typeof unmet === 'number' ? said(unmet) : unmet), S.req * 0.74, now))
  const all = row(parts, 2.5)
  const b = scaled(all, Math.min(1, (S.w - S.req * 1.1) / all.w))
  const w = b.w + S.req * 1.1
  const h = b.h + S.req * 0.36
  const edge = `M0 0H${f(w - h * 0.4)}L${f(w)} ${f(h / 2)}L${f(w - h * 0.4)} ${f(h)}H0Z`
  const ground = `<path d="${edge}" fill="${bad ? '#8e231a' : '#10151b'}" fill-opacity=".9"/>`
  return { w, h, svg: `<g class="on-dark">${ground}${at(b, S.req * 0.36, (h - b.h) / 2)}</g>` }
}

/** A price: a coin with its number, or a number of something else. */
export function costBox(P: Phraser, cost: Amount, n: number | string, u: number): Box {
  const t = P.things.of(cost.of)
  if (isMoney(t)) return coin(n, u, { name: t.name })
  const size = `width="${f(u * 1.5)}" height="${f(u * 0.9)}" rx="${f(u * 0.3)}"`
  const ground = `<rect ${size} fill="#10151b" fill-opacity=".8"/>`
  const inner = row([num(said(n), u * 0.7, '#ffffff'), icon(t, u * 0.62)], 2)
  return { w: u * 1.5, h: u * 0.9, svg: ground + at(inner, (u * 1.5 - inner.w) / 2, (u * 0.9 - inner.h) / 2) }
}

/** Cost and tags at the left, where a fanned card still shows them. */
function indexOf(P: Phraser, face: Face, state: CardState, S: Measures): string {
  const pad = S.w * 0.027
  let x = pad
  let svg = ''
  if (face.cost) {
    const printed = typeof face.cost.n === 'number' ? face.cost.n : 'x' in face.cost.n ? face.cost.n.x : '?'
    const now = state.now ?? printed
    const b = costBox(P, face.cost, now, S.coin)
    svg += at(part(b, 'cost'), x, pad)
    x += b.w + S.coin * 0.1
    if (now !== printed) {
      const was = words(said(printed), S.coin * 0.38, { bold: true, fill: '#ffe9a8' })
      const line = `<path d="M0 ${f(was.h * 0.5)}h${f(was.w)}" stroke="#ffe9a8" stroke-width="1.4"/>`
      svg += at({ ...was, svg: was.svg + line }, x, pad)
      x += was.w + S.coin * 0.1
    }
  }
  const tags = row((face.tags ?? []).map((t) => icon(P.things.of(t), S.tag)), 2)
  const room = S.w - x - pad
  if (tags.w === 0) return svg
  const fitting = part(scaled(tags, Math.min(1, room / tags.w)), 'tags')
  return svg + at(fitting, x, pad + (S.coin - S.tag) * 0.18)
}

export function trayOf(P: Phraser, holds: Ref, held: number | undefined, S: Measures): Box {
  const c = icon(P.things.of(holds), S.coin * 0.66, { as: 'cube' })
  const [w, h] = [S.coin * 1.9, S.coin * 0.84]
  const dash = held ? '' : ' stroke-dasharray="3 2"'
  const look = `fill="var(--face-band)" stroke="var(--line)"${dash}`
  const ground = `<rect width="${f(w)}" height="${f(h)}" rx="${f(S.coin * 0.2)}" ${look}/>`
  const n = num(held ?? 0, S.coin * 0.62)
  return { w, h, svg: ground + at(c, S.coin * 0.12, (h - c.h) / 2) + at(n, S.coin * 1.02, (h - n.h) / 2) }
}

/** What it is worth: a number on a seal; so much for each of something, or on a condition, on a plaque. */
export function worthOf(P: Phraser, p: Points, S: Measures): Box {
  const u = S.coin * 0.5
  const counts = typeof p.n === 'object' && 'per' in p.n ? p.n : undefined
  const per = p.per ?? counts?.per
  const each = typeof p.n === 'number' ? p.n : counts ? (counts.n ?? 1) : '?'
  const ink = typeof each === 'number' && each < 0 ? '#a8322a' : PAPER_INK
  const n = num(said(each), u * 1.2, ink, 0.95)
  const slash = words('/', u * 1.1, { fill: PAPER_INK })
  if (p.if) {
    const rest = typeof p.else === 'number' ? said(p.else) : '?'
    const other = p.else === undefined ? [] : [slash, num(rest, u, PAPER_INK)]
    const conds = p.if.flatMap((c) => P.cond(c, u * 1.05))
    return plaque(row([...conds, num(':', u, PAPER_INK), n, ...other], 2), S.coin * 0.92)
  }
  if (!per) return seal(num(said(each), u * 1.4, ink), S.coin * 1.06)
  const t = P.things.of(per.of)
  const counted = icon(t, u * (t.sort === 'piece' ? 1.04 : 1.16), per.as ? { as: per.as } : {})
  const lots = per.each && per.each > 1 ? [num(per.each, u * 1.1, PAPER_INK, 0.85)] : []
  const near = per.at?.near?.some((x) => x.its) ? [icon(P.its, u * 0.72)] : []
  return plaque(row([n, slash, ...lots, counted, ...near], 1), S.coin * 0.92)
}

// ---- the whole

const frame = (w: number, h: number, state: CardState, colour: string): string => {
  const marked = state.playable || state.chosen
  const rim = state.chosen ? 'var(--accent)' : state.playable ? 'var(--hot)' : `${colour}`
  const [o, width] = marked ? [1.3, 2.6] : [0.8, 1.6]
  const size = `x="${o}" y="${o}" width="${f(w - 2 * o)}" height="${f(h - 2 * o)}" rx="${f(w * 0.05)}"`
  return `<rect ${size} fill="none" stroke="${rim}" stroke-width="${width}"/>`
}

const veil = (w: number, h: number): string =>
  `<rect width="${w}" height="${f(h)}" fill="var(--bg)" fill-opacity=".45"/>`

/** The words of its requirements, for the zoom. */
function requirement({ clauses }: CardFacts, S: Measures): Box[] {
  const texts = clauses.filter((c) => c[2] === 'requirement').map(([label, text]) => `${label}: ${text}`)
  return S.words > 0 && texts.length > 0 ? [lined(texts.join('; '), S.words, S.w * 0.88)] : []
}

/** The foot of the zoom: its kind, and in words what is a sign alone elsewhere: its tags, what it holds, its points. */
function footWords({ clauses, kind, face }: CardFacts, things: Lexicon, S: Measures, width: number): Box {
  const said = (role: 'thing' | 'points') => clauses.filter((c) => c[2] === role).map((c) => c[1])
  const tags = [...new Set((face?.tags ?? []).map((t) => things.of(t).name))]
  const text = [kind.name, ...tags, ...(face?.holds ? said('thing') : []), ...(face?.points ? said('points') : [])]
    .filter(Boolean).join(' · ')
  const lines = breakLines(text, S.words, width).map((l) => words(l, S.words, { italic: true, fill: FAINT }))
  return column(lines.slice(0, 3), 0, 0)
}

const LARGE_WORTH = 1.6

/** A card as a box; its height is more than usual where a zoomed one says much. */
export const card = (facts: CardFacts, size: Size, deck: Deck, state: CardState = {}): Box =>
  cardBy(facts, SIZES[size], deck, state)

/** The same by measures of the caller's. */
export function cardBy(facts: CardFacts, S: Measures, deck: Deck, state: CardState = {}): Box {
  const { w } = S
  const P = new Phraser(deck.things, deck.labels)
  const face = facts.face
  const colour = tint(facts.kind.colour)
  const pad = w * 0.045
  const name = nameBand(facts.name, colour, S)
  const above = requirement(facts, S)
  const worth = face?.points && worthOf(P, face.points, S)
  const tray = face?.holds && trayOf(P, face.holds, state.held, S)
  const line = S.words ? footWords(facts, deck.things, S, w - 3 * pad - (tray ? 0 : (worth?.w ?? 0))) : NOTHING
  const lifted = tray ? line.h + pad * 0.4 : 0
  const foot = worth || tray || S.words ? Math.max(S.coin + lifted, line.h + pad) : S.name * 0.3
  const top = S.art + name.h + S.name * 0.32 + above.reduce((sum, b) => sum + b.h + 4, 0)
  const room: Room = { us: S.us, width: w - 2 * pad, height: S.h - top - foot, words: S.words, grows: S.words > 0 }
  const body = bodyOf(P, facts, room)
  const h = Math.max(S.h, top + body.h + foot)
  const left = Math.max(0, h - top - foot - body.h)
  let svg = `<rect width="${w}" height="${f(h)}" fill="var(--paper)"/>${artOf(facts, deck, S)}`
  svg += at(name, 0, S.art)
  const conds = [...(face?.requires ?? []), ...(face?.wanted ?? [])]
  if (conds.length > 0) {
    const ribbon = ribbonOf(P, conds, state.unmet, S)
    svg += at(part(ribbon, 'requirement'), 0, S.art - ribbon.h)
  }
  if (face) svg += indexOf(P, face, state, S)
  above.forEach((b) => (svg += at(b, (w - b.w) / 2, S.art + name.h + S.name * 0.32)))
  svg += at(body, (w - body.w) / 2, top + left * (S.words ? 0.25 : 0.45))
  if (tray) svg += at(part(tray, 'thing'), pad, h - tray.h - pad * 0.6)
  svg += at(line, pad, h - line.h - (tray ? tray.h + pad * 1.2 : pad))
  if (worth) {
    const most = w - pad - (tray ? tray.w + pad : 0)
    const alone = body.svg === '' && !tray && !S.words // it is all the card does, and stands where that stands
    const b = scaled(worth, Math.min(alone ? LARGE_WORTH : 1, most / worth.w))
    const y = alone ? (top + h - pad - b.h) / 2 : h - b.h - pad * 0.6
    svg += at(part(b, 'points'), alone ? (w - b.w) / 2 : w - b.w - pad * 0.6, y)
  }
  svg += frame(w, h, state, mix(colour, '#808080', 0.25))
  return { w, h, svg: state.veiled ? svg + veil(w, h) : svg }
}

/** The smallest: coin, name, colour of the kind; for tableaus of others, the log, plans. */
export function cardRow(facts: CardFacts, deck: Deck, state: CardState = {}): Box {
  const { w, h } = ROW
  const P = new Phraser(deck.things, deck.labels)
  const colour = tint(facts.kind.colour)
  const ink = onTint(colour)
  const type: Type = { bold: true, narrow: true, fill: ink }
  const cost = facts.face?.cost
  const printed = cost && (typeof cost.n === 'number' ? cost.n : '?')
  const [motif] = motifsOf(facts, deck.things)
  const sign = picture(motif?.picture ?? 'card', 0, 0, 20, ink)
  const lead: Box = cost ? costBox(P, cost, state.now ?? printed!, 21) : { w: 20, h: 20, svg: sign }
  const x = 5 + lead.w + 4
  const lines = breakLines(facts.name, 9.5, w - x - 5, type)
  const kept = lines.slice(0, 3).map((l, i) => (i === 2 && lines.length > 3 ? `${l} …` : l))
  const name = column(
    kept.map((l) => words(cut(l, 9.5, w - x - 5, type), 9.5, type)),
    0,
    0,
  )
  const size = `width="${w}" height="${h}"`
  const ground = `<rect ${size} fill="${colour}"/><rect ${size} fill="url(#sheen)"/>`
  const held = state.held ? at(num(state.held, 12, ink), w - 12, h - 15) : ''
  const svg = ground + at(lead, 5, (h - lead.h) / 2) + at(name, x, (h - name.h) / 2) + held
  const rim = frame(w, h, state, mix(colour, '#808080', 0.25))
  return { w, h, svg: svg + rim + (state.veiled ? veil(w, h) : '') }
}

const LEAST_GIST = 0.62

/** What is lost first is the price of the rest. */
function paidFirst(body: Body): Body {
  const [first, ...get] = body
  const pays = first && (first.v === 'pay' || (first.v === 'lose' && first.who === undefined))
  return pays && get.length > 0 ? [{ v: 'swap', pay: [first], get }] : body
}

/** What a card does in one line of icons; null where it needs words, or does not fit. `free`: its cost stands beside
 *  it. */
export function gistOf(of: Pick<CardFacts, 'face'>, deck: Deck, u: number, width: number, free = false): Box | null {
  const { face } = of
  const P = new Phraser(deck.things, deck.labels)
  const blocks = face?.blocks ?? []
  const wordy = (body: Body) => body.some((p) => p.v === 'text')
  const drawn = (body: Body) => body.some((p) => p.v !== 'do')
  if (blocks.length === 0 || blocks.some((b) => b.role === 'adjust' || wordy(b.do ?? []))) return null
  if (!blocks.some((b) => b.when || drawn(b.do ?? []))) return null
  const parts = blocks.flatMap((b) => {
    const body = P.boxes(paidFirst(b.do ?? []), u, 2 * width)
    return b.when ? [row([P.event(b.when, u), colon(u * 0.8)], u * 0.14), ...body] : body
  })
  const cost = free ? undefined : face?.cost
  const price = typeof cost?.n === 'number' ? [costBox(P, cost, cost.n, u * 1.1), arrow(u * 0.7)] : []
  const all = row([...price, ...parts], u * 0.3)
  return all.w * LEAST_GIST > width ? null : scaled(all, Math.min(1, width / all.w))
}

/** What a goal asks for or measures, where that is one thing. */
export function askedDrawing(face: Face, deck: Deck, u: number, width: number): Box | null {
  const P = new Phraser(deck.things, deck.labels)
  const [only, ...others] = face.blocks
  const measured = only?.role === 'adjust' && others.length === 0 && only.by !== undefined && !only.on
  const conds = (face.requires ?? []).flatMap((c) => P.cond(c, u))
  const part = measured ? changeOf(P, only.by!, only.unit, u) : row(conds, 2)
  return part.w > 0 && part.w * LEAST_GIST <= width ? scaled(part, Math.min(1, width / part.w)) : null
}

/** What a rule says, in one line: what it does, else the points it is about, else what it asks for. */
export function ruleDrawing(face: Face, deck: Deck, u: number, width: number): Box | null {
  const done = gistOf({ face }, deck, u, width)
  if (done || !face.points || face.blocks.length > 0) return done ?? askedDrawing(face, deck, u, width)
  const points = worthOf(new Phraser(deck.things, deck.labels), face.points, SIZES.hand)
  return points.w * LEAST_GIST <= width ? scaled(points, Math.min(1, width / points.w)) : null
}

/** The same on a dark label. */
function labelled(b: Box | null, u: number): Box {
  if (!b) return NOTHING
  const [w, h] = [b.w + u * 0.5, b.h + u * 0.3]
  const ground = `<rect width="${f(w)}" height="${f(h)}" rx="${f(u * 0.3)}" fill="#0b0d12" fill-opacity=".8"/>`
  return { w, h, svg: `<g class="on-dark">${ground}${at(b, u * 0.25, u * 0.15)}</g>` }
}

const LARGE_TILE = 80 // high: smaller ones show no icons

/** A card as a tile of a row on the table: its scene, what it does in a corner, its name below. */
export function cardTile(facts: CardFacts, w: number, h: number, deck: Deck): Box {
  const size = Math.max(9, h * 0.135)
  const type: Type = { bold: true, narrow: true, fill: '#ffffff' }
  const bar = size * 1.5
  const fits = [1, 0.92, 0.85, 0.78].find((k) => words(facts.name, size * k, type).w <= w - 6)
  const name = fits ? words(facts.name, size * fits, type) : words(cut(facts.name, size, w - 6, type), size, type)
  const art = scene(w, h - bar, { motifs: motifsOf(facts, deck.things), ground: deck.ground, seed: facts.name })
  const does = h < LARGE_TILE ? NOTHING : labelled(gistOf(facts, deck, h * 0.2, w * 0.86), h * 0.2)
  const ground = `<rect y="${f(h - bar)}" width="${w}" height="${f(bar)}" fill="#0b0d12"/>`
  const label = at(name, (w - name.w) / 2, h - bar + (bar - name.h) / 2)
  const svg = clipped(w, h - bar, art.svg) + ground + label + at(does, w - does.w - 3, 3)
  return { w, h, svg }
}
