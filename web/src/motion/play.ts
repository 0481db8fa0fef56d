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

const find = <E extends Element>(selector: string) =>
  [...document.querySelectorAll<E>(`.table ${selector}`)].find((e) => e.getClientRects().length > 0) ?? null
const boxOf = (e: Element | null): Box | null => e?.getBoundingClientRect() ?? null
const cardAt = (card: number) => find<HTMLElement>(`[data-lies="${card}"]`)
const spaceAt = (space: number) => find(`[data-space="${space}"]`)
const whereKey = (w: Where | null) => w && zoneKey(w.zone, w.seat)
const whereAt = (w: Where | null) =>
  w && (find(`[data-zone="${zoneKey(w.zone, w.seat)}"]`) ?? find(`[data-seat-at="${w.seat}"]`))
const numberAt = (key: string) => find<HTMLElement>(`[data-number="${key}"]`)
const markerOf = (m: Of<'track'>) =>
  find(`[data-track="${m.track}"] ${m.seat === null ? '.pointer' : `[data-number="${m.seat}.t${m.track}"]`}`)

/** What was drawn where, as far as the moves need it. */
interface Old {
  cards: Map<number, { box: Box; copy: HTMLElement }>
  markers: Map<Move, Box>
}

function remember(moves: Move[]): Old {
  const old: Old = { cards: new Map(), markers: new Map() }
  for (const m of moves) {
    const element = m.what === 'card' ? cardAt(m.card) : null
    if (m.what === 'card' && element)
      old.cards.set(m.card, { box: boxOf(element)!, copy: element.cloneNode(true) as HTMLElement })
    const marker = m.what === 'track' ? boxOf(markerOf(m)) : null
    if (marker) old.markers.set(m, marker)
  }
  return old
}

/** Plays the moves of a beat over what is drawn; `layer` holds what flies. */
export function player(layer: HTMLElement, isStill: () => boolean): (moves: Move[]) => void {
  return (moves) => {
    if (moves.length === 0) return
    const old = isStill() ? null : remember(moves)
    void tick().then(() => {
      if (!old) layer.replaceChildren() // what the answer before has marked
      for (const move of moves)
        if (old) play(layer, move, old)
        else mark(layer, move)
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

function play(layer: HTMLElement, move: Move, old: Old) {
  switch (move.what) {
    case 'card':
      return playCard(layer, move, old)
    case 'backs':
      return playBacks(layer, move)
    case 'drop':
    case 'lift':
    case 'turn':
    case 'owner':
      return playPiece(layer, move)
    case 'track':
      return playTrack(move, old.markers.get(move))
    case 'number':
      return playNumber(layer, move)
    case 'on':
      return float(layer, boxOf(cardAt(move.card)), move, move.to - move.from)
    case 'gain':
      return playGain(layer, move)
    case 'title':
      return playTitle(layer, move)
  }
}

function playCard(layer: HTMLElement, move: Of<'card'>, old: Old) {
  const was = old.cards.get(move.card)
  const now = cardAt(move.card)
  const from = was?.box ?? boxOf(whereAt(move.from))
  const to = boxOf(now ?? whereAt(move.to))
  if (!from || !to) return
  if (now) return fly(now, from, to, move, move.turns)
  const end = middle(to, Math.min(60, from.width), (Math.min(60, from.width) * 7) / 5)
  const ghost = put(layer, was ? 'flying' : 'flying back', end, move.at + move.time)
  if (was) {
    was.copy.removeAttribute('style')
    ghost.append(was.copy)
  }
  fly(ghost, from, end, move, move.turns, true)
}

function playBacks(layer: HTMLElement, move: Of<'backs'>) {
  const [from, to] = [boxOf(whereAt(move.from)), boxOf(whereAt(move.to))]
  if (!from || !to) return
  for (let i = 0; i < move.n; i++) {
    const end = middle(to, 28, 40)
    const late = { ...move, at: move.at + 20 * i, time: move.time - 20 * (move.n - 1) }
    fly(put(layer, 'flying back', end, late.at + late.time), middle(from, 28, 40), end, late, false, true)
  }
}

function playPiece(layer: HTMLElement, move: Of<'drop' | 'lift' | 'turn' | 'owner'>) {
  const piece = find<SVGElement>(`[data-piece="${move.space}"]`)
  const box = boxOf(spaceAt(move.space))
  if (!piece || !box) return
  const { at, time } = move
  piece.style.transformBox = 'fill-box'
  piece.style.transformOrigin = '50% 60%'
  if (move.what === 'drop') {
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
  } else if (move.what === 'turn')
    piece.animate([{ transform: 'scaleX(0.05)' }, { transform: 'none' }], { duration: time, delay: at, easing: OUT })
  else if (move.what === 'lift')
    put(layer, 'ring', box, at + time).animate(
      [{ transform: 'none', opacity: 0.7 }, { transform: 'translateY(-24px)', opacity: 0 }],
      { duration: time, delay: at, easing: OUT, fill: 'both' },
    )
}

function playTrack(move: Of<'track'>, from: Box | undefined) {
  const marker = markerOf(move)
  const to = boxOf(marker)
  const options = { duration: move.time, delay: move.at, fill: 'backwards' as const }
  if (marker && from && to) {
    const way = `translate(${from.x - to.x}px, ${from.y - to.y}px)`
    marker.animate([{ transform: way }, { transform: 'none' }], { ...options, easing: 'linear' })
  }
  const done = move.seat === null ? find<HTMLElement>(`[data-track="${move.track}"] .done`) : null
  const box = boxOf(done)
  if (!done || !box || !from || !to) return
  const upright = box.height > box.width
  const was = upright ? box.height + to.y - from.y : 0
  if (!upright || was <= 0 || box.height <= 0) return
  done.style.transformOrigin = 'bottom'
  done.animate([{ transform: `scaleY(${was / box.height})` }, { transform: 'none' }], { ...options, easing: 'linear' })
}

const signed = (n: number) => (n > 0 ? `+${n}` : `−${-n}`)

/** The difference floats up and fades. */
function float(layer: HTMLElement, box: Box | null, { at, time }: Move, by: number) {
  if (!box) return
  const place = { x: box.x + box.width / 2 - 30, y: box.y, width: 60, height: box.height }
  const e = put(layer, by > 0 ? 'float more' : 'float less', place, at + time + 300)
  e.textContent = signed(by)
  e.animate(
    [{ transform: 'none', opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: 'translateY(-18px)', opacity: 0 }],
    { duration: time + 300, delay: at, easing: OUT, fill: 'both' },
  )
}

/** It counts in steps, unless the drawing changes meanwhile: then what is drawn is right. */
function playNumber(layer: HTMLElement, move: Of<'number'>) {
  const e = numberAt(move.key)
  if (!e) return
  float(layer, boxOf(e), move, move.to - move.from)
  const node = [...e.childNodes].find((n) => n.nodeType === Node.TEXT_NODE && n.nodeValue?.trim())
  const end = node?.nodeValue
  const shown = String(Math.abs(move.to))
  if (!node || !end || !end.includes(shown)) return
  const [before, after] = [end.slice(0, end.lastIndexOf(shown)), end.slice(end.lastIndexOf(shown) + shown.length)]
  if (Math.sign(move.from) !== Math.sign(move.to) && move.from * move.to < 0) return
  let last = end
  const show = (text: string) => {
    if (node.nodeValue === last) node.nodeValue = last = text
  }
  show(before + Math.abs(move.from) + after)
  for (let i = 1; i <= COUNTS; i++) {
    const n = Math.abs(Math.round(move.from + ((move.to - move.from) * i) / COUNTS))
    setTimeout(() => show(i === COUNTS ? end : before + n + after), move.at + (move.time * i) / COUNTS)
  }
}

function playGain(layer: HTMLElement, move: Of<'gain'>) {
  const e = numberAt(move.key)
  const sign = e?.parentElement?.querySelector('.chip')
  const { space, card, track } = move.from
  const on = card !== undefined ? cardAt(card) : find(`[data-track="${track}"]`)
  const source = space !== undefined ? spaceAt(space) : on
  const [from, to] = [boxOf(source), boxOf(sign ?? null)]
  if (!sign || !from || !to) return
  const ghost = put(layer, 'flying', to, move.at + move.time)
  ghost.append(sign.cloneNode(true))
  fly(ghost, middle(from, to.width, to.height), to, move)
}

function playTitle(layer: HTMLElement, move: Of<'title'>) {
  const map = boxOf(find('.map') ?? find('main'))
  if (!map) return
  const e = put(layer, 'title', middle(map, map.width, 64), move.time)
  e.textContent = move.text
  e.animate([{ opacity: 0 }, { opacity: 1, offset: 0.25 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }], {
    duration: move.time,
    fill: 'both',
  })
}

// ---- without motion
/** What changed has a dashed ring, or its difference beside it, for a while. */
function mark(layer: HTMLElement, move: Move) {
  if (move.what === 'number' || move.what === 'on') {
    const box = boxOf(move.what === 'on' ? cardAt(move.card) : numberAt(move.key))
    const by = move.to - move.from
    const place = box && { x: box.x + box.width - 6, y: box.y - 11, width: 0, height: 16 }
    if (place) put(layer, by > 0 ? 'beside more' : 'beside less', place, MARKED).textContent = signed(by)
    return
  }
  if (move.what === 'card' && whereKey(move.from) === whereKey(move.to)) return // it only moved up
  const box =
    move.what === 'card' ? boxOf(cardAt(move.card)) : 'space' in move ? boxOf(spaceAt(move.space)) : null
  if (box) put(layer, 'dashed', box, MARKED)
}
