// The studio as its parts see it: the project, the engine, what follows from the text, what is selected, and the ways
// to change the text and to go to a place in it. Panes (panes.ts) get this and nothing else.
import type { StudioEngine } from './engine'
import { difference, stretchOf, type Edit } from './files'
import { Lab } from './lab.svelte'
import { Live } from './live.svelte'
import { Parts } from './parts/parts.svelte'
import { Trying } from './parts/trying.svelte'
import { Play } from './play.svelte'
import type { Project } from './project.svelte'
import { Scenarios } from './scenarios.svelte'

export interface Selection {
  path: string
  from: number
  to: number
}

/** What the editor does for the others; there is one, and it comes with the page. */
export interface TextView {
  /** Puts edits into what is shown, so that they can be undone there. */
  apply(edits: readonly Edit[]): void
  show(selection: Selection): void
  /** Takes the last change of a file back. */
  undo(path: string): void
}

export class Studio {
  readonly live: Live
  readonly scenarios: Scenarios
  readonly play: Play
  readonly lab: Lab
  readonly parts: Parts
  readonly trying: Trying
  selection: Selection = $state.raw({ path: '', from: 0, to: 0 })
  /** Which pane is shown, by its id; empty: none was chosen yet. */
  pane = $state('')
  /** In a small window: the text, or the pane. */
  face: 'text' | 'pane' = $state('text')
  notice = $state('')
  view: TextView | null = null

  constructor(
    readonly project: Project,
    readonly engine: StudioEngine,
  ) {
    this.live = new Live(project, engine)
    this.scenarios = new Scenarios(project, engine)
    this.play = new Play(project, this.live, engine)
    this.lab = new Lab(project, this.live, engine)
    this.parts = new Parts(this)
    this.trying = new Trying(this)
    this.selection = { path: project.paths[0] ?? '', from: 0, to: 0 }
    this.live.changes()
  }

  /** The text of a file was typed. */
  typed(path: string, text: string) {
    this.project.write(path, text)
    this.live.changes()
  }

  /** A file as the engine names it, games/NAME/FILE, as the project does. */
  pathOf(file: string): string {
    return file.slice(file.lastIndexOf('/') + 1)
  }

  /** All edits at once; offsets are those before any of them. Each file is one step of undo. */
  apply(edits: readonly Edit[]) {
    if (edits.length > 0) this.view?.apply(edits)
  }

  /** A file becomes another text; only what differs is changed, and a file that is not there is made. */
  replace(path: string, text: string) {
    const edit = difference(this.project.files[path] ?? '', text)
    if (edit) this.apply([{ path, ...edit }])
    else if (!(path in this.project.files)) this.typed(path, text)
  }

  /** Goes to a place of the text as the compiler names it (files.ts, stretchOf); length 0: only the cursor. */
  show(path: string, line: number, col = 1, length = 0) {
    const text = this.project.files[path]
    if (text !== undefined) this.go({ path, ...stretchOf(text, line, col, length) })
  }

  go(selection: Selection) {
    this.face = 'text'
    this.selection = selection
    this.view?.show(selection)
  }

  tell(text: string) {
    this.notice = ''
    queueMicrotask(() => (this.notice = text))
  }

  close() {
    this.engine.forget()
    this.live.close()
    this.lab.close()
  }
}
