// The cover of a game: its board, tilted, in its own light, with a spine and shade where the title stands; of a game
// without a board five cards from behind. Covers are dark on every page.
import { chance, darker, f, lighter, mix, tint } from './base'
import { lying, type Plan, type Spot, tiles } from './board'
import { picture } from './icons'
import { stars } from './scene'

/** A board as a cover shows it. */
export interface Shown {
  plan: Plan
  printed: string
  spots: Spot[]
}

/** Of a card from behind. */
export interface Back {
  colour: number
  picture: string | undefined
}

export interface CoverInput {
  board: Shown | null
  backs: Back[] // where there is no board: one after the other, and again
  fan: number // how many of them there are
  seed: string
  id: string // begins the names of what is defined for use
}

const NIGHT = '#06080c'
const FELT = '#2f6b4f'

const stop = (offset: number, colour: string, opacity = 1) =>
  `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`
const gradient = (id: string, way: string, stops: string) =>
  `<linearGradient id="${id}" ${way}>${stops}</linearGradient>`
const area = (w: number, h: number, fill: string) => `<rect width="${f(w)}" height="${f(h)}" fill="${fill}"/>`

/** A picture w by h. */
export function cover({ board, backs, fan, seed, id }: CoverInput, w: number, h: number): string {
  const ground = board ? board.plan.ground.colour : FELT
  const globe = board?.plan.ground.form === 'globe'
  const [high, low] = globe
    ? ['#070a16', mix('#1a1f38', ground, 0.35)]
    : [mix(ground, '#20242c', 0.62), mix(ground, '#0d0f13', 0.45)]
  return (
    gradient(`${id}s`, 'x1="0" y1="0" x2="1" y2="1"', stop(0, high) + stop(1, low)) +
    area(w, h, `url(#${id}s)`) +
    (globe ? stars(w, h, 70, 1.6, chance(seed)) : '') +
    (board ? tilted(board, w, h) : fanned(backs, fan, seed, w, h, id)) +
    gradient(`${id}d`, '', stop(0, NIGHT, 0.86) + stop(0.46, NIGHT, 0.34) + stop(0.7, NIGHT, 0)) +
    area(w, h, `url(#${id}d)`) +
    gradient(`${id}e`, 'x1="0" y1="1" x2="0" y2="0"', stop(0, NIGHT, 0.7) + stop(0.4, NIGHT, 0)) +
    area(w, h, `url(#${id}e)`) +
    area(5, h, lighter(ground, 0.15))
  )
}

const LYING = 'rotate(-14) skewX(10) scale(1 .86)'
const TILTS = { globe: 'rotate(-8)', rack: 'rotate(-7) skewX(-4)', sheet: LYING, points: LYING }

function tilted({ plan, printed, spots }: Shown, w: number, h: number): string {
  const { form } = plan.ground
  const k = Math.max(w * 0.78, h * 1.12) / Math.max(plan.width, plan.height)
  const at = `translate(${f(w * 0.66)} ${f(h * (form === 'globe' ? 0.62 : 0.58))})`
  const size = `scale(${Math.round(k * 1000) / 1000}) translate(${f(-plan.width / 2)} ${f(-plan.height / 2)})`
  const lies = spots.map((s) => {
    const body = lying(plan, s)
    return body && `<g transform="translate(${f(s.x)} ${f(s.y)})">${body}</g>`
  })
  return (
    `<defs>${tiles(plan, spots)}</defs><g transform="${at} ${TILTS[form]} ${size}">` +
    `${plan.under}${printed}${lies.join('')}${plan.over}</g>`
  )
}

const FAN = 5 // at most
const TURN = 17 // degrees between two

function fanned(backs: Back[], n: number, seed: string, w: number, h: number, id: string): string {
  const [cw, ch] = [h * 0.42, h * 0.58]
  const at = `translate(${f(w * 0.62)} ${f(h * 1.02)})`
  const place = (turn: number) => `${at} rotate(${turn}) translate(${f(-cw / 2)} ${f(-h * 0.9)})`
  const shown = Math.min(FAN, n)
  const turns = Array.from({ length: shown }, (_, i) => TURN * (i - (shown - 1) / 2))
  return turns
    .map((turn, i) => {
      const back = backs[(shown - 1 - i) % backs.length]! // the first is that on top
      return `<g transform="${place(turn)}">${cardBack(back, cw, ch, `${seed} ${i}`, `${id}${i}`)}</g>`
    })
    .join('')
}

/** A card from behind: stars over the ground, and the sign of its kind. */
export function cardBack(
  { colour, picture: sign }: Back,
  w: number,
  h: number,
  seed: string,
  id: string,
): string {
  const c = colour ? tint(colour) : FELT
  const edge = `x="2" y="2" width="${f(w - 4)}" height="${f(h - 4)}" rx="${f(w * 0.06)}"`
  const hill = `M0 ${f(h * 0.74)}Q${f(w / 2)} ${f(h * 0.5)} ${f(w)} ${f(h * 0.74)}V${f(h)}H0Z`
  const s = w * 0.42
  return (
    `<clipPath id="${id}q"><rect ${edge}/></clipPath><rect ${edge} fill="#0f1430"/>` +
    `<g clip-path="url(#${id}q)">${stars(w, h * 0.7, 26, 1.4, chance(`${seed} back`))}` +
    `<path d="${hill}" fill="${darker(c, 0.1)}" stroke="${lighter(c, 0.4)}" stroke-width="2"/></g>` +
    picture(sign ?? 'card', (w - s) / 2 + 2, h * 0.38 + 2, s, darker('#e0b031', 0.55)) +
    picture(sign ?? 'card', (w - s) / 2, h * 0.38, s, '#f0cf6a') +
    `<rect ${edge} fill="none" stroke="#f4ecd8" stroke-width="${f(w * 0.022)}"/>`
  )
}
