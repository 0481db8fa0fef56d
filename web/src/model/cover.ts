// What the server sends for covers, as a drawing takes it: a board as it lies in the middle of a game.
import type { CoverInput } from '../draw/cover'
import type { Cover, Description, View } from '../protocol'
import { boardsOf } from './board'
import { Game } from './game'
import { Things, thingsOf } from './things'

/** What is not sent for a cover or a single card. */
export const NOTHING: Omit<Description, 'hash' | 'title' | 'seats' | 'options' | 'members' | 'kinds' | 'vars'> = {
  cards: [],
  boards: [],
  spaces: [],
  tracks: [],
  zones: [],
  values: [],
  score: [],
  tie: [],
  periods: [],
  rules: [],
}

export interface CoverPlan {
  input: CoverInput
  things: Things
  ground: { day: string; night: string }
}

const NO_GROUND = { day: '', night: '' }

export function coverOf({ description, view, cards, signs }: Cover): CoverPlan {
  const game = new Game({ ...NOTHING, ...description })
  const things = thingsOf(game)
  const boards = view ? boardsOf(game, view as View) : []
  const first = boards.toSorted((a, b) => b.cells.length - a.cells.length)[0]
  const kind = game.about.kinds.findIndex((k) => !k.spaces)
  const back = kind < 0 ? undefined : things.of({ k: kind })
  const picture = back?.picture ?? description.members.find((m) => m.look?.picture)?.look?.picture ?? undefined
  const input: CoverInput = {
    board: first ? { plan: first.plan, printed: first.printed, spots: first.cells } : null,
    backs: signs.length > 0 ? signs : [{ colour: back?.colour ?? 0, picture }],
    fan: cards,
    seed: description.title,
    id: `c${description.hash}`,
  }
  return { input, things, ground: first?.ground ?? NO_GROUND }
}
