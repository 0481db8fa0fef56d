// A game with hindsight as it is drawn: the chance of each seat to win as a curve over the answers of the game, where
// it turned, and what would have been better, in the order of the game.
import type { Better, Hindsight } from '../protocol'

export interface ChanceCurve {
  seat: number
  points: string
  signs: { x: number; y: number }[] // so that a curve is told apart by more than its colour
  end: { x: number; y: number } // its sign there: beside those of others that end at the same place
}

/** A clear change of a chance, told of the seat it changed most for. */
export interface Turn {
  n: number // the moment behind it
  round: number | null
  isEnd: boolean
  seat: number
  from: number // per cent
  to: number
}

export interface ChancePlan {
  curves: ChanceCurve[]
  levels: { y: number; percent: number }[]
  ticks: { x: number; n: number }[] // rounds, or answers where there are none
  turns: { x: number; at: number }[] // of each turn its place, and that of its number
}

const SIGNS = 4 // on each curve
const TICK = 40 // between labels
const HOPE = 0.03
const APART = 17 // between signs and numbers

export const percent = (chance: number) => Math.round(100 * chance)

/** Moved as little as can be so that none is nearer to another than that, in their order, from `low` to `high`. */
export function spread(places: number[], apart: number, low: number, high: number): number[] {
  const order = [...places.keys()].sort((a, b) => places[a]! - places[b]! || a - b)
  const out = [...places]
  let least = low
  for (const i of order) {
    out[i] = Math.max(places[i]!, least)
    least = out[i] + apart
  }
  let most = high
  for (const i of order.reverse()) {
    out[i] = Math.min(out[i]!, most)
    most = out[i] - apart
  }
  return out
}

export function turnsOf({ chances, turns }: Hindsight): Turn[] {
  return [...turns].sort((a, b) => a - b).map((i) => {
    const [before, now] = [chances[i - 1]!, chances[i]!]
    const changes = now.wins.map((wins, seat) => ({ seat, by: wins - before.wins[seat]! }))
    const most = Math.max(...changes.map(({ by }) => Math.abs(by)))
    const { seat } = changes.find(({ by }) => by > most - 0.001) ?? changes.find(({ by }) => -by === most)!
    return {
      n: now.n,
      round: now.round ?? null,
      isEnd: i === chances.length - 1,
      seat,
      from: percent(before.wins[seat]!),
      to: percent(now.wins[seat]!),
    }
  })
}

/** Played on at random the game is lost from everywhere, as hard ones for one player are: there is nothing to see. */
export const isHopeless = ({ chances }: Hindsight) =>
  chances.slice(0, -1).every((c) => c.wins.every((wins) => wins < HOPE))

export const betterOf = ({ better }: Hindsight): Better[] => [...better].sort((a, b) => a.n - b.n)

/** Where a round began, or every so many answers. */
function ticksOf({ chances }: Hindsight, x: (n: number) => number): { x: number; n: number }[] {
  const begins = chances.flatMap((c, i) => {
    if (c.round === undefined) return [{ x: x(c.n), n: c.n }]
    return c.round > 0 && c.round !== chances[i - 1]?.round ? [{ x: x(c.n), n: c.round }] : []
  })
  const ticks: { x: number; n: number }[] = []
  for (const tick of begins) if (tick.x - (ticks.at(-1)?.x ?? -TICK) >= TICK) ticks.push(tick)
  return ticks
}

export function chancesOf(hindsight: Hindsight, width: number, height: number): ChancePlan {
  const { chances } = hindsight
  const seats = [...(chances[0]?.wins.keys() ?? [])]
  const last = Math.max(1, chances.at(-1)?.n ?? 1)
  const x = (n: number) => (n / last) * width
  const y = (chance: number) => (1 - chance) * height
  const places = (seat: number) => chances.map((c) => ({ x: x(c.n), y: y(c.wins[seat]!) }))
  const ends = spread(seats.map((seat) => places(seat).at(-1)!.y), APART, 0, height)
  const every = Math.max(seats.length, Math.ceil(chances.length / SIGNS))
  const turned = turnsOf(hindsight).map((turn) => x(turn.n))
  const numbers = spread(turned, APART, 0, width)
  return {
    curves: seats.map((seat) => {
      const all = places(seat)
      const first = Math.floor((seat * every) / seats.length) // not where others have theirs
      return {
        seat,
        points: all.map((p) => `${p.x.toFixed(1)},${p.y.toFixed(1)}`).join(' '),
        signs: all.filter((_, i) => i % every === first && i < all.length - 1),
        end: { x: width, y: ends[seat]! },
      }
    }),
    levels: [0, 25, 50, 75, 100].map((n) => ({ y: y(n / 100), percent: n })),
    ticks: ticksOf(hindsight, x),
    turns: turned.map((at, i) => ({ x: at, at: numbers[i]! })),
  }
}
