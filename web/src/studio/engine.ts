// The engines of the studio: one for the tables and the text as it is typed, one beside it for what takes long (the
// language server, scenarios), and one for forms once somebody opens them, so that nobody who types or plays waits for
// them. All have the same files.
//
// A file that is put is seen by whatever is asked after it. Asking gives a typed answer; a refusal is an AskError.
import { WorkerTables } from '../local/tables'
import type { Asks } from './answers'
import type { FromStudio, ToStudio } from './words'

export class AskError extends Error {
  constructor(readonly code: string, text: string) {
    super(text)
  }
}

export type Trouble = 'missing' | 'broken' | 'elsewhere' | null

/** The rules, words and scenarios of the shipped games by path, for a project to begin with. */
export async function shippedGames(): Promise<Record<string, string>> {
  if (!__ENGINE__) return {}
  const { games, scenarios } = __ENGINE__
  const parts = await Promise.all([games, scenarios].map(async (path) => (await fetch(path)).json()))
  return Object.assign({}, ...parts) as Record<string, string>
}

async function compiled(): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(fetch(__ENGINE__!.studio))
}

class Instance extends WorkerTables<ToStudio, FromStudio> {
  onedit: ((message: object) => void) | null = null
  private readonly early: ToStudio[] = []
  private started = false

  constructor(module: Promise<WebAssembly.Module>, trouble: (what: Trouble) => void) {
    super(new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }), trouble)
    module.then((m) => this.start(m), () => this.take({ t: 'failed', why: 'broken' }))
  }

  private start(module: WebAssembly.Module) {
    this.started = true
    super.say({ t: 'start', module })
    for (const m of this.early.splice(0)) super.say(m)
  }

  override say(m: ToStudio) {
    if (this.started) super.say(m)
    else this.early.push(m)
  }

  protected override take(m: FromStudio) {
    if (m.t === 'edit') this.onedit?.(JSON.parse(m.text) as object)
    else super.take(m)
  }

  async ask<K extends keyof Asks>(what: K, body: Asks[K][0]): Promise<Asks[K][1]> {
    const { status, text } = await this.asked((id) => ({ t: 'ask', id, what, body: JSON.stringify(body) }))
    if (!text) throw new AskError('broken', 'the engine has stopped')
    const answer = JSON.parse(text) as Asks[K][1] & { error?: { code: string; text: string } }
    if (status !== 200) throw new AskError(answer.error?.code ?? 'broken', answer.error?.text ?? '')
    return answer
  }
}

const ASIDE: ReadonlySet<keyof Asks> = new Set(['scenarios'] as const)
const OF_FORMS: ReadonlySet<keyof Asks> = new Set(['model', 'tokens', 'try', 'take', 'rename', 'trace'] as const)

export class StudioEngine {
  private readonly main: Instance
  private readonly aside: Instance
  private forms: Instance | null = null
  private readonly make: () => Instance
  private readonly files = new Map<string, string>()
  private project = 0
  /** Compiled once, for whoever has Workers of its own. */
  readonly module: Promise<WebAssembly.Module>
  /** Messages of the language server. */
  set onedit(hear: ((message: object) => void) | null) {
    this.aside.onedit = hear
  }

  /** `trouble` hears that there is no engine, or that it has broken down. */
  constructor(trouble: (what: Trouble) => void) {
    const module = this.module = __ENGINE__ ? compiled() : Promise.reject(new Error('there is no engine'))
    const tell = (what: Trouble) => trouble(what === 'broken' && !__ENGINE__ ? 'missing' : what)
    this.make = () => new Instance(module, tell)
    this.main = this.make()
    this.aside = this.make()
  }

  private all(m: ToStudio) {
    this.main.say(m)
    this.aside.say(m)
    this.forms?.say(m)
  }

  private forForms(): Instance {
    if (!this.forms) {
      this.forms = this.make()
      for (const [path, text] of this.files) this.forms.say({ t: 'put', path, text })
    }
    return this.forms
  }

  /** A file of the project, at games/NAME/FILE. What is the same as before changes nothing. */
  put(path: string, text: string) {
    if (this.files.get(path) === text) return
    this.files.set(path, text)
    this.all({ t: 'put', path, text })
  }

  remove(path: string) {
    if (this.files.delete(path)) this.all({ t: 'remove', path })
  }

  ask<K extends keyof Asks>(what: K, body: Asks[K][0]): Promise<Asks[K][1]> {
    const { project } = this
    const instance = OF_FORMS.has(what) ? this.forForms() : ASIDE.has(what) ? this.aside : this.main
    return new Promise((done, fail) => void instance.ask(what, body).then((answer) => project === this.project &&
      done(answer), (why: unknown) => project === this.project && fail(why)))
  }

  /** A project is closed: who asked about it hears no answer, not even that its files are gone. */
  forget() {
    this.project++
  }

  /** A message (JSON-RPC) to the language server; files are file:///games/NAME/FILE. Answers come to `onedit`. */
  edit(message: object) {
    this.aside.say({ t: 'edit', text: JSON.stringify(message) })
  }

  /** Tables: the transport of whoever shows one (transport.ts). */
  request(path: string, init?: { method?: string; body?: string }) {
    return this.main.request(path, init)
  }

  connect(table: string) {
    return this.main.connect(table)
  }

  close() {
    this.forget()
    this.main.close()
    this.aside.close()
    this.forms?.close()
  }
}
