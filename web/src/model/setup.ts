// How a table is to be made, as a link: the game, who sits where, the options. What does not fit the game is left out.
import type { Game } from '../protocol'

export interface Setup {
  seats: string[] // the bot of a seat; empty: a person
  options: Record<string, string>
}

/** The title, an option or a value of it in that language, where the game has it. */
export const gameWord = (game: Game, lang: string, text: string) => game.words?.[lang]?.[text] ?? text

/** The usual table: oneself against the last bot, which is the strongest. */
export function usualSetup(game: Game): Setup {
  const seats = Math.max(game.players[0], Math.min(2, game.players[1]))
  return {
    seats: Array.from({ length: seats }, (_, i) => (i === 0 ? '' : (game.bots.at(-1) ?? ''))),
    options: Object.fromEntries(game.options.map((o) => [o.name, o.values[0] ?? ''])),
  }
}

export function setupToQuery(game: Game, setup: Setup): string {
  const query = new URLSearchParams({ game: game.name, seats: setup.seats.join(',') })
  for (const o of game.options)
    if (setup.options[o.name] !== o.values[0]) query.set(`with.${o.name}`, setup.options[o.name] ?? '')
  return `/?${query}`
}

export function setupFromQuery(game: Game, search: string): Setup {
  const query = new URLSearchParams(search)
  const setup = usualSetup(game)
  const seats = query.get('seats')?.split(',').map((bot) => (game.bots.includes(bot) ? bot : ''))
  if (seats && seats.length >= game.players[0] && seats.length <= game.players[1]) setup.seats = seats
  for (const o of game.options) {
    const value = query.get(`with.${o.name}`)
    if (value !== null && o.values.includes(value)) setup.options[o.name] = value
  }
  return setup
}
