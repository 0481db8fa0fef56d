// What a table as a whole holds.
import type { View } from '../protocol'
import type { Game } from './game'
import { commonsOf } from './players'
import { tracksOf } from './tracks'
import { commonZones, goalsOf } from './zones'

/** Whether nothing belongs to everybody: no tracks, goals, supplies or piles. */
export const isBare = (game: Game, view: View): boolean =>
  [tracksOf(game, view), goalsOf(game, view), commonsOf(game, view), commonZones(game, view)].every(
    (part) => part.length === 0,
  )
