// The lobby: which tables come first, whom they wait for, and how a game is started with one click.
import type { Game, NewTable, Table } from '../protocol'
import { capital } from './game'
import { freeSeats, isFree } from './seats'
import { tableFrom, usualSetup } from './setup'

/** What a table of one's own waits for. */
export type Standing = 'turn' | 'seats' | 'others' | 'over'

export interface OwnTable {
  table: Table
  standing: Standing
}

const ORDER: Standing[] = ['turn', 'seats', 'others', 'over']

/** Who sits there already, as far as they have names. */
export const people = (table: Table): string[] =>
  table.seats.filter((s) => !isFree(s)).map((s) => s.name || capital(s.bot ?? '')).filter(Boolean)

function standingOf(table: Table, seat: number | null): Standing {
  if (table.over) return 'over'
  if (seat !== null && table.asked?.includes(seat) && !table.seats[seat]?.bot) return 'turn'
  return freeSeats(table) > 0 ? 'seats' : 'others'
}

/** One's own tables: where it is one's turn first, games that are over last; else in the order given. */
export function ownFirst(tables: Table[], seatAt: (id: string) => number | null): OwnTable[] {
  const own = tables.map((table) => ({ table, standing: standingOf(table, seatAt(table.id)) }))
  return own.sort((a, b) => ORDER.indexOf(a.standing) - ORDER.indexOf(b.standing))
}

/** Games with the most to choose from first, of those the ones for many: what there is the most of to see. */
export const gamesFirst = (games: Game[]): Game[] =>
  games.toSorted((a, b) => b.options.length - a.options.length || b.players[1] - a.players[1] ||
    a.players[0] - b.players[0])

/** Tables of others: those with a free seat first. */
export const othersFirst = (tables: Table[], own: string[]): Table[] =>
  tables.filter((t) => !own.includes(t.id)).sort((a, b) => Number(freeSeats(b) > 0) - Number(freeSeats(a) > 0))

/** Oneself against the strongest bot, at a table that only this browser knows; for practice where it is nobody else's
 *  affair. */
export const quickTable = (game: Game, name: string, practice = false): NewTable =>
  ({ ...tableFrom(game, usualSetup(game), name), practice })

/** How many of the seats are taken. */
export const taken = (table: Table): number => table.seats.length - freeSeats(table)

/** Who waits there: the first person. */
export const waiting = (table: Table): string => table.seats.find((s) => s.held)?.name ?? ''
