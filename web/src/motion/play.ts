// Moves on the screen. What is drawn is found by what it is: cards by [data-lies], spaces by [data-space], zones by
// [data-zone], players by [data-seat-at], numbers by [data-number], tracks by [data-track]. Places are read before the
// drawing changes and after it, and the difference is animated: transform and opacity only. Where nothing may move,
// what changed is marked for a while instead.
import { tick } from 'svelte'
import { zoneKey } from '../model/zones'
import type { Move, Where } from './diff'

const GLIDE = 'cubic-bezier(.2,.8,.3,1)'
const FALL = 'cubic-bezier(.3,0,.8,.4)'
const OUT = 'ease-out'
const MARKED = 2000
const RISE = 0.12 // of the way
const HEIGHT = 40
const FALLING = 240
const COUNTS = 8

type Box = Pick<DOMRect, 'x' | 'y' | 'width' | 'height'>
type Of<W extends Move['what']> = Extract<Move, { what: W }>

const boxOf = (e: Element | null): Box | null => e?.getBoundingClientRect() ?? null
const whereKey = (w: Where | null) => w && zoneKey(w.zone, w.seat)

const KEYS = ['lies', 'space', 'piece', 'zone', 'seatAt', 'number', 'track'] as const
const attribute = (key: string) => `data-${key.replace(/[A-Z]/, (c) => `-${c.toLowerCase()}`)}`
const SELECTOR = KEYS.map((key) => `[${attribute(key)}]`).join()

/** What is drawn now, by what it is: the page is searched once for all moves of a beat. */
class Drawn {
  private readonly all = new Map<string, HTMLElement[]>()

  constructor() {
    for (const e of document.querySelector('.table')?.querySelectorAll<HTMLElement>(SELECTOR) ?? [])
      for (const key of KEYS) {
        const value = e.dataset[key]
        if (value === undefined) continue
        const known = this.all.get(`${key} ${value}`)
        if (known) known.push(e)
        else this.all.set(`${key} ${value}`, [e])
      }
  }

  /** The first of them that is seen. */
  find(key: (typeof KEYS)[number], value: string | number | null): HTMLElement | null {
    return this.all.get(`${key} ${value}`)?.find((e) => e.getClientRects().length > 0) ?? null
  }

  card = (card: number) => this.find('lies', card)
  where = (w: Where | null) => w && (this.find('zone', whereKey(w)) ?? this.find('seatAt', w.seat))
  marker(m: Of<'track'>): Element | null {
    if (m.seat !== null) return this.find('number', `${m.seat}.t${m.track}`)
    return this.find('track', m.track)?.querySelector('.pointer') ?? null
  }
}

/** What was drawn where, as far as the moves need it. */
interface Old {
  cards: Map<number, { box: Box; copy: HTMLElement }>
  markers: Map<Move, Box>
}

function remember(moves: Move[]): Old {
  const old: Old = { cards: new Map(), markers: new Map() }
  if (!moves.some((m) => m.what === 'card' || m.what === 'track')) return old
  const drawn = new Drawn()
  for (const m of moves) {
    const element = m.what === 'card' ? drawn.card(m.card) : null
    if (m.what === 'card' && element)
      old.cards.set(m.card, { box: boxOf(element)!, copy: element.cloneNode(true) as HTMLElement })
    const marker = m.what === 'track' ? boxOf(drawn.marker(m)) : null
    if (marker) old.markers.set(m, marker)
  }
  return old
}

/** Changes the page; all that has to be measured for it was measured before. */
type Change = () => void

/** Plays the moves of a beat over what is drawn; `layer` holds what flies. All places are read before anything is
 *  changed: each reading behind a change would lay the page out anew. */
export function player(layer: HTMLElement, isStill: () => boolean): (moves: Move[]) => void {
  return (moves) => {
    if (moves.length === 0) return
    const old = isStill() ? null : remember(moves)
    void tick().then(() => {
      if (!old) layer.replaceChildren() // what the answer before has marked
      const drawn = new Drawn()
      const changes = moves.map((move) => (old ? play(layer, drawn, move, old) : mark(layer, drawn, move)))
      for (const change of changes) change?.()
    })
  }
}

// ---- things that are only there while they move
function put(layer: HTMLElement, name: string, box: Box, time: number): HTMLElement {
  const e = document.createElement('div')
  e.className = name
  Object.assign(e.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` })
  layer.append(e)
  setTimeout(() => e.remove(), time)
  return e
}

const middle = (b: Box, width: number, height: number): Box => ({
  x: b.x + b.width / 2 - width / 2,
  y: b.y + b.height / 2 - height / 2,
  width,
  height,
})

/** From one place to another along an arc; in the middle it turns over, if its face was hidden. */
function fly(e: Element, from: Box, to: Box, { at, time }: Move, turns = false, fades = false) {
  const dx = from.x + from.width / 2 - to.x - to.width / 2
  const dy = from.y + from.height / 2 - to.y - to.height / 2
  const scale = Math.max(0.15, from.width / Math.max(1, to.width))
  const rise = RISE * Math.hypot(dx, dy)
  const half = (1 + scale) / 2
  e.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, opacity: 1 },
      { transform: `translate(${dx / 2}px, ${dy / 2 - rise}px) scale(${turns ? 0.02 : half}, ${half})`, opacity: 1 },
      { transform: 'none', opacity: fades ? 0.2 : 1 },
    ],
    { duration: time, delay: at, easing: GLIDE, fill: 'backwards' },
  )
}

function play(layer: HTMLElement, drawn: Drawn, move: Move, old: Old): Change | undefined {
  switch (move.what) {
    case 'card':
      return playCard(layer, drawn, move, old)
    case 'backs':
      return playBacks(layer, drawn, move)
    case 'drop':
    case 'lift':
    case 'turn':
    case 'owner':
      return playPiece(layer, drawn, move)
    case 'track':
      return playTrack(drawn, move, old.markers.get(move))
    case 'number':
      return playNumber(layer, drawn, move)
    case 'on':
      return float(layer, drawn.card(move.card), move, move.to - move.from, `card ${move.card}`)
    case 'gain':
      return playGain(layer, drawn, move)
    case 'title':
      return playTitle(layer, move)
  }
}

function playCard(layer: HTMLElement, drawn: Drawn, move: Of<'card'>, old: Old): Change | undefined {
  const was = old.cards.get(move.card)
  const now = drawn.card(move.card)
  const from = was?.box ?? boxOf(drawn.where(move.from))
  const to = boxOf(now ?? drawn.where(move.to))
  if (!from || !to) return undefined
  if (now) return () => fly(now, from, to, move, move.turns)
  const wide = Math.min(60, from.width)
  const end = middle(to, wide, was ? (wide * from.height) / from.width : (wide * 7) / 5)
  return () => {
    const ghost = put(layer, was ? 'flying' : 'flying back', end, move.at + move.time)
    if (was) {
      was.copy.removeAttribute('style')
      ghost.append(was.copy)
    }
    fly(ghost, was ? from : middle(from, end.width, end.height), end, move, move.turns, true)
  }
}

function playBacks(layer: HTMLElement, drawn: Drawn, move: Of<'backs'>): Change | undefined {
  const [from, to] = [boxOf(drawn.where(move.from)), boxOf(drawn.where(move.to))]
  if (!from || !to) return undefined
  return () => {
    for (let i = 0; i < move.n; i++) {
      const end = middle(to, 28, 40)
      const late = { ...move, at: move.at + 20 * i, time: move.time - 20 * (move.n - 1) }
      fly(put(layer, 'flying back', end, late.at + late.time), middle(from, 28, 40), end, late, false, true)
    }
  }
}

function playPiece(layer: HTMLElement, drawn: Drawn, move: Of<'drop' | 'lift' | 'turn' | 'owner'>): Change | undefined {
  const piece = drawn.find('piece', move.space)
  const box = boxOf(drawn.find('space', move.space))
  if (!piece || !box) return undefined
  return () => {
    piece.style.transformBox = 'fill-box'
    piece.style.transformOrigin = '50% 60%'
    if (move.what === 'drop') drop(layer, piece, box, move)
    else if (move.what === 'turn')
      piece.animate([{ transform: 'scaleX(0.05)' }, { transform: 'none' }], {
        duration: move.time,
        delay: move.at,
        easing: OUT,
      })
    else if (move.what === 'lift')
      put(layer, 'ring', box, move.at + move.time).animate(
        [{ transform: 'none', opacity: 0.7 }, { transform: 'translateY(-24px)', opacity: 0 }],
        { duration: move.time, delay: move.at, easing: OUT, fill: 'both' },
      )
  }
}

function drop(layer: HTMLElement, piece: Element, box: Box, { at, time }: Move) {
  piece.animate([{ transform: `translateY(-${HEIGHT}px)`, opacity: 0.4 }, { transform: 'none', opacity: 1 }], {
    duration: FALLING,
    delay: at,
    easing: FALL,
    fill: 'backwards',
  })
  piece.animate([{ transform: 'scale(1.05, 0.95)' }, { transform: 'none' }], {
    duration: time - FALLING,
    delay: at + FALLING,
    easing: OUT,
  })
  const ring = put(layer, 'ring', box, at + time)
  ring.animate([{ transform: 'none', opacity: 0.7 }, { transform: 'scale(1.4)', opacity: 0 }], {
    duration: time - FALLING,
    delay: at + FALLING,
    easing: OUT,
    fill: 'both',
  })
}

function playTrack(drawn: Drawn, move: Of<'track'>, from: Box | undefined): Change | undefined {
  const marker = drawn.marker(move)
  const to = boxOf(marker)
  if (!marker || !from || !to) return undefined
  const options = { duration: move.time, delay: move.at, fill: 'backwards' as const, easing: 'linear' }
  const done = move.seat === null ? drawn.find('track', move.track)?.querySelector<HTMLElement>('.done') : null
  const box = boxOf(done ?? null)
  const was = box && box.height > box.width ? box.height + to.y - from.y : 0 // only what stands upright grows
  return () => {
    const way = `translate(${from.x - to.x}px, ${from.y - to.y}px)`
    marker.animate([{ transform: way }, { transform: 'none' }], options)
    if (!done || !box || was <= 0) return
    done.style.transformOrigin = 'bottom'
    done.animate([{ transform: `scaleY(${was / box.height})` }, { transform: 'none' }], options)
  }
}

const signed = (n: number) => (n > 0 ? `+${n}` : `−${-n}`)

const LABEL = 16 // pixels: the height of a difference

/** Where the difference stands: beside the number, before it where there is room, else over what follows, which is
 *  less. It never covers the number itself. */
function besideNumber(e: Element, text: string): Box | null {
  const number = textBox(e)
  const width = 8 + 7 * text.length
  if (!number) return null
  const before = boxOf(e.previousElementSibling)
  const beside = before && before.y < number.y + number.height && before.y + before.height > number.y
  const from = beside ? before.x + before.width : boxOf(e.parentElement)!.x
  const x = number.x - from >= width + 2 ? number.x - width - 2 : number.x + number.width + 1
  return { x: Math.min(x, innerWidth - width), y: number.y + (number.height - LABEL) / 2, width, height: LABEL }
}

/** The difference rises a little and fades. One that is still there of the same thing goes: two over one another could
 *  not be read. */
function float(layer: HTMLElement, e: Element | null, { at, time }: Move, by: number, of: string): Change | undefined {
  const text = signed(by)
  const place = e && besideNumber(e, text)
  if (!place) return undefined
  return () => {
    only(layer, of)
    const label = put(layer, `beside ${by > 0 ? 'more' : 'less'}`, place, at + time + 300)
    label.dataset.of = of
    label.textContent = text
    label.animate(
      [{ transform: 'none', opacity: 0 }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.7 },
        { transform: 'translateY(-6px)', opacity: 0 }],
      { duration: time + 300, delay: at, easing: OUT, fill: 'both' },
    )
  }
}

/** Takes away what is still there of the same. */
function only(layer: HTMLElement, of: string) {
  for (const e of [...layer.children]) if ((e as HTMLElement).dataset.of === of) e.remove()
}

/** It counts in steps, unless the drawing changes meanwhile: then what is drawn is right. */
function playNumber(layer: HTMLElement, drawn: Drawn, move: Of<'number'>): Change | undefined {
  const e = drawn.find('number', move.key)
  const rise = float(layer, e, move, move.to - move.from, move.key)
  return e && rise ? () => (rise(), count(e, move)) : undefined
}

function count(e: HTMLElement, move: Of<'number'>) {
  const node = [...e.childNodes].find((n) => n.nodeType === Node.TEXT_NODE && n.nodeValue?.trim())
  const end = node?.nodeValue
  const shown = String(Math.abs(move.to))
  if (!node || !end || !end.includes(shown)) return
  const [before, after] = [end.slice(0, end.lastIndexOf(shown)), end.slice(end.lastIndexOf(shown) + shown.length)]
  if (Math.sign(move.from) !== Math.sign(move.to) && move.from * move.to < 0) return
  let last = end
  const show = (text: string) => {
    if (node.nodeValue === last && text !== last) node.nodeValue = last = text
  }
  show(before + Math.abs(move.from) + after)
  for (let i = 1; i <= COUNTS; i++) {
    const n = Math.abs(Math.round(move.from + ((move.to - move.from) * i) / COUNTS))
    setTimeout(() => show(i === COUNTS ? end : before + n + after), move.at + (move.time * i) / COUNTS)
  }
}

function playGain(layer: HTMLElement, drawn: Drawn, move: Of<'gain'>): Change | undefined {
  const e = drawn.find('number', move.key)
  const sign = e?.parentElement?.querySelector('.chip')
  const { space, card, track } = move.from
  const on = card !== undefined ? drawn.card(card) : drawn.find('track', track ?? null)
  const source = space !== undefined ? drawn.find('space', space) : on
  const [from, to] = [boxOf(source), boxOf(sign ?? null)]
  if (!sign || !from || !to) return undefined
  return () => {
    const ghost = put(layer, 'flying', to, move.at + move.time)
    ghost.append(sign.cloneNode(true))
    fly(ghost, middle(from, to.width, to.height), to, move)
  }
}

function playTitle(layer: HTMLElement, move: Of<'title'>): Change | undefined {
  const map = boxOf(document.querySelector('.table .map') ?? document.querySelector('.table main'))
  if (!map) return undefined
  return () => {
    only(layer, 'title')
    const e = put(layer, 'title', middle(map, map.width, 64), move.time)
    e.dataset.of = 'title'
    e.textContent = move.text
    e.animate([{ opacity: 0 }, { opacity: 1, offset: 0.25 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }], {
      duration: move.time,
      fill: 'both',
    })
  }
}

// ---- without motion
function markNumber(layer: HTMLElement, drawn: Drawn, move: Of<'number' | 'on'>): Change | undefined {
  const text = signed(move.to - move.from)
  const e = move.what === 'on' ? drawn.card(move.card) : drawn.find('number', move.key)
  const place = e && besideNumber(e, text)
  if (!place) return undefined
  return () => (put(layer, move.to > move.from ? 'beside more' : 'beside less', place, MARKED).textContent = text)
}

/** Where the letters of an element stand: the element itself may be wider. */
function textBox(e: Element): Box | null {
  const range = document.createRange()
  range.selectNodeContents(e)
  const box = range.getBoundingClientRect()
  return box.width > 0 ? box : boxOf(e)
}

/** What changed has a dashed ring, or its difference beside it, for a while. */
function mark(layer: HTMLElement, drawn: Drawn, move: Move): Change | undefined {
  if (move.what === 'number' || move.what === 'on') return markNumber(layer, drawn, move)
  if (move.what === 'card' && whereKey(move.from) === whereKey(move.to)) return undefined // it only moved up
  const e = move.what === 'card' ? drawn.card(move.card) : 'space' in move ? drawn.find('space', move.space) : null
  const box = boxOf(e)
  return box ? () => put(layer, 'dashed', box, MARKED) : undefined
}
