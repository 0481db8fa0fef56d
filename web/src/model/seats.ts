// Seats of a table that somebody may still take. Apart from the lobby, of which a table needs nothing else.
import type { Table, TableSeat } from '../protocol'

export const isFree = (seat: TableSeat) => !seat.held && !seat.bot

export const freeSeats = (table: Table): number => table.seats.filter(isFree).length
