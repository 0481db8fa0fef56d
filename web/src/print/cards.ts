// Cards on paper: which there are and how often, their faces in the room a card of that size has, and their backs,
// mirrored as the printer turns the sheet. A face fits wholly: nothing is cut off, letters are never smaller than can
// be read.
import { chance, darker, f, lighter, tint } from '../draw/base'
import { type Box, breakLines, words } from '../draw/boxes'
import { cardBy, type CardFacts, type Deck, type Measures, SIZES } from '../draw/card'
import type { Face } from '../draw/face'
import { picture } from '../draw/icons'
import { stars } from '../draw/scene'
import { factsOf } from '../model/cards'
import { capital, type Game, readable } from '../model/game'
import { thingsOf } from '../model/things'
import {
  CARDS, cornerOf, cutMarks, type Extent, footOf, type Grid, gridOf, inset, PAPERS, perSheet, sheet,
} from './paper'
import type { PrintLabels, PrintOptions } from './options'

const FRAME = 2 // millimetres of colour around a face: so much a knife may err
const UNITS = 4.75 // of a drawing in a millimetre
const ROUND = 0.052 // of its width: the corners of a face, a little rounder than the rim of its drawing
const CORNER = 2.2 // of lines on backs

// ---- which cards

/** The cards of a game that are printed, in their order: those that lie somewhere, copies and all, or one of each;
 *  behind them what lies beside the table and does something: what anybody may pay for, goals. What others show is
 *  printed on those. */
export function cardsToPrint(game: Game, once: boolean): number[] {
  const all = game.about.cards.flatMap((card, i) => (card.look?.hidden || (once && card.copy > 0) ? [] : [i]))
  const lies = (i: number) => game.card(i).zoned
  const lying = all.filter(lies)
  const shown = new Set(lying.flatMap((i) => shownOn(game, i)))
  return [...lying, ...all.filter((i) => !lies(i) && !shown.has(i) && says(game.card(i).face))]
}

/** Whether there is more on a card than its name. */
const says = (face: Face | null): boolean =>
  face !== null && (face.blocks.length > 0 || [face.cost, face.points, face.requires].some((p) => p !== undefined))

// ---- their faces

const USUAL_HEIGHT = 400 // in units: a lower card has smaller parts over its rules
const LEAST = 0.5

/** How the parts of a card share its room, from the best that there is. The art is never lower than what stands on
 *  it: cost and tags, below them what the card requires. */
function waysOf({ face }: CardFacts, w: number, h: number): Measures[] {
  const zoom = SIZES.zoom
  const k = Math.min(1, w / zoom.w)
  const head = Math.max(LEAST, Math.min(k, h / USUAL_HEIGHT))
  const name = zoom.name * Math.max(0.8 * Math.min(1, h / USUAL_HEIGHT + 0.3), head)
  const base = { w, h, name, coin: zoom.coin * head, tag: zoom.tag * head, req: zoom.req * head }
  const index = face?.cost || face?.tags?.length ? base.coin + 0.04 * w : 0
  const ribbon = face?.requires?.length || face?.wanted?.length ? base.req * 1.6 : 0
  const at = (art: number, words: number, icons: number): Measures => ({
    ...base, art: Math.max(h * art, index + ribbon), words, us: zoom.us.map((u) => u * k * icons),
  })
  const sizes = [[13.5, 1.25], [13, 1.1], [12, 1], [11, 1], [10, 1], [9.2, 0.9]] as const
  const inWords = sizes.flatMap(([size, icons]) => [0.3, 0.24, 0.18].map((art) => at(art, size, icons)))
  return [...inWords, at(0.15, 8.6, 0.8), at(0.13, 8, 0.7), at(0.3, 0, 1), at(0.2, 0, 0.8), at(0.12, 0, 0.6)]
}

const isWhole = (box: Box) => !box.svg.includes('…')

/** A card in the room it has, w by h millimetres. What fits in words and signs is drawn so, the rest in signs alone. */
export function faceIn(facts: CardFacts, deck: Deck, w: number, h: number): Box {
  const ways = waysOf(facts, w * UNITS, h * UNITS)
  let last: Box | undefined
  for (const way of ways) {
    last = cardBy(facts, way, deck)
    if (last.h <= way.h + 0.5 && (isWhole(last) || facts.name.includes('…'))) return { ...last, h: way.h }
  }
  return last!
}

/** The cards that one shows and does nothing besides: what it does is what they do. */
export function shownOn(game: Game, card: number): number[] {
  const { face } = game.card(card)
  if (!face || face.blocks.length > 0) return []
  return (face.shows ?? []).flatMap(({ of }) => (of?.c !== undefined && says(game.card(of.c).face) ? [of.c] : []))
}

const HEADING = 5 // millimetres: the name over the cards that a card shows

/** Such a card: its name, what else it says in a line, and those cards below one another. */
function composed(game: Game, card: number, shown: number[], deck: Deck, w: number, h: number): Box {
  const { name, face } = game.card(card)
  const rest = (face?.shows ?? []).flatMap(({ name, of }) =>
    of?.c === undefined || shown.includes(of.c) ? [] : [`${readable(name)}: ${game.card(of.c).name}`])
  const below = rest.flatMap((text) => titles(text, w - 4, 2.4, 'var(--faint)'))
  const lines = [...titles(name, w - 4, 3.2, 'var(--ink)'), ...below]
  const top = Math.max(HEADING, lines.reduce((sum, b) => sum + b.h, 1))
  const each = (h - top) / shown.length
  const drawn = shown.map((other, i) => {
    const box = faceIn(factsOf(game, other), deck, w, each)
    return inset(0, top + i * each, w, each, box, box.svg)
  })
  const paper = `<rect width="${f(w)}" height="${f(h)}" fill="var(--paper)"/>`
  return { w, h, svg: paper + placed(lines, w, 0.5) + drawn.join('') }
}

/** What is on a card of a game, in the room it has. */
export function drawnIn(game: Game, card: number, w: number, h: number, labels: PrintLabels): Box {
  const deck: Deck = { things: thingsOf(game), labels: labels.face, ground: null }
  const shown = shownOn(game, card)
  return shown.length > 0 ? composed(game, card, shown, deck, w, h) : faceIn(factsOf(game, card), deck, w, h)
}

/** A face with its frame and bleed, in millimetres from the corner of the card. */
export function front(game: Game, card: number, size: Extent, bleed: number, labels: PrintLabels): string {
  const facts = factsOf(game, card)
  const { w, h } = { w: size.w - 2 * FRAME, h: size.h - 2 * FRAME }
  const box = drawnIn(game, card, w, h, labels)
  const colour = darker(tint(facts.kind.colour), 0.28)
  return inset(FRAME, FRAME, w, h, { w: box.w, h: box.h }, box.svg) + frame(size, bleed, colour)
}

/** All around a face, with round corners inside. */
function frame({ w, h }: Extent, bleed: number, colour: string): string {
  const a = FRAME
  const r = f((w - 2 * a) * ROUND)
  const outside = `M${-bleed} ${-bleed}H${f(w + bleed)}V${f(h + bleed)}H${-bleed}Z`
  const turn = (x: number, y: number) => `a${r} ${r} 0 0 1 ${x} ${y}`
  const [from, across, down] = [f(a + r), f(w - a - r), f(h - a - r)]
  const inside =
    `M${from} ${a}H${across}${turn(r, r)}V${down}${turn(-r, r)}H${from}${turn(-r, -r)}V${from}${turn(r, -r)}Z`
  return `<path d="${outside}${inside}" fill="${colour}" fill-rule="evenodd"/>`
}

// ---- their backs

/** What a card is from behind: cards that may lie in one hidden pile, or one hidden hand, must look the same. */
export interface Back {
  key: number
  name: string
  colour: number
  picture: string
}

/** For each card its back: those that may meet where cards lie face down share one, whatever their kinds. */
export function backsOf(game: Game): Back[] {
  const { cards, zones } = game.about
  const group = cards.map((_, i) => i)
  const find = (i: number): number => {
    let at = i
    while (group[at] !== at) at = group[at] = group[group[at]!]!
    return at
  }
  for (const { see, cards: [first, n] } of zones)
    if (see !== 'everyone') for (let i = first; i < first + n; i++) group[find(i)] = find(first)
  const kinds = new Map<string, number>() // cards that meet nobody go by their kind
  cards.forEach((card, i) => {
    const other = kinds.get(card.kind)
    if (other === undefined) kinds.set(card.kind, i)
    else group[find(i)] = find(other)
  })
  const made = new Map<number, Back>()
  return cards.map((_, i) => {
    const key = find(i)
    const known = made.get(key) ?? backOf(game, key, cards.flatMap((_, k) => (find(k) === key ? [k] : [])))
    made.set(key, known)
    return known
  })
}

function backOf(game: Game, key: number, cards: number[]): Back {
  const { kinds } = game.about
  const kindOf = (i: number) => {
    const { kind } = game.card(i)
    return kinds.findIndex((k) => !k.spaces && (k.title === kind || k.name === kind))
  }
  const above = (k: number): number[] => (k < 0 ? [] : [k, ...above(kinds[k]!.parent)])
  const [first, ...others] = [...new Set(cards.map(kindOf))].map(above)
  const common = first!.find((k) => others.every((line) => line.includes(k))) // the nearest kind that all are
  if (common === undefined) return { key, name: '', colour: 0, picture: 'card' }
  const { colour, picture: drawn = 'card' } = thingsOf(game).of({ k: common })
  return { key, name: capital(readable(kinds[common]!.title || kinds[common]!.name)), colour, picture: drawn }
}

/** The back of a card with its bleed; it looks the same whichever way the card is turned, but for its words. */
export function back(game: Game, { name, colour, picture: sign }: Back, size: Extent, bleed: number): string {
  const { w, h } = size
  const ground = darker(colour ? tint(colour) : '#3f5a73', 0.45)
  const pale = lighter(ground, 0.55)
  const all = `x="${f(-bleed)}" y="${f(-bleed)}" width="${f(w + 2 * bleed)}" height="${f(h + 2 * bleed)}"`
  const line = (o: number, width: number) =>
    `<rect x="${o}" y="${o}" width="${f(w - 2 * o)}" height="${f(h - 2 * o)}" rx="${CORNER}" fill="none" ` +
    `stroke="${pale}" stroke-width="${width}"/>`
  const sky = stars(w - 12, h - 12, 60, 0.4, chance(`back ${name}`))
  const r = Math.min(w, h) * 0.26
  const look = `fill="${darker(ground, 0.35)}" stroke="${pale}" stroke-width=".5"`
  const disc = `<circle cx="${f(w / 2)}" cy="${f(h / 2)}" r="${f(r)}" ${look}/>`
  const drawn = picture(sign, w / 2 - r * 0.62, h / 2 - r * 0.62, r * 1.24, pale)
  const titled = titles(game.about.title, w - 14, 4.2, pale)
  const named = titles(name, w - 14, 3.6, pale)
  return (
    `<rect ${all} fill="${ground}"/><g transform="translate(6 6)">${sky}</g>${line(3, 0.7)}${line(4.4, 0.25)}` +
    `${disc}${drawn}${placed(titled, w, 9)}${placed(named, w, h - 9 - named.reduce((sum, b) => sum + b.h, 0))}`
  )
}

/** Words of a back in lines, smaller where a single word is too long. */
function titles(text: string, width: number, size: number, fill: string): Box[] {
  const type = { bold: true, fill }
  const lines = breakLines(text, size, width, type)
  const widest = Math.max(1, ...lines.map((line) => words(line, size, type).w))
  const k = Math.min(1, width / widest)
  return lines.map((line) => words(line, size * k, type))
}

function placed(lines: Box[], w: number, top: number): string {
  let y = top
  return lines.map((b) => {
    const here = `<g transform="translate(${f((w - b.w) / 2)} ${f(y)})">${b.svg}</g>`
    y += b.h
    return here
  }).join('')
}

// ---- sheets

/** All sheets of cards; the backs of a sheet are the sheet after it. */
export function cardSheets(game: Game, options: PrintOptions, labels: PrintLabels): string[] {
  const size = CARDS[options.card]
  const grid = gridOf(PAPERS[options.paper], size, options.bleed)
  const cards = cardsToPrint(game, options.once)
  const drawn = new Map<string, string>()
  const backs = backsOf(game)
  const faceOf = (card: number) => {
    const { name, kind } = game.card(card)
    const key = `${kind}\n${name}`
    const known = drawn.get(key) ?? front(game, card, size, options.bleed, labels)
    drawn.set(key, known)
    return known
  }
  const n = perSheet(grid)
  const many = Math.ceil(cards.length / n)
  return Array.from({ length: many }, (_, i) => cards.slice(i * n, (i + 1) * n)).flatMap((some, i) => {
    const said = `${game.about.title}: ${labels.parts.cards} ${i + 1}/${many}`
    const marks = options.marks ? cutMarks(grid, some.length) : ''
    const faces = some.map((card, at) => put(grid, at, faceOf(card))).join('')
    const sheets = [sheet(grid.paper, marks + faces, said, footOf(grid))]
    if (options.backs === 'none') return sheets
    const turned = options.backs
    const behind = some.map((card, at) => put(grid, at, back(game, backs[card]!, size, options.bleed), turned))
    return [...sheets, sheet(grid.paper, behind.join(''), `${said}, ${labels.behind}`)]
  })
}

/** What is printed on the back of a sheet that is turned along its short edge stands on its head. */
function put(grid: Grid, at: number, svg: string, turned: 'long' | 'short' | null = null): string {
  const { x, y } = cornerOf(grid, at, turned)
  const head = turned === 'short' ? ` rotate(180 ${f(grid.card.w / 2)} ${f(grid.card.h / 2)})` : ''
  return `<g transform="translate(${f(x)} ${f(y)})${head}">${svg}</g>`
}
