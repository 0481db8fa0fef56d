// What the server sent of every game: tests/web/record.py writes it, and tests/web/test_page.sh says where it is.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Game } from '../../src/model/game'
import type { Description, LogLine, View } from '../../src/protocol'

export interface Recorded {
  name: string
  game: Game
  views: View[]
  spectator: View
  log: LogLine[]
}

export function recordedGames(): Recorded[] {
  const folder = process.env.TERRANE_RECORDED
  if (!folder) throw new Error('TERRANE_RECORDED names no folder: run tests/web/test_page.sh')
  return readdirSync(folder).sort().map((file) => {
    const all = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      game: string; description: Description; views: View[]; spectator: View; log: LogLine[]
    }
    return { name: all.game, game: new Game(all.description), views: all.views, spectator: all.spectator, log: all.log }
  })
}

export const recorded = (name: string): Recorded => {
  const found = recordedGames().find((r) => r.name === name)
  if (!found) throw new Error(`nothing is recorded of ${name}`)
  return found
}
