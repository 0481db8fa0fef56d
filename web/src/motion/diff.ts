// What happened between two views, as moves: none is about any game. A move says what changed, when it begins and how
// long it takes, so that a beat, which is one answer, is a list of moves on a clock. Pure: play.ts finds what is drawn
// of it, and moves that.
import { isHidden, readable, type Game } from '../model/game'
import { numberKey, trackKey } from '../model/players'
import type { From, LogLine, Variable, View } from '../protocol'

/** Where cards lie: a zone, and whose it is; `table` where it is nobody's. */
export interface Where {
  zone: number
  seat: number | null
}

export type Move = { at: number; time: number } & (
  | { what: 'card'; card: number; from: Where | null; to: Where | null; turns: boolean }
  | { what: 'backs'; n: number; from: Where; to: Where }
  | { what: 'drop'; space: number }
  | { what: 'lift'; space: number }
  | { what: 'turn'; space: number }
  | { what: 'owner'; space: number }
  | { what: 'track'; track: number; seat: number | null; from: number; to: number }
  | { what: 'number'; key: string; from: number; to: number }
  | { what: 'on'; card: number; from: number; to: number }
  | { what: 'gain'; key: string; from: From }
  | { what: 'title'; text: string }
)

/** When each stage of a beat begins, in milliseconds. */
const DOWN = 40
const CARDS = 60
const TILES = 400
const TRACKS = 620
const UP = 660
const SCORES = 760
const APART = 20 // one card after the other
const AFTER_TILE = 60

const FLIGHT = 320
const BACKS = 260
const DROP = 400 // with the ring that runs out
const LIFT = 200
const OWNER = 140
const STEP = 90
const LONGEST_TRACK = 720
const COUNT = 400
const TOKEN = 360
const TITLE = 700
const MOST_BACKS = 5

const sum = (lines: (number | null)[] | undefined) =>
  !lines || lines.length === 0 || lines.includes(null) ? null : lines.reduce<number>((a, n) => a + n!, 0)

export function diff(game: Game, before: View, after: View, lines: LogLine[] = []): Move[] {
  return shorten([
    ...titles(game, before, after),
    ...cards(game, before, after),
    ...spaces(game, before, after),
    ...tracks(game, before, after),
    ...numbers(game, before, after),
    ...gains(lines),
  ])
}

/** A stage without moves takes no time: what comes later begins that much earlier. */
function shorten(moves: Move[]): Move[] {
  const stages = [DOWN, TILES, TRACKS, UP]
  const ends = [TILES, TRACKS, UP, Infinity]
  let gone = 0
  const shift = new Map<number, number>()
  stages.forEach((stage, i) => {
    shift.set(stage, gone)
    const some = moves.some((m) => m.at >= stage && m.at < ends[i]!)
    if (!some && ends[i] !== Infinity) gone += ends[i]! - stage
  })
  const stageOf = (at: number) => stages.findLast((s) => at >= s) ?? 0
  return moves.map((m) => ({ ...m, at: Math.max(0, m.at - (shift.get(stageOf(m.at)) ?? 0)) }))
}

/** Whether something lies elsewhere afterwards: such a beat is shown longer. */
export const isPlay = (moves: Move[]): boolean => moves.some((m) => m.what === 'card' || m.what === 'drop')

function titles(game: Game, before: View, after: View): Move[] {
  const round = game.about.periods.findIndex((p, i) => p.round && before.periods[i] !== after.periods[i])
  const text =
    round >= 0
      ? `${readable(game.about.periods[round]!.name)} ${after.periods[round]}`
      : after.phase !== before.phase
        ? readable(after.phase ?? '')
        : ''
  return text ? [{ at: 0, time: TITLE, what: 'title', text }] : []
}

// ---- cards
function placesOf(view: View, game: Game): Map<number, { where: Where; at: number }> {
  const places = new Map<number, { where: Where; at: number }>()
  view.zones.forEach((owners, zone) =>
    owners.forEach((list, owner) => {
      const seat = game.about.zones[zone]?.per_player ? owner : null
      list.forEach((card, at) => card >= 0 && places.set(card, { where: { zone, seat }, at }))
    }),
  )
  return places
}

/** How many hidden cards lie where. */
function hiddenIn(view: View, game: Game): Map<string, { where: Where; n: number }> {
  const found = new Map<string, { where: Where; n: number }>()
  view.zones.forEach((owners, zone) =>
    owners.forEach((list, owner) => {
      const seat = game.about.zones[zone]?.per_player ? owner : null
      found.set(`${zone} ${owner}`, { where: { zone, seat }, n: list.filter((c) => c < 0).length })
    }),
  )
  return found
}

const same = (a: Where, b: Where) => a.zone === b.zone && a.seat === b.seat

function cards(game: Game, before: View, after: View): Move[] {
  const was = placesOf(before, game)
  const is = placesOf(after, game)
  const now = hiddenIn(after, game)
  const less = [...hiddenIn(before, game)].map(([key, h]) => ({ ...h, by: h.n - (now.get(key)?.n ?? 0) }))
  const givers = less.filter((h) => h.by > 0)
  const takers = less.filter((h) => h.by < 0).map((h) => ({ where: h.where, by: -h.by }))
  const shown: Move[] = []
  const fly = (card: number, from: Where | null, to: Where | null, turns: boolean) =>
    shown.push({ at: CARDS + APART * shown.length, time: FLIGHT, what: 'card', card, from, to, turns })
  for (const [card, { where, at }] of is) {
    const old = was.get(card)
    if (old && same(old.where, where) && (old.at === at || !game.about.zones[where.zone]?.row)) continue
    const giver = old ? undefined : givers.find((g) => g.by > 0)
    if (giver) giver.by--
    fly(card, old?.where ?? giver?.where ?? null, where, !old && giver !== undefined)
  }
  for (const [card, { where }] of was) {
    if (is.has(card)) continue
    const taker = takers.find((t) => t.by > 0)
    if (taker) taker.by--
    fly(card, where, taker?.where ?? null, taker !== undefined)
  }
  return [...shown, ...backs(givers, takers, shown.length)]
}

/** Hidden cards that went from one place to another: backs fly, a few of them. */
function backs(givers: { where: Where; by: number }[], takers: { where: Where; by: number }[], seen: number): Move[] {
  const moves: Move[] = []
  for (const taker of takers)
    for (const giver of givers) {
      const n = Math.min(taker.by, giver.by)
      if (n <= 0) continue
      taker.by -= n
      giver.by -= n
      const shown = Math.min(n, MOST_BACKS)
      const at = CARDS + APART * (seen + moves.length)
      moves.push({ at, time: BACKS + APART * (shown - 1), what: 'backs', n: shown, from: giver.where, to: taker.where })
    }
  return moves
}

// ---- boards
function spaces(game: Game, before: View, after: View): Move[] {
  const moves: Move[] = []
  const landed = new Set<number>()
  const each = (type: Variable['type'], add: (space: number, was: number, is: number) => void) =>
    game.about.vars.forEach((variable, v) => {
      if (variable.scope !== 'space' || isHidden(variable) || variable.entries !== 1 || variable.type !== type) return
      for (let i = 0; i < variable.owners; i++) {
        const [was, is] = [before.vars[v]?.[i], after.vars[v]?.[i]]
        if (typeof was === 'number' && typeof is === 'number' && was !== is) add(variable.first + i, was, is)
      }
    })
  const land = (space: number, was: number, is: number) => {
    landed.add(space)
    const what = was < 0 ? 'drop' : is < 0 ? 'lift' : 'turn'
    moves.push({ at: TILES, time: what === 'drop' ? DROP : LIFT, what, space })
  }
  each('member', land)
  each('player', (space, was, is) => {
    if (!landed.has(space)) land(space, was, is)
    else if (is >= 0) moves.push({ at: TILES + AFTER_TILE, time: OWNER, what: 'owner', space })
  })
  return moves
}

// ---- numbers
function tracks(game: Game, before: View, after: View): Move[] {
  return game.about.tracks.flatMap((track, i) =>
    isHidden(track)
      ? []
      : (after.tracks[i] ?? []).flatMap((to, owner): Move[] => {
          const from = before.tracks[i]?.[owner] ?? to
          const steps = Math.abs(to - from) / (track.step || 1)
          const time = Math.min(LONGEST_TRACK, STEP * steps)
          const seat = track.per_player ? owner : null
          return from === to ? [] : [{ at: TRACKS, time, what: 'track', track: i, seat, from, to }]
        }),
  )
}

function numbers(game: Game, before: View, after: View): Move[] {
  const moves: Move[] = []
  const actor = after.by?.seat
  const add = (key: string, seat: number, from: number, to: number) => {
    const at = to < from && seat === actor ? DOWN : UP
    moves.push({ at, time: COUNT, what: 'number', key: `${seat}.${key}`, from, to })
  }
  const seats = game.about.seats.length
  game.about.vars.forEach((variable, v) => {
    if (isHidden(variable) || variable.type !== 'number') return
    for (let i = 0; i < variable.owners * variable.entries; i++) {
      const [from, to] = [before.vars[v]?.[i], after.vars[v]?.[i]]
      if (typeof from !== 'number' || typeof to !== 'number' || from === to) continue
      const owner = variable.first + Math.floor(i / variable.entries)
      if (variable.scope === 'player' && owner < seats) add(numberKey(v, i % variable.entries), owner, from, to)
      else if (variable.scope === 'card') moves.push({ at: UP, time: COUNT, what: 'on', card: owner, from, to })
    }
  })
  game.about.tracks.forEach((track, t) => {
    if (!track.per_player || isHidden(track)) return
    after.tracks[t]?.forEach((to, seat) => {
      const from = before.tracks[t]?.[seat] ?? to
      if (from !== to) add(trackKey(t), seat, from, to)
    })
  })
  after.scores.forEach((lines, seat) => {
    const [from, to] = [sum(before.scores[seat]), sum(lines)]
    if (from !== null && to !== null && from !== to)
      moves.push({ at: SCORES, time: COUNT, what: 'number', key: `${seat}.score`, from, to })
  })
  return moves
}

/** What a space, a card or a mark of a track gave: a token flies from there to the number that grows by it. */
function gains(lines: LogLine[]): Move[] {
  return lines.flatMap((line) =>
    (line.parts ?? []).flatMap((part): Move[] => {
      const { from, seat } = part
      if (part.what !== 'number' || part.card !== undefined || !from || seat === undefined || part.by <= 0) return []
      const key = `${seat}.${numberKey(part.var, part.index ?? 0)}`
      return [{ at: UP - TOKEN / 2, time: TOKEN, what: 'gain', key, from }]
    }),
  )
}
