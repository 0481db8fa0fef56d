// Who sits where at a table, which seat is one's own, and what one may do about that.
import { keepToken, noteSeat, tokenOf } from '../mine'
import type { Table } from '../protocol'
import { go, tablePath } from '../route.svelte'
import { settings } from '../settings.svelte'
import type { Connection } from './connection.svelte'
import type { Notice } from './notice.svelte'

export class Seating {
  table: Table | null = $state.raw(null)
  seat: number | null = $state(null)
  host = $state(false)
  /** Who wants to take back, and who has not yet agreed. */
  undoBy: { by: number; waiting: number[] } | null = $state.raw(null)
  /** Another game is asked for: as soon as its table is there, one goes there. */
  leaving = $state(false)

  constructor(
    private readonly connection: Connection,
    private readonly notice: Notice,
  ) {}

  // ---- what the server says
  takeTable(table: Table) {
    this.table = table
    const token = tokenOf(this.connection.id)
    if (table.next && token && !tokenOf(table.next)) keepToken(table.next, token)
    if (table.next && this.leaving) go(tablePath(table.next))
  }

  takeSeat(seat: number | null) {
    this.seat = seat
    if (seat !== null) noteSeat(this.connection.id, seat)
  }

  takeToken(token: string) {
    this.connection.client.token = token
    keepToken(this.connection.id, token)
  }

  // ---- what the person wants
  /** Takes a free seat under the name of the settings. */
  async sit(seat: number) {
    const { client, id } = this.connection
    try {
      await client.sit(seat, settings.name, (key) => keepToken(id, key))
    } catch (e) {
      this.notice.refused(e)
    }
  }

  async leave() {
    if (!(await this.connection.request({ t: 'leave' }))) return
    keepToken(this.connection.id, null)
    this.connection.client.token = null
    this.seat = null
  }

  /** Another table like this one, with the same start or a new one. */
  async rematch(seed: 'same' | null) {
    this.leaving = true
    if (!(await this.connection.request({ t: 'rematch', seed }))) this.leaving = false
  }
}
