// Who plays a game for the first time in this browser is taught: lessons one after the other, what each question is
// for, and what a bot would answer. This keeps how far one is; what is said comes from model/lessons.ts.
import type { Hint, View } from '../protocol'
import { route } from '../route.svelte'
import { keep, recall, settings } from '../settings.svelte'
import type { Connection } from './connection.svelte'

interface Taught {
  table: string // at which one is taught; empty: nowhere
  done: string[] // lessons one has read
  always: boolean // until one has enough; else in the first rounds
}

export class Teaching {
  private taught: Taught | null = $state.raw(null)
  private game = ''
  /** What a bot would answer to the open question. */
  hint: Hint | null = $state.raw(null)

  constructor(
    private readonly id: string,
    private readonly connection: Connection,
    private readonly retell: (hint: Hint) => Hint,
    private readonly isEarly: (view: View) => boolean,
    private readonly ended: () => void,
  ) {}

  /** The game is known by its name: a new one is taught, at its first table; who writes it is not. */
  begin(game: string) {
    if (this.game === game) return
    this.game = game
    const known = recall(`hints.${game}`)
    try {
      this.taught = known ? { table: '', done: [], always: false, ...(JSON.parse(known) as Partial<Taught>) } : null
    } catch {
      this.taught = null
    }
    if (!this.taught && settings.hints && route.studio === null) this.note({ table: this.id, done: [], always: false })
  }

  private note(taught: Taught) {
    this.taught = taught
    keep(`hints.${this.game}`, JSON.stringify(taught))
  }

  get on(): boolean {
    return this.taught?.table === this.id
  }

  get always(): boolean {
    return this.taught?.always === true
  }

  get done(): readonly string[] {
    return this.taught?.done ?? []
  }

  /** By their keys: which there are may change, for instance while one holds no card. */
  read(done: string[]) {
    if (this.taught) this.note({ ...this.taught, done })
  }

  /** What was read stays read: who wants hints again need not read it once more. */
  end() {
    this.hint = null
    this.note({ table: '', done: [...this.done], always: false })
  }

  again() {
    this.note({ table: this.id, done: [...this.done], always: true })
    if (this.connection.view) void this.ask(this.connection.view)
  }

  /** Whether questions are explained: in the first rounds, or as long as one wants it. */
  explains(view: View): boolean {
    return this.on && (this.always || this.isEarly(view))
  }

  /** What is left of the last hint, where the person has done as it says and it has more to say to the question: what
   *  comes of it was counted from its beginning, and is not said again. */
  private rest(view: View): Hint | null {
    const { hint } = this
    const { by, question } = view
    const given = hint && by?.answer !== undefined ? hint.path.indexOf(by.answer) + 1 : 0 // of several, the last
    if (!hint || !question || given === 0) return null
    const path = hint.path.slice(given)
    return question.answers.some((a) => a.id === path[0]) ? { ...hint, path, why: [] } : null
  }

  /** Asks for a hint to what the view asks; an undertaking that was advised is advised to its end. Once the first
   *  rounds are over hints are off, and that is said: what the menu says is so. */
  async ask(view: View) {
    if (view.question && this.on && !this.explains(view)) {
      this.end()
      this.ended()
    }
    this.hint = this.rest(view)
    if (this.hint || !view.question || !this.explains(view)) return
    const { client, questions } = this.connection
    const hint = await client.ask<'hint'>({ t: 'hint', n: view.n }).catch(() => null)
    if (hint && this.on && this.connection.questions === questions) this.hint = this.retell(hint)
  }
}
