// Player boards and tracks: a board for each player with a place for everything a player has, and the tracks all share,
// a field for each step with what its marks give.
import { esc, f, seatColour, seatShape, tint } from '../draw/base'
import { type Box, breakLines, words } from '../draw/boxes'
import { icon, type Thing } from '../draw/icons'
import type { Labels } from '../draw/phrase'
import { capital, type Game, isHidden, readable, titleOf } from '../model/game'
import { groupsOf } from '../model/players'
import { phrasesOf, thingsOf } from '../model/things'
import type { Track } from '../protocol'
import { type Extent, MARGIN, PAPERS, sheet } from './paper'
import type { PrintLabels, PrintOptions } from './options'

const LINE = 'stroke="#9a9284" stroke-width=".25"'
const HEAD = 14 // the band with whose it is
const ROW = 15 // of a thing a player has
const FIELD = 9.5 // of a step of a track, at least
const FIELDS = 20 // in a line of a track, at most
const MOST_FIELDS = 121 // a longer track is a place for its number
const GAP = 4
const BETWEEN = 8 // from one player's board to the next

/** A part of a mat: so wide as the mat, so high. */
interface Part {
  h: number
  svg: string
}

const put = (b: Box, x: number, y: number): string => `<g transform="translate(${f(x)} ${f(y)})">${b.svg}</g>`
const scaledTo = (b: Box, w: number, h: number): Box => {
  const k = Math.min(1, w / Math.max(b.w, 0.1), h / Math.max(b.h, 0.1))
  return { w: b.w * k, h: b.h * k, svg: `<g transform="scale(${k.toFixed(4)})">${b.svg}</g>` }
}

const rect = (x: number, y: number, w: number, h: number, more: string, r = 1.2): string =>
  `<rect x="${f(x)}" y="${f(y)}" width="${f(w)}" height="${f(h)}" rx="${r}" ${more}/>`

// ---- tracks

const steps = ({ low, high, step }: Track) => Math.floor((high - low) / step) + 1

/** Lines of fields, numbered from the lowest; a mark stands in its field as signs, else in words below the track. */
function trackPart(game: Game, track: Track, t: number, labels: Labels, width: number): Part {
  const thing = thingsOf(game).of({ t })
  const n = steps(track)
  const title = titled(capital(titleOf(track)), thing, 0)
  if (n > MOST_FIELDS) return { h: ROW, svg: title.svg + rect(60, 1, width - 60, ROW - 2, `fill="#fff" ${LINE}`) }
  const each = Math.min(FIELDS, n)
  const marked = new Map(track.marks.map(([at, text, phrases]) => [at, { text, phrases: phrases ?? [] }]))
  const drawn = [...marked.values()].some((m) => isDrawn(m.phrases))
  const [w, h] = [Math.min(2 * FIELD, width / each), FIELD + (drawn ? 8 : 1)]
  const left: string[] = []
  const fields = Array.from({ length: n }, (_, i) => {
    const at = track.low + i * track.step
    const [x, y] = [(i % each) * w, title.h + Math.floor(i / each) * (h + 1)]
    const mark = marked.get(at)
    const look = mark ? `fill="${tint(thing.colour)}" fill-opacity=".22" ${LINE}` : `fill="#fff" ${LINE}`
    const number = words(String(at).replace('-', '−'), 3.6, { bold: true, narrow: true, fill: '#444' })
    const gives = mark && isDrawn(mark.phrases) ? phrasesOf(game, mark.phrases, labels, 7, 40) : null
    const gift = gives && scaledTo(gives, w - 1.2, 6.6)
    if (mark && !gift) left.push(`${String(at).replace('-', '−')}: ${mark.text}`)
    const given = gift ? put(gift, x + (w - gift.w) / 2, y + h - gift.h - 0.8) : ''
    return rect(x + 0.3, y, w - 0.6, h, look) + put(number, x + (w - number.w) / 2, y + 0.6) + given
  })
  const notes = left.flatMap((text) => breakLines(text, 3, width, {}))
  const bottom = title.h + Math.ceil(n / each) * (h + 1)
  const said = notes.map((line, i) => put(words(line, 3, { fill: '#444' }), 0, bottom + 0.5 + i * 3.7)).join('')
  return { h: bottom + notes.length * 3.7 + 1, svg: title.svg + fields.join('') + said }
}

const isDrawn = (phrases: { v: string }[]) => phrases.length > 0 && phrases.every((p) => p.v !== 'text')

function titled(name: string, thing: Thing | null, y: number): Part {
  const sign = thing?.picture ? scaledTo(icon(thing, 5.4), 6, 5.4) : null
  const x = sign ? sign.w + 1.6 : 0
  const svg = (sign ? put(sign, 0, y) : '') + put(words(name, 4.2, { bold: true, fill: '#2b2620' }), x, y + 0.4)
  return { h: 7, svg }
}

/** Tracks that all players share, each a part of a sheet. */
function sharedTracks(game: Game, labels: Labels, width: number): Part[] {
  return game.about.tracks.flatMap((track, t) => {
    const isRace = track.per_player && (track.loop || track.marks.length > 0) // all race on one
    return isHidden(track) || (track.per_player && !isRace) ? [] : [trackPart(game, track, t, labels, width)]
  })
}

// ---- what a player has

function ownParts(game: Game, labels: Labels, width: number): Part[] {
  const tracks = game.about.tracks.flatMap((track, t) => {
    const isRace = track.loop || track.marks.length > 0
    return track.per_player && !isRace && !isHidden(track) ? [trackPart(game, track, t, labels, width)] : []
  })
  const groups = groupsOf(game).flatMap((vars) => groupPart(game, vars, width) ?? [])
  return [...groups, ...countersPart(game, width), ...tracks]
}

/** Things of one sort in rows, a place for each number of them: stock, production. */
function groupPart(game: Game, vars: number[], width: number): Part | null {
  const variables = vars.map((v) => game.about.vars[v]!)
  const names = variables[0]!.index ?? []
  const shown = names.filter((name) => {
    const m = game.memberAmong(names, name)
    return m === undefined || !isHidden(game.about.members[m]!)
  })
  if (shown.length === 0) return null
  const label = 42
  const each = (width - label) / variables.length
  const head = variables.map((v, i) =>
    put(words(capital(readable(v.title)), 3.4, { bold: true, fill: '#444' }), label + i * each + 1, 0)).join('')
  const rows = shown.map((name, i) => {
    const y = 5 + i * ROW
    const m = game.memberAmong(names, name)
    const thing = m === undefined ? null : thingsOf(game).of({ m })
    const sign = thing ? scaledTo(icon(thing, ROW - 5), ROW - 4, ROW - 4) : null
    const text = words(capital(readable(name)), 4, { bold: true, fill: '#2b2620' })
    const colour = thing ? `fill="${tint(thing.colour)}" fill-opacity=".13"` : 'fill="#fff"'
    const places = variables.map((_, k) => rect(label + k * each + 0.6, y, each - 1.2, ROW - 1.4, `${colour} ${LINE}`))
    const fitted = scaledTo(text, label - (sign ? ROW : 2), 6)
    const at = y + (ROW - 1.4) / 2
    return (sign ? put(sign, 0, at - sign.h / 2) : '') + put(fitted, sign ? sign.w + 2 : 0, at - fitted.h / 2) +
      places.join('')
  })
  return { h: 5 + shown.length * ROW, svg: head + rows.join('') }
}

/** Numbers of a player that stand alone: a field each. */
function countersPart(game: Game, width: number): Part[] {
  const counters = game.about.vars.flatMap((v, i) =>
    v.scope === 'player' && !v.index && v.type === 'number' && !isHidden(v) ? [{ v, i }] : [])
  if (counters.length === 0) return []
  const each = 3
  const w = width / each
  const svg = counters.map(({ v, i }, k) => {
    const [x, y] = [(k % each) * w, Math.floor(k / each) * ROW]
    const sign = scaledTo(icon(thingsOf(game).of({ v: i }), 7), 8, 7)
    const name = scaledTo(words(capital(readable(v.title)), 3.4, { bold: true, fill: '#2b2620' }), w - 24, 6)
    return rect(x + 0.6, y, w - 1.2, ROW - 1.4, `fill="#fff" ${LINE}`) + put(sign, x + 2, y + 3.2) +
      put(name, x + 11.5, y + 4.4)
  }).join('')
  return [{ h: Math.ceil(counters.length / each) * ROW, svg }]
}

// ---- pages

const highOf = (parts: Part[]): number => parts.reduce((sum, part) => sum + part.h + GAP, 0)

/** Whose it is, or what, and below it the parts. */
interface Block {
  title: string
  seat: number | null
  parts: Part[]
}

/** Blocks below one another on as few pages as there need be; one that fits on a page is not broken. */
function pagesOf(blocks: Block[], width: number, room: number): Part[][] {
  const pages: Part[][] = []
  let left = 0
  const begin = () => {
    pages.push([])
    left = room
  }
  for (const { title, seat, parts } of blocks) {
    if (parts.length === 0) continue
    const head = { h: HEAD - GAP, svg: headOf(title, seat, width) }
    const whole = highOf([head, ...parts])
    if (whole > left && (whole <= room || left < room / 2)) begin()
    for (const part of [head, ...parts]) {
      if (part.h > left && pages.at(-1)!.length > 0) begin()
      pages.at(-1)!.push(part)
      left -= part.h + GAP
    }
    left -= BETWEEN
    pages.at(-1)!.push({ h: BETWEEN - GAP, svg: '' })
  }
  return pages
}

function stacked(parts: Part[], x: number, top: number): string {
  let y = top
  return parts.map((part) => {
    const here = part.svg && `<g transform="translate(${f(x)} ${f(y)})">${part.svg}</g>`
    y += part.h + GAP
    return here
  }).join('')
}

function headOf(title: string, seat: number | null, width: number): string {
  const colour = seat === null ? '#5b5347' : seatColour(seat)
  const sign = seat === null ? '' : seatShape(seat, 8, 5.5, 3.4, 'fill="#fff"')
  return rect(0, 0, width, HEAD - 3, `fill="${colour}"`) + sign +
    `<text class="ds db" x="${seat === null ? 4 : 15}" y="7.4" font-size="5.2" fill="#fff">${esc(title)}</text>`
}

/** The tracks of the table, and a board for each player. */
export function playerSheets(game: Game, options: PrintOptions, labels: PrintLabels): string[] {
  const paper: Extent = PAPERS[options.paper]
  const width = paper.w - 2 * MARGIN
  const { title, seats } = game.about
  const shared = { title: `${title}: ${labels.shared}`, seat: null, parts: sharedTracks(game, labels.face, width) }
  const own = ownParts(game, labels.face, width)
  const mats = seats.map((_, seat) => ({ title: labels.player(seat + 1), seat, parts: own }))
  const room = paper.h - 2 * MARGIN
  const pages = [...pagesOf([shared], width, room), ...pagesOf(mats, width, room)]
  return pages.map((parts) => sheet(paper, stacked(parts, MARGIN, MARGIN), `${title}: ${labels.parts.players}`))
}
