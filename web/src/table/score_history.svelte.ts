// How points grew: what this browser saw, and where that is wanted also what it did not see.
import type { Game } from '../model/game'
import { remember } from '../model/history'
import type { Moment, View } from '../protocol'
import type { Connection } from './connection.svelte'

export class ScoreHistory {
  history: Moment[] = $state.raw([])
  private completed = false

  constructor(private readonly connection: Connection) {}

  note(game: Game, view: View) {
    this.history = remember(game, this.history, view)
  }

  /** Since the beginning, also while this browser did not look. */
  async complete(game: Game | null) {
    if (this.completed || !game) return
    this.completed = true
    try {
      this.history = (await this.connection.client.ask<'scores'>({ t: 'scores' })).scores
      if (this.connection.view) this.note(game, this.connection.view)
    } catch {
      this.completed = false
    }
  }
}
