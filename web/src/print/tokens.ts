// Tokens to be cut out: what lies on spaces and cards and with players, and the markers of each player. Where the rules
// do not say how many there are, there are as many as were asked for; of markers enough for the board.
import { f } from '../draw/base'
import { stepOf } from '../draw/board'
import { HEX_STEP, RADIUS, SQUARE } from '../draw/geometry'
import { icon, type Thing } from '../draw/icons'
import { counter, disc, tile } from '../draw/pieces'
import { boardsOf } from '../model/board'
import { type Game, isHidden } from '../model/game'
import { NO_VIEW } from '../model/rulebook'
import { thingsOf } from '../model/things'
import { layBoard } from './boards'
import { type Extent, MARGIN, PAPERS, sheet } from './paper'
import type { PrintLabels, PrintOptions } from './options'

const CUBE = 12 // millimetres: what players own and what lies on cards
const MARKER = 14
const PART = 0.92 // of a space: a tile
const GAP = 2
const MOST = 64 // of one thing

interface Token {
  size: number // its width and height on paper
  svg: string // around the middle, in millimetres
}

/** How far it is from a space of the largest board to the next, on paper; 0: there is no board. */
function stepOnPaper(game: Game, options: PrintOptions, paper: Extent): number {
  const boards = boardsOf(game, NO_VIEW)
  const sizes = boards.map(({ plan }) => {
    const room = { w: paper.w - 2 * MARGIN, h: paper.h - 2 * MARGIN }
    return layBoard({ w: plan.width, h: plan.height }, stepOf(plan), options.space, room).k * stepOf(plan)
  })
  return sizes.length > 0 ? Math.min(...sizes) : 0
}

const scaled = (k: number, svg: string): string => `<g transform="scale(${k.toFixed(4)})">${svg}</g>`

/** A tile is as wide as the spaces it lies on. */
function tileToken(t: Thing, step: number, id: string): Token {
  const hex = t.form === 'hex'
  const size = step * PART
  const k = size / (hex ? HEX_STEP : SQUARE)
  if (t.form === 'round') return { size, svg: scaled(size / (2.4 * RADIUS), counter(t, RADIUS)) }
  return { size: hex ? size * 1.16 : size, svg: scaled(k, tile(t, hex ? 'hex' : 'square', id, id)) }
}

/** Its sign, as it stands on cards. */
function signToken(t: Thing, size: number): Token {
  const b = icon(t, size)
  const k = size / Math.max(b.w, b.h)
  return { size, svg: scaled(k, `<g transform="translate(${f(-b.w / 2)} ${f(-b.h / 2)})">${b.svg}</g>`) }
}

/** Members of which numbers are kept, on cards, on spaces or with players. */
function counted(game: Game): Set<number> {
  const kept = game.about.vars.filter((v) => v.scope !== 'game' && v.type === 'number' && v.index && !isHidden(v))
  return new Set(kept.flatMap((v) => v.index!.flatMap((name) => game.memberAmong(v.index!, name) ?? [])))
}

/** All tokens, those that are alike one after the other. */
export function tokensOf(game: Game, options: PrintOptions): Token[] {
  const { members, vars, seats, spaces } = game.about
  const things = thingsOf(game)
  const step = stepOnPaper(game, options, PAPERS[options.paper])
  const known = counted(game)
  const some = (token: Token, n: number) => Array<Token>(n).fill(token)
  const made = members.flatMap((m, i) => {
    const thing = things.of({ m: i })
    const n = Math.min(m.total ?? options.tokens, MOST)
    if (m.sort === 'piece' && step > 0) return some(tileToken(thing, Math.max(step, 12), `token${i}`), n)
    return m.sort === 'resource' || known.has(i) ? some(signToken(thing, CUBE), n) : []
  })
  const owned = vars.some((v) => v.type === 'player' && (v.scope === 'space' || v.scope === 'card') && !isHidden(v))
  const enough = Math.min(MOST, Math.max(options.tokens, Math.ceil((2 * spaces.length) / seats.length)))
  const size = step > 0 ? Math.min(MARKER, step * 0.72) : MARKER
  const marker = (seat: number): Token => ({ size, svg: scaled(size / (2.2 * RADIUS), disc(seat, RADIUS)) })
  const markers = seats.flatMap((_, seat) => some(marker(seat), owned ? enough : Math.min(options.tokens, 4)))
  return [...made, ...markers]
}

/** In lines on as many sheets as they take;. */
export function tokenSheets(game: Game, options: PrintOptions, labels: PrintLabels): string[] {
  const paper = PAPERS[options.paper]
  const sheets: string[] = []
  let body = ''
  let [x, y, high] = [MARGIN, MARGIN, 0]
  const said = () => `${game.about.title}: ${labels.parts.tokens}`
  for (const { size, svg } of tokensOf(game, options)) {
    if (x + size > paper.w - MARGIN) [x, y, high] = [MARGIN, y + high + GAP, 0]
    if (y + size > paper.h - MARGIN) {
      sheets.push(sheet(paper, body, said()))
      body = ''
      ;[x, y, high] = [MARGIN, MARGIN, 0]
    }
    body += `<g transform="translate(${f(x + size / 2)} ${f(y + size / 2)})">${svg}</g>`
    x += size + GAP
    high = Math.max(high, size)
  }
  return body ? [...sheets, sheet(paper, body, said())] : sheets
}

