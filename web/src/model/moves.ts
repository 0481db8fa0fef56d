// What others did on the boards since one's own last move, from the parts of the log's lines: it is marked there, so
// that nobody has to read what happened.
import type { LogLine, Part } from '../protocol'
import { isHidden, type Game } from './game'

export interface LastMove {
  space: number
  seat: number
  left: boolean // something went away from there
  named: boolean // the line names it; else it changed because of another one
}

type Put = Extract<Part, { what: 'put' }>

const isPut = (part: Part): part is Put => part.what === 'put'
const goes = (part: Put) => (part.by === undefined ? part.now < 0 : part.by < 0)

/** Of each other seat all it did since one's own last decision, from line `since` on, or else in its last turn; for a
 *  spectator each seat's last. */
export function lastMoves(game: Game, log: LogLine[], own: number | null, since: number): LastMove[] {
  const moves = new Map<number, LastMove>()
  const seats = game.about.seats.map((_, seat) => seat).filter((seat) => seat !== own)
  const lines = seats.flatMap((seat) => linesOf(log, seat, since))
  for (const i of lines.sort((a, b) => a - b)) {
    const line = log[i]!
    const puts = (line.parts ?? []).filter(isPut)
    const told = new Set((line.spans ?? []).flatMap((span) => (span[2] === 'space' ? [span[3]] : [])))
    const tells = puts.some((part) => told.has(part.space))
    for (const part of puts) {
      const variable = game.about.vars[part.var]
      if (!variable || isHidden(variable)) continue
      const before = moves.get(part.space)
      const left = goes(part) && !(before && !before.left && before.seat === line.seat)
      moves.set(part.space, { space: part.space, seat: line.seat!, left, named: !tells || told.has(part.space) })
    }
  }
  return [...moves.values()]
}

/** The lines of a seat from the given one on; where there are none, its last that follow one another. */
function linesOf(log: LogLine[], seat: number, from: number): number[] {
  const since = log.flatMap((line, i) => (i >= from && line.seat === seat ? [i] : []))
  if (from >= 0 && since.length > 0) return since
  const found: number[] = []
  for (let i = log.findLastIndex((line) => line.seat === seat); i >= 0; i--) {
    const by = log[i]!.seat
    if (by === seat) found.push(i)
    else if (by !== null) break
  }
  return found
}
