// What stands beside the text, in the order of its tabs. To add one: a component in panes/ that takes `studio`
// (studio.svelte.ts), a word in messages/studio, and a line here. Its code comes when it is shown for the first time,
// and it is there only while it is shown: what must outlive that belongs into `studio`.
import type { Component } from 'svelte'
import type { Game } from '../model/game'
import type { Studio } from './studio.svelte'

export type PaneProps = { studio: Studio }

export interface Pane {
  id: 'parts' | 'cards' | 'rules' | 'board' | 'try' | 'scenarios' | 'table' | 'lab' | 'sheet'
  load: () => Promise<{ default: Component<PaneProps> }>
}

/** The one to begin with. */
export const firstPane = ({ about }: Game): Pane['id'] =>
  (about.cards.length > 0 ? 'cards' : about.boards.some((b) => b.in_use && b.count > 0) ? 'board' : 'table')

export const PANES: readonly Pane[] = [
  { id: 'parts', load: () => import('./panes/Parts.svelte') },
  { id: 'cards', load: () => import('./panes/Cards.svelte') },
  { id: 'rules', load: () => import('./panes/Rules.svelte') },
  { id: 'board', load: () => import('./panes/Board.svelte') },
  { id: 'try', load: () => import('./panes/Try.svelte') },
  { id: 'scenarios', load: () => import('./panes/Scenarios.svelte') },
  { id: 'table', load: () => import('./panes/Play.svelte') },
  { id: 'lab', load: () => import('./panes/Lab.svelte') },
  { id: 'sheet', load: () => import('./panes/Sheet.svelte') },
]
