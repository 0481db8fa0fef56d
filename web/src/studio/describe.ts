// The description of a game as it is in the engine's memory now; null: it cannot be played so, as its text has a
// mistake or knows no such configuration.
import type { Description } from '../protocol'
import type { Setup } from './answers'
import { AskError, type StudioEngine } from './engine'

export const describeIn = (engine: StudioEngine, setup: Setup, language: string): Promise<Description | null> =>
  engine.ask('describe', { ...setup, language }).then(({ game }) => game, (error: unknown) => {
    if (error instanceof AskError && error.code === 'cannot_read') return null
    throw error
  })
