// The bots of a game, for whoever is to choose one.
import { fetchGames } from './protocol'

/** None where the server does not answer, or does not know the game any more. */
export async function botsOf(name: string | undefined): Promise<{ bots: readonly string[]; usual: string }> {
  const game = await fetchGames().then((games) => games.find((g) => g.name === name), () => undefined)
  return { bots: game?.bots ?? [], usual: game?.usual_bot ?? '' }
}
