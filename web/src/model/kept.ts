// Tables that are kept on this device, as a lobby shows them: of what is stored, without the engine.
import type { KeptTable } from '../local/keep'
import type { Table, TableSeat } from '../protocol'

interface KeptSeat {
  name: string | null
  bot: string | null
  secret: string | null
  resigned?: boolean
}

/** As a server would list it; null: it is none, whoever wrote it. */
export function tableOf(kept: KeptTable): Table | null {
  try {
    const people = JSON.parse(kept.people) as { seats: KeptSeat[]; next: string | null }
    const settings = JSON.parse(kept.facts) as Table['settings']
    const seats: TableSeat[] = people.seats.map(({ name, bot, secret, resigned }) => ({
      name, bot, held: secret !== null, here: false, ...(resigned && { resigned }),
    }))
    const { table: id, name: game, title, over, lines } = kept
    return { id, game, title, settings, seats, next: people.next, watching: 0, begun: lines > 0, over, n: lines }
  } catch {
    return null
  }
}
