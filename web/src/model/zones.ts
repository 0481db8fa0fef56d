// Where cards lie: hands, tableaux, markets, piles; and the cards that lie nowhere: goals and actions.
import type { Each, View } from '../protocol'
import { liesOn, ownerOf } from './cards'
import { isHidden, readable, titleOf, type Game } from './game'
import { once } from './once'

export interface CardGroup {
  key: string
  title: string
  cards: number[] // faces that are seen
  hidden: number
  backs?: { place: number; says: string[] }[] // hidden cards on which something stands, by their place from 1
  owner: number | null
  hand: boolean // only its owner sees it
  zone?: string // as zoneKey says it
  row?: boolean // it lies in the middle of the table, in order
  ordered?: boolean // and the order matters
}

/** How far a player is: a number, or a condition, which holds or lacks something. */
export interface Progress {
  seat: number
  text: string // "3", "2/5"; empty: there is no number
  now: string // what there is of it: "3", "2"
  met: boolean // the condition holds
  // Numbers by which it fails, where they are no part of a whole: what there is, what is wanted
  lacks?: [number, number]
}

export interface Goal {
  card: number
  name: string
  text: string
  asks: string // what must be true, or what is measured
  owner: number | null // whose it is
  by: string // and what that player is to it: owner, funder
  on: string[] // what else lies on it
  seats: Progress[]
}

const MOST_GOALS = 12

/** Names a zone that is shown: motion finds it by this. */
export const zoneKey = (zone: number, seat: number | null) => `${zone}.${seat ?? ''}`

function groupOf(game: Game, view: View, zone: number, owner: number | null): CardGroup {
  const facts = game.about.zones[zone]!
  const all = view.zones[zone]?.[owner ?? 0] ?? []
  const cards = all.filter((c) => c >= 0)
  const noted = (view.notes ?? []).filter((n) => n.zone === zone && n.of === (owner ?? 0))
  return {
    key: `zone ${zone} ${owner ?? ''}`,
    title: titleOf(facts),
    cards,
    hidden: all.length - cards.length,
    ...(noted.length > 0 && { backs: noted.map(({ at, says }) => ({ place: at + 1, says })) }),
    owner,
    hand: facts.see === 'owner',
    zone: zoneKey(zone, owner),
    row: facts.row === true,
    ordered: facts.pile,
  }
}

/** Cards that nobody can tell apart, together: what is printed on them and lies on them is the same. In the order of
 *  the first of each; where the order matters, each card for itself. */
export function stacksOf(game: Game, view: View, group: CardGroup): number[][] {
  if (group.ordered) return group.cards.map((c) => [c])
  const stacks = new Map<string, number[]>()
  for (const c of group.cards) {
    const { name, kind } = game.card(c)
    const key = JSON.stringify([kind, name, liesOn(game, view, c), ownerOf(game, view, c)])
    stacks.set(key, [...(stacks.get(key) ?? []), c])
  }
  return [...stacks.values()]
}

/** Which group is shown. What a question asks for comes to the front, unless it lies there already or the person has
 *  switched since it was asked; else what the person chose, the hand, the first. */
export function frontOf(
  groups: CardGroup[],
  asked: (card: number) => boolean,
  chosen: string | null,
  switched: boolean,
): CardGroup | undefined {
  const own = groups.find((g) => g.key === chosen)
  const usual = own ?? groups.find((g) => g.hand) ?? groups[0]
  const has = (g: CardGroup | undefined) => g?.cards.some(asked) ?? false
  return switched || has(usual) ? usual : (groups.find(has) ?? usual)
}

/** The zones of a player that hold something, hands first. */
export function zonesOf(game: Game, view: View, seat: number): CardGroup[] {
  const groups = game.about.zones.flatMap((zone, i) =>
    zone.per_player && !isHidden(zone) ? [groupOf(game, view, i, seat)] : [],
  )
  return groups.filter((g) => g.cards.length + g.hidden > 0).sort((a, b) => Number(b.hand) - Number(a.hand))
}

/** For who has no seat: what lies before each player, with whose it is. */
export function everyones(game: Game, view: View): CardGroup[] {
  return game.names.flatMap((name, seat) =>
    zonesOf(game, view, seat).map((g) => ({ ...g, title: `${name}: ${g.title}` })),
  )
}

/** Zones of the table; piles are told of even when they are empty. */
export function commonZones(game: Game, view: View): CardGroup[] {
  return game.about.zones.flatMap((zone, i) => {
    if (zone.per_player || isHidden(zone)) return []
    const group = groupOf(game, view, i, null)
    return group.cards.length + group.hidden > 0 || zone.pile ? [group] : []
  })
}

/** Cards that lie in no zone and have something to tell, by kinds: goals and the like. */
export const goalsOf = once((game, view): { kind: string; goals: Goal[] }[] => {
  const kinds = new Map<string, Goal[]>()
  game.about.cards.forEach((card, i) => {
    if (card.zoned || isHidden(card)) return
    const goal = goalOf(game, view, i)
    if (goal) kinds.set(card.kind, [...(kinds.get(card.kind) ?? []), goal])
  })
  return [...kinds].map(([kind, goals]) => ({ kind: readable(kind), goals }))
})

function goalOf(game: Game, view: View, i: number): Goal | null {
  const card = game.card(i)
  const whose = ownerOf(game, view, i)
  const goal: Goal = {
    card: i,
    name: card.name,
    text: card.text,
    asks: card.clauses.find((c) => c[2] === 'requirement' || c[2] === 'value')?.[1] ?? '',
    owner: whose?.seat ?? null,
    by: whose?.name ?? '',
    on: liesOn(game, view, i, whose?.name),
    seats: [],
  }
  if ((game.kindSizes.get(card.kind) ?? 0) <= MOST_GOALS)
    game.about.values.forEach((value, v) => {
      const each = view.each[i]?.[v]
      if (each && !value.of_game && !(value.truth && whose))
        goal.seats.push(...each.map((found, seat) => progressOf(seat, found, value.truth)))
    })
  return whose || goal.on.length + goal.seats.length > 0 ? goal : null
}

function progressOf(seat: number, found: Each, truth: boolean): Progress {
  if (found === null) return { seat, text: '?', now: '?', met: false }
  if (Array.isArray(found)) {
    const [have, need] = found
    const now = String(have).replace('-', '−')
    return have < 0 || have > need
      ? { seat, text: '', now, met: false, lacks: found }
      : { seat, text: `${have}/${need}`, now, met: false }
  }
  const text = truth ? '' : String(found).replace('-', '−')
  return { seat, text, now: text, met: truth && found !== 0 }
}
