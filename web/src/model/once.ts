// What depends on a game and a view alone is worked out once, however many parts of the page ask for it.
import type { View } from '../protocol'
import type { Game } from './game'

/** The same function, which remembers of each view what it made of it. */
export function once<T>(work: (game: Game, view: View) => T): (game: Game, view: View) => T {
  const known = new WeakMap<View, { game: Game; made: T }>()
  return (game, view) => {
    const before = known.get(view)
    if (before?.game === game) return before.made
    const made = work(game, view)
    known.set(view, { game, made })
    return made
  }
}
