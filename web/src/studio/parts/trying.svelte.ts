// An action tried on a position: where it begins, what was answered, and what the engine says happened. Nothing of it
// touches the text or a table.
import { fetchJournal } from '../../protocol'
import { sayStudio } from '../../messages/studio'
import type { TracePart, Traced, Trying as Asked } from '../answers'
import { AskError } from '../engine'
import type { Studio } from '../studio.svelte'

export type Beginning = { of: 'new' } | { of: 'scenario'; name: string } | { of: 'table' }
const MOST_WAYS = 24 // first answers behind which a wished one is looked for
const PATIENCE = 4000 // milliseconds in which other games are begun for it

/** Whether that was answered, perhaps as the only answer there was. */
const answers = (tree: readonly TracePart[], name: string): boolean =>
  tree.some((p) => p.answer === name || answers(p.parts ?? [], name))

export class Trying {
  from: Beginning = $state.raw({ of: 'new' })
  seed = $state(1)
  /** Of a table: behind so many answers; null: as it stands. */
  at: number | null = $state(null)
  answers: string[] = $state.raw([])
  said: Traced | null = $state.raw(null)
  /** Where it begins, before any answer. */
  first: Traced | null = $state.raw(null)
  trouble = $state('')
  busy = $state(false)
  private of = ''
  private again = false
  private read = -1 // the text that is shown

  constructor(private readonly studio: Studio) {}

  get isOld(): boolean {
    return this.said !== null && this.read !== this.studio.live.good
  }

  private async setup(): Promise<Omit<Asked, 'answers'>> {
    const { live, play } = this.studio
    if (this.from.of === 'scenario') return { game: live.setup.game, scenario: this.from.name }
    if (this.from.of === 'new') return { ...live.setup, seed: this.seed }
    return { game: live.setup.game, journal: await fetchJournal(play.table!), ...(this.at !== null && { at: this.at }) }
  }

  private async ask(answers: string[], setup?: Omit<Asked, 'answers'>): Promise<Traced | string> {
    try {
      const said = await this.studio.engine.ask('trace', { ...(setup ?? await this.setup()), answers })
      return said.diagnostics ? (said.diagnostics[0]?.text ?? '?') : said
    } catch (error) {
      if (error instanceof AskError) return error.message
      throw error
    }
  }

  async begin(from: Beginning) {
    this.from = from
    this.at = null
    this.answers = []
    this.first = null
    await this.run()
  }

  /** The same once more, by the text as it is. */
  async run() {
    this.again = true
    if (this.busy) return
    this.busy = true
    try {
      while (this.again) {
        this.again = false
        await this.once()
      }
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error)
    } finally {
      this.busy = false
    }
  }

  private async once() {
    const { good } = this.studio.live
    if (good === 0) return
    const where = JSON.stringify([this.from, this.seed, this.at, good])
    if (this.of !== where || !this.first) {
      const first = await this.ask([])
      if (typeof first === 'string') {
        this.trouble = first
        this.said = this.first = null
        return
      }
      this.first = first
      this.of = where
    }
    const said = this.answers.length === 0 ? this.first : await this.ask(this.answers)
    this.trouble = typeof said === 'string' ? said : (said.refused ?? '')
    if (typeof said !== 'string') this.said = said
    this.read = good
  }

  async answer(words: string) {
    this.answers = [...this.answers, words]
    await this.run()
  }

  /** Back to behind so many answers. */
  async back(to: number) {
    this.answers = this.answers.slice(0, to)
    await this.run()
  }

  /** What is called so: it is looked for at the first question and behind each of its answers; of a new game also as
   *  it begins when it is shuffled otherwise. */
  async find(name: string, from: Beginning): Promise<boolean> {
    const until = performance.now() + PATIENCE
    this.seed = 1
    await this.begin(from)
    while (!(await this.findHere(name))) {
      if (from.of !== 'new' || !this.first || performance.now() > until) {
        this.seed = 1
        await this.begin(from)
        this.trouble = sayStudio().trying.notFound(name)
        return false
      }
      this.seed++
      await this.begin(from)
    }
    return true
  }

  private async findHere(name: string): Promise<boolean> {
    const setup = await this.setup()
    for (const way of this.waysTo(name)) {
      const said = await this.ask(way, setup)
      if (typeof said === 'string' || said.refused) continue
      this.answers = way
      await this.run()
      return true
    }
    for (const a of (this.first?.asked[0]?.answers ?? []).slice(0, MOST_WAYS)) {
      const said = await this.ask([a], setup)
      if (typeof said === 'string' || said.refused) continue
      const asked = said.asked.some((q) => q.answers.includes(name))
      if (!asked && !answers(said.tree, name)) continue
      this.answers = asked ? [a, name] : [a]
      await this.run()
      return true
    }
    return false
  }

  private waysTo(name: string): string[][] {
    return (this.first?.asked ?? []).some((q) => q.answers.includes(name)) ? [[name]] : []
  }
}
