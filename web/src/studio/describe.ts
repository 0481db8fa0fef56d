// The description of a game as it is in the engine's memory now; null: its text has a mistake.
import type { Description } from '../protocol'
import type { StudioEngine } from './engine'

export async function describeIn(engine: StudioEngine, setup: { game: string }, lang: string):
  Promise<Description | null> {
  const path = `/api/games/${encodeURIComponent(setup.game)}/description?lang=${lang}`
  const answer = await engine.request(path)
  return answer.ok ? ((await answer.json()) as Description) : null
}
