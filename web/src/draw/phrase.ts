// The icon grammar: a tree of phrases becomes boxes that flow in lines. u is the height of one icon. Amounts up to
// three are that many icons, more a number and one; money carries its number inside. What is not only mine has a red
// frame, what is not stock stands in a brown one, what may be done in a dashed one; cost → effect. What has no icons
// is in words.
import { f, said } from './base'
import { at, type Box, breakLines, column, cut, FAINT, flow, INK, num, row, words } from './boxes'
import type { Amount, Body, Cond, Count, Happening, Near, Num, Phrase, Ref, Where, Who } from './face'
import { ANY_CARD, arrow, coin, type Form, icon, isMoney, itsPiece, PEOPLE, picture, RED, several } from './icons'
import type { Thing } from './icons'

/** What the numbers of a face stand for. */
export interface Lexicon {
  of(ref: Ref): Thing
  nameOf(ref: Ref): string
  signal(e: Happening): Thing // one that has a look
  spaceName(space: number): string
  isSpecial(ref: Ref): boolean // a kind of cards that is known by its look
  isGeneral(ref: Ref): boolean // a kind of which there are only kinds
  readonly form: Form
}

/** The few words that stand between icons. */
export interface Labels {
  on: string
  nextTo: string
  near: string
  own: string
  any: string
  or: string
  else: string
  for: string
  marked: string
  ends: string
  people: string
  its: string
  now: (value: number | string) => string
}

const MINUS = '−'
const BAD = 'var(--face-minus)'
const FEW = 3
const LONGEST = 18 // letters of a name between icons

const isOthers = (who: Who | undefined): boolean => who === 'any' || who === 'others' || who === 'all'
const negative = (n: Num): boolean => {
  if (typeof n === 'number') return n < 0
  if ('x' in n) return n.x.startsWith('-')
  return 'per' in n && (n.n ?? 1) < 0
}
/** The number without its sign; of a count how many for each. */
const bare = (n: Num): string => {
  if (typeof n === 'number') return String(Math.abs(n))
  if ('x' in n) return n.x.startsWith('-') ? n.x.slice(1) : n.x
  return 'per' in n ? String(Math.abs(n.n ?? 1)) : ''
}
const small = (s: string, u: number): Box => words(s, Math.max(8.5, u * 0.5), { fill: FAINT, narrow: true })

export interface AmountOptions {
  sign?: boolean // always with + or −
  away?: boolean // what is taken
  who?: Who | undefined
  limit?: number
  upto?: boolean | undefined
}

export class Phraser {
  /** A line had to be broken that should stay one. */
  broken = false
  /** The most lines of a text; what is more is cut. */
  lines = 99
  private readonly people: Thing
  readonly its: Thing

  constructor(
    readonly things: Lexicon,
    readonly labels: Labels,
  ) {
    this.people = { ...PEOPLE, name: labels.people }
    this.its = { ...itsPiece(things.form), name: labels.its }
  }

  private name(s: string, u: number): Box {
    const size = Math.max(7, u * 0.54)
    return words(s.length > LONGEST ? `${s.slice(0, LONGEST - 1)}…` : s, size, { bold: true, narrow: true })
  }

  private one(t: Thing, u: number, red = false): Box {
    return isMoney(t) ? coin('', u, { red, name: t.name }) : icon(t, u, { red })
  }

  /** Tiles lie before everybody: those that must be mine say so. Of all else what is not only mine is framed. */
  private frames(t: Thing, who: Who | undefined): { red: boolean; own: boolean } {
    const lies = t.sort === 'piece' || t.sort === 'space'
    return { red: isOthers(who) && !(lies && who === 'all'), own: t.sort === 'piece' && !isOthers(who) }
  }

  /** What is counted: its icon, where it lies, whose it is. */
  counted(c: Count, u: number): Box {
    const t = this.things.of(c.of)
    const { red, own } = this.frames(t, c.who)
    const size = t.sort === 'piece' ? u * 0.92 : u
    let b = c.as === 'cube' ? icon(t, size, { red, as: 'cube' }) : this.one(t, size, red)
    if (c.in?.v !== undefined) b = this.boxed(b, u, false)
    const parts = [b]
    if (c.of.laps) parts.push(num('↻', u, INK, 0.7))
    if (c.in?.z !== undefined) parts.push(small(this.things.nameOf(c.in), u))
    if (c.in?.k !== undefined) parts.push(icon(this.things.of(c.in), u * 0.8))
    if (c.has) parts.push(small(c.has, u))
    if (own) parts.push(small(this.labels.own, u))
    if (c.over !== undefined) parts.push(num(`>${c.over}`, u, INK, 0.66))
    parts.push(...this.where(c.at, u, true))
    return row(parts, red ? u * 0.14 : Math.max(1.5, u * 0.08))
  }

  /** "/ 2 trees": for each of so many. */
  private over(c: Count, u: number): Box {
    const each = c.each && c.each > 1 ? [num(c.each, u, INK, 0.8)] : []
    return row([words('/', u * 0.9), ...each, this.counted(c, u * 0.92)], 1)
  }

  amount(a: Amount, u: number, options: AmountOptions = {}): Box {
    if (typeof a.n === 'object' && 'sum' in a.n) {
      const parts = a.n.sum.map((n) => this.amount({ n, of: a.of }, u, options))
      return row(parts.flatMap((b, i) => (i ? [num('+', u, INK, 0.8), b] : [b])), 2)
    }
    return this.plain(a, u, options)
  }

  private plain(a: Amount, u: number, { sign, away, who, limit = FEW, upto }: AmountOptions): Box {
    const t = this.things.of(a.of)
    const red = isOthers(who)
    const less = negative(a.n) !== (away ?? false)
    const parts: Box[] = []
    if (less) parts.push(num(MINUS, u, BAD, 0.95))
    else if (sign) parts.push(num('+', u, INK, 0.95))
    if (upto) parts.push(num('≤', u, INK, 0.8))
    const n = bare(a.n)
    const one = this.one(t, u, red)
    if (isMoney(t)) parts.push(coin(n, u * 1.12, { red, name: t.name }))
    else if (typeof a.n === 'number' && !upto && Number(n) > 0 && Number(n) <= limit)
      parts.push(several(one, Number(n), red ? u * 0.2 : 1.5))
    else if (typeof a.n === 'object' && 'per' in a.n && n === '1') parts.push(one)
    else parts.push(num(n, u), one)
    if (typeof a.n === 'object' && 'per' in a.n) parts.push(this.over(a.n.per, u))
    return row(parts, red ? u * 0.12 : 1.5)
  }

  /** A number without a thing: in repetitions and bounds. */
  private number(n: Num, u: number): Box[] {
    if (typeof n === 'number') return [num(said(n), u)]
    if ('x' in n) return [num(said(n.x), u)]
    if ('per' in n) {
      const first = n.n !== undefined && n.n !== 1 ? [num(said(n.n), u)] : []
      return [...first, this.over(n.per, u)]
    }
    return n.sum.flatMap((part, i) => [...(i && !negative(part) ? [num('+', u)] : []), ...this.number(part, u)])
  }

  private nearby(x: Near, u: number): Box {
    if (x.its) return icon(this.its, u * 0.6)
    const t = x.of ? this.things.of(x.of) : this.its
    const red = x.who === 'any' || x.who === 'others'
    const one = icon(t, u * 0.66, { no: x.not ?? false, red })
    const least = x.min ?? 1
    const b = least <= FEW ? several(one, least, 1) : row([num(least, u, INK, 0.7), one], 1)
    return x.who === 'me' ? row([small(this.labels.own, u), b], 1) : b
  }

  /** Where: on a kind of space, a board, named spaces, beside something. */
  where(place: Where | undefined, u: number, short = false): Box[] {
    if (!place) return []
    const { labels, things } = this
    const out: Box[] = []
    if (place.on) {
      const isKind = place.on.k !== undefined
      const ground = isKind ? icon(things.of(place.on), u * 0.66) : this.name(things.nameOf(place.on), u)
      out.push(row([small(labels.on, u), ground], 2))
    }
    if (place.spaces) {
      const name = place.spaces.length === 1 ? things.spaceName(place.spaces[0]!) : labels.marked
      out.push(row([small(labels.on, u), this.name(name, u)], 2))
    }
    if (place.near) {
      const beside = row(place.near.map((x) => this.nearby(x, u)), u * 0.1)
      out.push(row([small(short ? labels.near : labels.nextTo, u), beside], u * 0.12))
    }
    return out
  }

  /** A piece on the board, and where it goes if that is not said by what it is. */
  private placed(what: Ref, n: Num, place: Where | undefined, who: Who | undefined, u: number, width: number): Box {
    const t = this.things.of(what)
    const p = icon(t, t.sort === 'piece' ? u * 1.36 : u * 1.2, { red: isOthers(who) })
    const some = typeof n === 'number' && n <= FEW ? [several(p, n, 2)] : [...this.number(n, u), p]
    const tail = this.where(place, u)
    const line = row([...some, ...tail], isOthers(who) ? u * 0.24 : 3)
    if (line.w <= width || tail.length === 0) return line
    return flow([...some, ...tail], width, 3)
  }

  text(s: string, u: number, width: number): Box {
    const size = Math.max(8.5, u * 0.52)
    const all = breakLines(s, size, width, { narrow: true })
    const kept = all.slice(0, this.lines)
    if (kept.length < all.length) kept[kept.length - 1] = cut(`${kept.at(-1)} …………`, size, width, { narrow: true })
    const shown = kept.map((line) => words(cut(line, size, width, { narrow: true }), size, { narrow: true }))
    return column(shown, 0)
  }

  private frame(b: Box, pad: number, look: string): Box {
    const w = b.w + 2 * pad
    const h = b.h + 2 * pad
    const size = `width="${f(w - 1.2)}" height="${f(h - 1.2)}"`
    return { w, h, svg: `<rect x=".6" y=".6" ${size} rx="5" ${look}/>${at(b, pad, pad)}` }
  }

  /** The brown frame of what is not stock, for instance of production. */
  boxed(b: Box, u: number, red: boolean): Box {
    const px = Math.min(6, u * 0.24)
    const py = Math.min(4, u * 0.16)
    const w = b.w + 2 * px
    const h = b.h + 2 * py
    const edge = red ? `stroke="${RED}" stroke-width="2"` : 'stroke="var(--face-box-edge)" stroke-width="1.4"'
    const size = (o: number) => `x="${o}" y="${o}" width="${f(w - 2 * o)}" height="${f(h - 2 * o)}"`
    const inner = `<rect ${size(2.6)} rx="2.6" fill="none" stroke="#fff" stroke-opacity=".16"/>`
    return { w, h, svg: `<rect ${size(0.8)} rx="4" fill="var(--face-box)" ${edge}/>${inner}${at(b, px, py)}` }
  }

  private changed(a: Amount[], who: Who | undefined, u: number, width: number): Box {
    const less = (x: Amount) => (negative(x.n) ? 0 : 1)
    const limit = a.length > 2 ? 1 : 2
    const parts = [...a].sort((x, y) => less(x) - less(y))
    const rows = parts.map((x) => this.amount(x, u * 0.94, { sign: true, who, limit }))
    const inner = flow(rows, Math.min(width - 12, u * 6.4), Math.max(3, u * 0.2))
    return this.boxed(inner, u, isOthers(who))
  }

  private stepped(of: Ref, n: Num, who: Who | undefined, u: number): Box {
    const one = icon(this.things.of(of), u * 1.06, { red: isOthers(who) })
    if (typeof n === 'number' && n > 0 && n <= FEW) return several(one, n)
    const less = negative(n)
    if (typeof n === 'object' && 'per' in n) return row([num(less ? MINUS : '+', u), one, this.over(n.per, u)], 1.5)
    return row([num((less ? MINUS : '+') + bare(n), u, less ? BAD : INK), one], 1.5)
  }

  private cards(n: Num, of: Ref | undefined, who: Who | undefined, u: number, away: boolean, upto = false): Box {
    const t = of ? this.things.of(of) : ANY_CARD
    const one = icon(t, u * 1.15, { red: isOthers(who), as: 'card' })
    const lead = num(away ? MINUS : '+', u, away ? BAD : INK)
    if (typeof n === 'number' && n <= FEW && !upto) return row([lead, several(one, n)], 1.5)
    return row([lead, ...(upto ? [num('≤', u, INK, 0.8)] : []), ...this.number(n, u), one], 1.5)
  }

  private kept(p: Extract<Phrase, { v: 'keep' }>, u: number): Box[] {
    const sign = (name: string): Box => ({ w: u * 0.8, h: u * 0.8, svg: picture(name, 0, 0, u * 0.8, INK) })
    const price = p.price ? [small(this.labels.for, u), this.amount(p.price, u)] : []
    return [
      row([icon(ANY_CARD, u * 1.15), sign('eye'), num(p.look, u)], 2),
      row([arrow(u * 0.7, FAINT), sign('hand'), num((p.upto ? '≤' : '') + p.keep, u), ...price], u * 0.14),
    ]
  }

  private held(p: Extract<Phrase, { v: 'hold' }>, u: number): Box {
    const n = p.n ?? 1
    const less = negative(n)
    const cube = icon(this.things.of(p.of), u * 1.04, { red: p.on === 'any', as: 'cube' })
    const mine = p.on === 'mine' ? [small(this.labels.any, u), icon(ANY_CARD, u * 0.8)] : []
    const count = typeof n === 'object' && 'per' in n ? '' : bare(n) === '1' ? '' : bare(n)
    const lead = num((less ? MINUS : '+') + (p.upto ? '≤' : '') + count, u, less ? BAD : INK)
    const per = typeof n === 'object' && 'per' in n ? [this.over(n.per, u)] : []
    return row([lead, cube, ...mine, ...per], p.on === 'any' ? u * 0.14 : 2)
  }

  /** In one line where it fits; else broken before the arrow. */
  private swapped(pay: Body, get: Body, u: number, width: number): Box[] {
    const given = pay.map((p): Phrase => (p.v === 'lose' && !isOthers(p.who) ? { ...p, v: 'pay' } : p))
    const cost = row(given.flatMap((p) => (p.v === 'pay' ? [this.paid(p, u)] : this.phrase(p, u, width))), u * 0.16)
    const effect = this.boxes(get, u, width)
    const gap = u * 0.2
    const one = row([cost, arrow(u * 0.8), ...effect], gap)
    if (one.w <= width) return [one]
    this.broken = true
    const [first, ...rest] = effect
    return [cost, first ? row([arrow(u * 0.8), first], gap) : arrow(u * 0.8), ...rest]
  }

  private conditional(p: Extract<Phrase, { v: 'if' }>, u: number, width: number): Box[] {
    const condition = row([...p.if.flatMap((c) => this.cond(c, u * 0.86)), num(':', u)], 2)
    const then = flow([condition, ...this.boxes(p.then, u, width - 6)], width - 6, 3)
    const look = 'fill="var(--face-band)" stroke="var(--line)" stroke-width="1.2"'
    if (!p.else) return [this.frame(then, 3, look)]
    const [first, ...rest] = this.boxes(p.else, u, width - u)
    const otherwise = small(this.labels.else, u)
    return [this.frame(then, 3, look), first ? row([otherwise, first], 3) : otherwise, ...rest]
  }

  /** `away`: no arrow behind it says that it is a price. */
  private paid(p: Extract<Phrase, { v: 'pay' }>, u: number, away = false): Box {
    const b = row(p.a.map((a) => this.amount(a, u, { upto: p.upto, who: p.who, away })), 2)
    return p.with ? row([b, this.instead(p.with, u)], 1) : b
  }

  /** What may be used in its place, in brackets. */
  instead(refs: Ref[], u: number): Box {
    const bracket = (s: string) => words(s, u * 0.9, { fill: FAINT })
    return row([bracket('('), ...refs.map((w) => this.one(this.things.of(w), u * 0.72)), bracket(')')], 1)
  }

  /** Options in one line, or each on a line of its own. */
  private options(of: Body[], u: number, width: number): Box {
    const slash = words('/', u * 1.1, { bold: true, fill: 'var(--hot)' })
    const lines = of.map((body, i) => {
      const parts = this.boxes(body, u, width - u * 0.6)
      return i < of.length - 1 ? [...parts, slash] : parts
    })
    const one = row(lines.flat(), u * 0.24)
    return one.w <= width ? one : column(lines.map((line) => flow(line, width, u * 0.24)), u * 0.12)
  }

  private carried(p: Extract<Phrase, { v: 'do' }>, u: number, width: number): Box[] {
    const card = p.of ? [icon(this.things.of(p.of), u * 1.15, { as: 'card' })] : []
    const tags = (p.with ?? []).map((t) => icon(this.things.of(t), u * 0.8))
    const icons = row([...card, ...tags], 2)
    if (!p.word) return [icons]
    const word = words(p.word, Math.max(8, u * 0.52), { bold: true, narrow: true })
    const one = row([icons, word], 2)
    if (one.w <= width) return [one]
    return [icons, word.w <= width ? word : this.text(p.word, u, width)]
  }

  private chosen(p: Extract<Phrase, { v: 'choose' }>, u: number): Box {
    const letter = words(p.x, u * 0.8, { italic: true, bold: true })
    const range = (s: string) => words(s, u * 0.6, { fill: FAINT, narrow: true })
    const from = p.from ?? 0
    if (p.to === undefined) return row([letter, range(`≥ ${from}`)], 2)
    if (typeof p.to === 'number') return row([letter, range(`${from}–${p.to}`)], 2)
    const to = 'per' in p.to ? [this.counted(p.to.per, u * 0.8)] : this.number(p.to, u * 0.7)
    return row([letter, range(`${from}–`), ...to], 2)
  }

  /** The boxes of phrases, in the order in which they are read. */
  boxes(body: Body, u: number, width: number): Box[] {
    return body.flatMap((p) => this.phrase(p, u, width))
  }

  private phrase(p: Phrase, u: number, width: number): Box[] {
    switch (p.v) {
      case 'gain':
        return p.a.map((a) => this.amount(a, u, { who: p.who }))
      case 'lose':
        return p.a.map((a) => this.amount(a, u, { who: p.who, upto: p.upto, away: true, limit: 2 }))
      case 'pay':
        return [this.paid(p, u, true)]
      case 'swap':
        return this.swapped(p.pay, p.get, u, width)
      case 'change':
        return [this.changed(p.a, p.who, u, width)]
      case 'step':
        return [this.stepped(p.of, p.n ?? 1, p.who, u)]
      case 'put':
        return [this.placed(p.what, p.n ?? 1, p.at, p.who, u, width)]
      case 'take':
        return [row([num(MINUS, u, BAD), this.placed(p.what, p.n ?? 1, p.at, p.who, u * 0.9, width - u)], u * 0.12)]
      case 'draw':
      case 'discard':
        return [this.cards(p.n ?? 1, p.of, p.who, u, p.v === 'discard', p.upto)]
      case 'keep':
        return this.kept(p, u)
      case 'hold':
        return [this.held(p, u)]
      default:
        return this.composed(p, u, width)
    }
  }

  /** Phrases that hold others, and those in words. */
  private composed(p: Phrase, u: number, width: number): Box[] {
    switch (p.v) {
      case 'either':
        return [this.options(p.of, u, width)]
      case 'may': {
        const look = `fill="none" stroke="${FAINT}" stroke-width="1.2" stroke-dasharray="3 2"`
        return [this.frame(flow(this.boxes(p.do, u, width - 8), width - 8, 4), 3.5, look)]
      }
      case 'if':
        return this.conditional(p, u, width)
      case 'repeat': {
        const times = row([...this.number(p.n, u), words('×', u * 0.9)], 1)
        return [row([times, flow(this.boxes(p.do, u, width - times.w - 2), width - times.w - 2, 3)], 2)]
      }
      case 'each': {
        const whom = row([icon(this.people, u, { red: true }), num(':', u)], u * 0.16)
        return [row([whom, flow(this.boxes(p.do, u, width - whom.w - 3), width - whom.w - 3, 3)], 3)]
      }
      case 'do':
        return this.carried(p, u, width - u * 1.2)
      case 'choose':
        return [this.chosen(p, u)]
      case 'finish': {
        const flag: Box = { w: u, h: u, svg: picture('flag', 0, 0, u, 'var(--hot)') }
        return [row([flag, words(this.labels.ends, u * 0.56, { bold: true, narrow: true })], 3)]
      }
      case 'text':
        return [this.text(p.text ?? '…', u, width)]
      default:
        return []
    }
  }

  private bound(c: Cond, u: number): Box[] {
    const sign = c.min !== undefined && c.max !== undefined ? '=' : c.max !== undefined ? '≤' : '≥'
    return [num(sign, u * 0.94), ...this.number(c.max ?? c.min ?? 1, u * 0.94)]
  }

  /** A condition: what, and at least or at most how much; a few things are shown one by one. */
  cond(c: Cond, u: number): Box[] {
    const t = this.things.of(c.of)
    if (c.c === 'count' && c.max === 0 && !c.has)
      return [row([icon(t, u * 0.9, { no: true }), ...this.where(c.at, u, true)], 2)]
    const single = c.as === undefined && !c.in && !c.at && !c.has && c.over === undefined && !c.each && !c.of.laps
    const { red, own } = this.frames(t, c.who)
    const few = single && !red && c.max === undefined && typeof c.min === 'number' && c.min <= FEW
    if (c.c === 'count' && few && (t.sort === 'tag' || t.sort === 'piece')) {
      const some = several(icon(t, t.sort === 'piece' ? u * 0.84 : u), c.min as number)
      return own ? [some, small(this.labels.own, u)] : [some]
    }
    const b = single && !own ? this.one(t, t.sort === 'piece' ? u * 0.84 : u, red) : this.counted(c, u)
    const lead = red ? { ...b, w: b.w + u * 0.1 } : b
    return [lead, ...this.bound(c, u)]
  }

  private happened(e: Happening, u: number): Box[] {
    const red = isOthers(e.who)
    const { things } = this
    const of = e.of
    const slash = words('/', u * 0.8)
    const listed = (e.things ?? []).flatMap((r, i) => [...(i ? [slash] : []), icon(things.of(r), u * 1.05, { red })])
    if (listed.length > 0) return of && things.isSpecial(of) ? [icon(things.of(of), u * 1.05), ...listed] : listed
    if (of?.k !== undefined) {
      const word = things.isSpecial(of) || things.isGeneral(of) ? [] : [this.name(things.nameOf(of), u)]
      return [icon(things.of(of), u * 1.05, { red }), ...word]
    }
    if (of) return [icon(things.of(of), u * 1.1, { red })]
    if (e.look?.picture || e.look?.icon) return [icon(things.signal(e), u * 1.05, { red })]
    return [...(red ? [icon(this.people, u, { red })] : []), this.name(e.verb.replaceAll('_', ' '), u * 1.05)]
  }

  /** What a card listens to. */
  event(e: Happening, u: number): Box {
    const bound = e.min === undefined ? [] : [num(`≥${e.min}`, u, INK, 0.7)]
    const attribute = e.attribute ? [small(e.attribute.replaceAll('_', ' '), u)] : []
    return row([...this.happened(e, u), ...bound, ...attribute, ...this.where(e.at, u)], isOthers(e.who) ? u * 0.14 : 2)
  }
}
