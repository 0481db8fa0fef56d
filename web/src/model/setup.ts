// How a table is to be made: what is usual, and all of it as a link that opens the page of the set-up filled in. A link
// that does not fit the game is refused as a whole, and what is wrong with it is said: a table that is silently another
// one than was meant is worse than none.
import type { Game, Late, NewTable } from '../protocol'

export interface Setup {
  seats: string[] // the bot of a seat; empty: a person
  options: Record<string, string>
  listed: boolean
  practice: boolean
  takeover: boolean
  always: boolean
  clock: number | null // seconds in all
  moveClock: number | null // seconds for each question
  late: Late
  seed: string
}

/** What of a link does not fit, and what it says there. */
export interface Misfit {
  what: 'seats' | 'bot' | 'option' | 'value' | 'truth' | 'seconds' | 'late' | 'seed' | 'word'
  name: string
  value: string
}

/** The title, an option or a value of it in that language, where the game has it. */
export const gameWord = (game: Game, lang: string, text: string) => game.words?.[lang]?.[text] ?? text

const PLAIN = {
  listed: false, practice: false, takeover: false, always: false, clock: null, moveClock: null, late: null, seed: '',
} as const

const usualOptions = (game: Game) => Object.fromEntries(game.options.map((o) => [o.name, o.values[0] ?? '']))
const usualSeats = (game: Game) => Math.max(game.players[0], Math.min(2, game.players[1]))

/** The usual table: oneself against the last bot, which is the strongest. */
export function usualSetup(game: Game): Setup {
  const seats = Array.from({ length: usualSeats(game) }, (_, i) => (i === 0 ? '' : game.usual_bot))
  return { ...PLAIN, seats, options: usualOptions(game) }
}

/** With friends: all seats are persons'. */
export const friendsSetup = (game: Game): Setup => ({
  ...usualSetup(game),
  seats: Array.from({ length: usualSeats(game) }, () => ''),
})

const TRUTHS = ['listed', 'practice', 'takeover', 'always'] as const
const OPTION = 'with.'
export const CLOCK_MOST = 60 * 24 * 3600

export function setupToQuery(game: Game, setup: Setup): string {
  const query = new URLSearchParams({ game: game.name, seats: setup.seats.join(',') })
  for (const o of game.options)
    if (setup.options[o.name] !== o.values[0]) query.set(OPTION + o.name, setup.options[o.name] ?? '')
  for (const name of TRUTHS) if (setup[name]) query.set(name, 'yes')
  if (setup.clock) query.set('clock', String(setup.clock))
  if (setup.moveClock) query.set('move', String(setup.moveClock))
  if (setup.late) query.set('late', setup.late)
  if (setup.seed) query.set('seed', setup.seed)
  return `/new?${query}`
}

export const setupPath = (game: string) => `/new?${new URLSearchParams({ game })}`

const isWhole = (text: string) => text !== '' && [...text].every((c) => c >= '0' && c <= '9')

type Reader = (value: string, setup: Setup, game: Game) => Misfit['what'] | null

function seconds(value: string, take: (n: number) => void): Misfit['what'] | null {
  const n = Number(value)
  if (!isWhole(value) || n < 1 || n > CLOCK_MOST) return 'seconds'
  take(n)
  return null
}

const truth = (name: (typeof TRUTHS)[number]): Reader => (value, setup) => {
  setup[name] = value === 'yes'
  return value === 'yes' || value === 'no' ? null : 'truth'
}

const READERS: Readonly<Record<string, Reader>> = {
  game: () => null,
  seats: (value, setup, game) => {
    const seats = value.split(',')
    if (seats.length < game.players[0] || seats.length > game.players[1]) return 'seats'
    setup.seats = seats
    return seats.every((bot) => bot === '' || game.bots.includes(bot)) ? null : 'bot'
  },
  listed: truth('listed'),
  practice: truth('practice'),
  takeover: truth('takeover'),
  always: truth('always'),
  clock: (value, setup) => seconds(value, (n) => (setup.clock = n)),
  move: (value, setup) => seconds(value, (n) => (setup.moveClock = n)),
  late: (value, setup) => {
    if (value !== 'bot' && value !== 'pass') return 'late'
    setup.late = value
    return null
  },
  seed: (value, setup) => {
    setup.seed = value
    return isWhole(value) && value.length <= 20 ? null : 'seed'
  },
}

function readOption(game: Game, setup: Setup, name: string, value: string): Misfit['what'] | null {
  const option = game.options.find((o) => o.name === name)
  if (!option) return 'option'
  setup.options[name] = value
  return option.values.includes(value) ? null : 'value'
}

/** What a link says; with `misfits` it is not to be used. A link that says no seats means friends. */
export function setupFromQuery(game: Game, search: string): { setup: Setup; misfits: Misfit[] } {
  const query = new URLSearchParams(search)
  const setup = friendsSetup(game)
  const misfits: Misfit[] = []
  for (const [key, value] of query) {
    const option = key.startsWith(OPTION) ? key.slice(OPTION.length) : null
    const read = READERS[key]
    const what = option !== null ? readOption(game, setup, option, value) :
      read ? read(value, setup, game) : 'word'
    if (what) misfits.push({ what, name: option ?? key, value })
  }
  if (setup.late && !setup.clock && !setup.moveClock) misfits.push({ what: 'late', name: 'late', value: setup.late })
  return { setup, misfits }
}

/** What the server is asked for. */
export function tableFrom(game: Game, setup: Setup, name: string): NewTable {
  const me = setup.seats.indexOf('')
  const person = (i: number) => ({ bot: null, ...(i === me && name ? { name } : {}) })
  return {
    game: game.name,
    options: setup.options,
    seats: setup.seats.map((bot, i) => (bot ? { bot } : person(i))),
    listed: setup.listed,
    practice: setup.practice,
    takeover: setup.takeover,
    seed: setup.seed || null,
    clock: setup.clock,
    move_clock: setup.moveClock,
    late: setup.clock || setup.moveClock ? setup.late : null,
    always: (setup.clock !== null || setup.moveClock !== null) && setup.always,
  }
}

// ---- set-ups that are kept in this browser
export interface Saved {
  name: string
  query: string
}

/** What was kept, whoever wrote it: only what has the form of it. */
export function savedFrom(text: string | null): Saved[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    const fine = (s: unknown): s is Saved =>
      typeof s === 'object' && s !== null && typeof (s as Saved).name === 'string' &&
      typeof (s as Saved).query === 'string' && (s as Saved).query.startsWith('/new?')
    return Array.isArray(list) ? list.filter(fine) : []
  } catch {
    return []
  }
}

export const isOf = (saved: Saved, game: Game) =>
  new URLSearchParams(saved.query.slice(saved.query.indexOf('?'))).get('game') === game.name

/** With one more; one of the same name and game makes place for it. */
export const saveAs = (all: Saved[], game: Game, more: Saved): Saved[] =>
  [...all.filter((s) => s.name !== more.name || !isOf(s, game)), more]
