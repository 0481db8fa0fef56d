// What players have. Variables indexed by the same names stand side by side, a row for each name; the rest are facts.
import type { Datum, View } from '../protocol'
import { read, tells, valueText } from './data'
import { isHidden, pictureOf, readable, titleOf, type Game, type Style } from './game'

export interface Row {
  name: string
  style: Style | undefined
  values: string[] // one for each column
  keys: string[] // one for each column: which variable and entry it is, as numberKey says it
  tells: boolean
}

export interface Group {
  columns: string[]
  rows: Row[]
}

export interface Fact {
  key: string
  name: string
  style?: Style | undefined // of its picture
  text: string // empty: it is a truth
  card?: number
}

export interface PlayerPlan {
  seat: number
  facts: Fact[]
  groups: Group[]
  counts: { zone: number; name: string; n: number }[]
  tags: { name: string; style: Style | undefined; n: number }[]
  score: number | null
}

/** Names a number that is shown: motion finds it by this. */
export const numberKey = (v: number, entry = 0) => `v${v}.${entry}`
export const trackKey = (track: number) => `t${track}`

/** So many amounts have fixed places, also those nobody has; of longer lists only what somebody has is shown. */
const MOST_FIXED = 12

/** What its look hides does not lie with players, but perhaps on cards. */
function hasNoPlace(game: Game, index: string[], name: string): boolean {
  const member = game.memberAmong(index, name)
  return member !== undefined && isHidden(game.about.members[member]!)
}

/** Numbers of the variables that stand side by side. */
export function groupsOf(game: Game): number[][] {
  const groups = new Map<string, number[]>()
  game.about.vars.forEach((variable, v) => {
    if (variable.scope !== 'player' || isHidden(variable) || !variable.index) return
    const key = variable.index.join('\n')
    groups.set(key, [...(groups.get(key) ?? []), v])
  })
  return [...groups.values()]
}

export function playerOf(game: Game, view: View, seat: number): PlayerPlan {
  const lines = view.scores[seat] ?? []
  return {
    seat,
    facts: factsOf(game, view, seat),
    groups: groupsOf(game).map((vars) => groupOf(game, view, seat, vars)).filter((g) => g.rows.length > 0),
    counts: countsOf(game, view, seat),
    tags: tagsOf(game, view, seat),
    score: lines.length === 0 || lines.includes(null) ? null : lines.reduce<number>((sum, n) => sum + n!, 0),
  }
}

function groupOf(game: Game, view: View, seat: number, vars: number[]): Group {
  const variables = vars.map((v) => game.about.vars[v]!)
  const index = variables[0]!.index ?? []
  const rows = index.flatMap((name, entry) => {
    const of = (owner: number) => vars.map((v, i) => read(view, v, variables[i]!, owner, entry))
    const told = (values: (Datum | undefined)[]) => values.some((value, i) => tells(variables[i]!, value))
    const anybody = game.about.seats.some((_, owner) => told(of(owner)))
    if (!anybody && (index.length > MOST_FIXED || hasNoPlace(game, index, name))) return []
    const values = of(seat)
    return [
      {
        name: readable(name),
        style: game.styleAmong(variables[0]!.index!, name),
        values: values.map((value, i) => valueText(game, variables[i]!, value)),
        keys: vars.map((v) => numberKey(v, entry)),
        tells: told(values),
      },
    ]
  })
  return { columns: variables.map((v) => readable(v.title)), rows }
}

function factsOf(game: Game, view: View, seat: number): Fact[] {
  const facts: Fact[] = []
  game.about.tracks.forEach((track, i) => {
    if (!track.per_player || isHidden(track)) return
    const laps = view.laps[i]?.[seat] ?? 0
    const lap = track.loop && laps > 0 ? ` ↻${laps}` : ''
    facts.push({
      key: trackKey(i),
      name: titleOf(track),
      style: pictureOf(track.look),
      text: `${view.tracks[i]?.[seat] ?? track.low}${lap}`,
    })
  })
  game.about.vars.forEach((variable, v) => {
    if (variable.scope !== 'player' || isHidden(variable) || variable.index) return
    const value = read(view, v, variable, seat)
    if (value === undefined || (!tells(variable, value) && variable.type !== 'number')) return
    const fact: Fact = {
      key: numberKey(v),
      name: readable(variable.name),
      style: pictureOf(variable.look),
      text: valueText(game, variable, value),
    }
    if (variable.type === 'card' && typeof value === 'number' && value >= 0) fact.card = value
    facts.push(fact)
  })
  return facts
}

function countsOf(game: Game, view: View, seat: number): PlayerPlan['counts'] {
  return game.about.zones.flatMap((zone, i) => {
    const n = zone.per_player && !isHidden(zone) ? (view.zones[i]?.[seat]?.length ?? 0) : 0
    return n > 0 ? [{ zone: i, name: titleOf(zone), n }] : []
  })
}

/** The tags of the cards a player has in play. */
function tagsOf(game: Game, view: View, seat: number): PlayerPlan['tags'] {
  const counts = new Map<number, number>()
  game.about.zones.forEach((zone, i) => {
    if (!zone.per_player || !zone.live) return
    for (const card of view.zones[i]?.[seat] ?? [])
      for (const tag of card < 0 ? [] : game.card(card).tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  })
  return [...counts].sort(([a], [b]) => a - b).map(([tag, n]) => ({
    name: readable(game.about.members[tag]!.name),
    style: game.styles[tag],
    n,
  }))
}

/** What belongs to nobody: "supply: 3 wood, 4 stone". */
export function commonsOf(
  game: Game,
  view: View,
): { name: string; text: string; style?: Style | undefined; entries: Row[] }[] {
  return game.about.vars.flatMap((variable, v) => {
    if (variable.scope !== 'game' || isHidden(variable)) return []
    const name = readable(variable.name)
    if (!variable.index) {
      const value = read(view, v, variable, variable.first)
      if (!tells(variable, value) && variable.type !== 'number') return []
      return [{ name, text: valueText(game, variable, value), style: pictureOf(variable.look), entries: [] }]
    }
    const left = variable.name === 'supply' // a word of the language: what is left of that of which there are so many
    const limited = (entry: string) =>
      game.about.members[game.memberAmong(variable.index!, entry) ?? -1]?.total !== null
    const entries = variable.index.flatMap((entry, i) => {
      if (left && !limited(entry)) return []
      const value = read(view, v, variable, variable.first, i)
      const row: Row = {
        name: readable(entry),
        style: game.styleAmong(variable.index!, entry),
        values: [valueText(game, variable, value)],
        keys: [numberKey(v, i)],
        tells: tells(variable, value),
      }
      return row
    })
    return [{ name, text: '', entries }]
  })
}
