// The scenarios of a project and how they went. They run beside the text, when asked or when it changes; what is shown
// of an earlier version says so.
import type { ScenarioResult } from './answers'
import type { StudioEngine } from './engine'
import type { Project } from './project.svelte'

export class Scenarios {
  results: ScenarioResult[] = $state.raw([])
  /** The version of the files that the results are of; -1: there are none. */
  version = $state(-1)
  running: 'all' | string | null = $state(null)
  /** Run again with each version that is right. */
  follow = $state(true)
  took = $state(0)
  private again: string | null | undefined

  readonly failed = $derived.by(() => this.results.filter((r) => r.message !== undefined))
  readonly isOld = $derived.by(() => this.version >= 0 && this.version !== this.project.version)

  constructor(
    private readonly project: Project,
    private readonly engine: StudioEngine,
  ) {}

  /** All, or those of one name; while some run the last wish waits. */
  async run(only: string | null = null) {
    if (this.running !== null) {
      this.again = this.again === undefined || this.again === only ? only : null
      return
    }
    const { version, name } = this.project
    this.running = only ?? 'all'
    const began = performance.now()
    try {
      const answer = await this.engine.ask('scenarios', { game: name, ...(only !== null && { only }) })
      if (answer.diagnostics) return // the text has a mistake, which is told elsewhere
      this.took = performance.now() - began
      const { results } = answer
      const isNew = only === null || version !== this.version
      this.results = only === null ? results :
        [...(isNew ? [] : this.results.filter((r) => !results.some((o) => o.file === r.file && o.line === r.line))),
          ...results].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
      this.version = version
    } catch (error) {
      console.error(error)
    } finally {
      this.running = null
      const next = this.again
      this.again = undefined
      if (next !== undefined) void this.run(next)
    }
  }
}
