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

/** The games of `games`, or those of tests/generality that have boards. */
export function recordedGames(of: 'games' | 'boards' = 'games'): Recorded[] {
  const whole = process.env.TERRANE_RECORDED
  if (!whole) throw new Error('TERRANE_RECORDED names no folder: run tests/web/test_page.sh')
  const folder = of === 'games' ? whole : join(whole, of)
  return readdirSync(folder).filter((file) => file.endsWith('.json')).sort().map((file) => {
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
