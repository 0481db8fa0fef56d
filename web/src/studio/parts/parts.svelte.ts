// The parts of the definition as forms see them: the model and the tokens of the last text that was right, what is
// selected, and changes: each is tried before it is written, and what the compiler says of it is told at its field.
import { applied, differences, isSame, type Edit, type Files } from '../files'
import type { Studio } from '../studio.svelte'
import { clausesWritten, draftFrom, stepDrafts, type Written } from './drafts'
import type { Model, Part, Place } from './model'
import { declarationAt, Source, type Declaration, type Tokens } from './source'
import { everyEntry, treeOf, type Chapter, type Entry } from './tree'
import { stepsOf } from './edits'

export class Parts {
  model: Model | null = $state.raw(null)
  /** Grows with each text that was read. */
  read = $state(0)
  selected: string | null = $state(null)
  busy = $state(false)
  /** The field whose change is being tried, or was refused, and why. */
  trying: string | null = $state(null)
  problems: Record<string, string> = $state({})
  /** What was made: it is shown once it is read. */
  private wanted: ((e: Entry) => boolean) | null = null
  private sources = new Map<string, Source>()
  private files: Files = {}
  private of = -1
  private again = false
  private done: { before: Files; after: Files }[] = $state.raw([])

  readonly chapters: Chapter[] = $derived.by(() => (this.model ? treeOf(this.model) : []))
  readonly entries: Entry[] = $derived.by(() => everyEntry(this.chapters))
  readonly entry: Entry | null = $derived.by(() => this.entries.find((e) => e.id === this.selected) ?? null)

  constructor(private readonly studio: Studio) {}

  /** What is shown is of the text as it is: only then can it be changed. */
  get isCurrent(): boolean {
    return this.read > 0 && isSame(this.files, this.studio.project.files)
  }

  /** Reads the text as it is; while it is read the next one waits. */
  async follow() {
    const { live, engine, project } = this.studio
    if (live.good === 0 || this.of === live.good) return
    this.again = true
    if (this.busy) return
    this.busy = true
    try {
      while (this.again) {
        this.again = false
        const of = live.good
        const files = live.goodFiles
        const [said, tokens] = await Promise.all([engine.ask('model', { game: project.name }),
          engine.ask('tokens', { game: project.name })])
        if (said.diagnostics) break // in another configuration; the editor tells
        if (!isSame(files, project.files)) {
          this.again = live.good !== of
          if (!this.again) break // a mistake was typed meanwhile
          continue
        }
        this.take(said.model as Model, tokens, files)
        this.of = of
      }
    } catch (error) {
      if (!this.studio.live.isOld) console.error(error)
    } finally {
      this.busy = false
    }
  }

  private take(model: Model, tokens: Tokens, files: Files) {
    this.sources = new Map(tokens.files.map((f) => {
      const path = this.studio.pathOf(f.path)
      return [f.path, new Source(path, files[path] ?? '', f.tokens, tokens.sorts)]
    }))
    this.files = files
    this.model = model
    this.read++
    const wanted = this.wanted && this.entries.find(this.wanted)
    if (wanted) this.selected = wanted.id
    this.wanted = null
  }

  get everySource(): Source[] {
    return [...this.sources.values()]
  }

  sourceOf = (file: string): Source | undefined => this.sources.get(file)

  declarationOf(part: Part, statement = false): { source: Source; d: Declaration } | null {
    const source = part.at && this.sources.get(part.at.file)
    if (!source || !part.at) return null
    const from = source.offset(part.at.from)
    const to = statement ? endOfStatement(source, from) : source.offset(part.at.to)
    return { source, d: declarationAt(source, from, to, statement) }
  }

  /** Where the whole begins: `game "…":` with how many play. */
  gameOf(): { source: Source; d: Declaration } | null {
    for (const source of this.sources.values()) {
      const at = source.tokens.findIndex((t, i) => t.text === 'game' && source.tokens[i + 1]?.sort === 'text')
      if (at < 0) continue
      let end = source.tokens.findIndex((t, i) => i > at && t.sort === 'dedent')
      if (end < 0) end = source.tokens.length
      const from = source.tokens[at]!.from
      return { source, d: declarationAt(source, from, source.tokens[end - 1]!.to) }
    }
    return null
  }

  written(): Written[] {
    return this.model ? clausesWritten(this.model, this.sourceOf) : []
  }

  steps() {
    const { model } = this
    if (!model) return []
    const bonus = model.tracks.flatMap((t) => {
      const there = this.declarationOf(t)
      return (there?.d.items ?? []).filter((i) => i.key === 'at').flatMap((i) => stepsOf(i.body).map((s) =>
        draftFrom(there!.source, s)))
    })
    return stepDrafts(model, this.written(), bonus)
  }

  lineOf(at: Place): number {
    return this.sources.get(at.file)?.lineOf(this.sources.get(at.file)!.offset(at.to) - 1) ?? at.line
  }

  show(at: Place) {
    const source = this.sources.get(at.file)
    if (source) this.studio.go({ path: source.path, from: source.offset(at.from), to: source.offset(at.to) })
  }

  showLine(file: string, line: number) {
    this.studio.show(this.studio.pathOf(file), line, 0)
  }

  // ---- changes
  /** Tries the edits and makes them; false: they were refused, and `problems` says why at the field. */
  async change(field: string, edits: readonly Edit[], wanted: ((e: Entry) => boolean) | null = null): Promise<boolean> {
    const { project, engine } = this.studio
    const before = project.files
    if (!this.isCurrent) return false
    const after = applied(before, edits)
    return this.tried(field, wanted, before, async () => {
      const files = Object.keys(after).filter((p) => after[p] !== before[p]).map((p) => ({
        path: `games/${project.name}/${p}`, text: after[p]! }))
      const { ok, problems } = await engine.ask('try', { game: project.name, files })
      return ok ? after : problems.map((p) => (p.hint ? `${p.text} (${p.hint})` : p.text))
    })
  }

  /** What is printed on a card: the table of cards knows where it stands, and where it would. */
  async print(field: string, kind: string, card: string, column: string, text: string): Promise<boolean> {
    const { project, engine } = this.studio
    const before = project.files
    const cell = (s: string) => `"${s.replaceAll('"', '""')}"`
    const csv = `card,${cell(column)}\n${cell(card)},${cell(text)}\n`
    return this.tried(field, null, before, async () => {
      const taken = await engine.ask('take', { game: project.name, kind, csv, some: true })
      if (taken.diagnostics) return taken.diagnostics.map((d) => d.text)
      if (taken.problems.length > 0) return taken.problems.map((p) => p.text)
      return { ...before, ...Object.fromEntries(taken.files.map((f) => [this.studio.pathOf(f.path), f.text])) }
    })
  }

  /** A name, wherever it stands. */
  async rename(field: string, at: { source: Source; offset: number; file: string }, name: string,
    wanted: (e: Entry) => boolean): Promise<boolean> {
    const { project, engine } = this.studio
    const before = project.files
    return this.tried(field, wanted, before, async () => {
      const { edits, refused } = await engine.ask('rename', { game: project.name, file: at.file,
        at: at.source.byte(at.offset), name })
      if (refused) return [refused]
      const by = edits.map((e) => {
        const path = this.studio.pathOf(e.path)
        const source = this.sources.get(e.path) ?? new Source(path, before[path] ?? '', [], [])
        return { path, from: source.offset(e.from), to: source.offset(e.to), text: e.text }
      })
      const after = applied(before, by)
      const files = Object.keys(after).filter((p) => after[p] !== before[p]).map((p) => ({
        path: `games/${project.name}/${p}`, text: after[p]! }))
      const { ok, problems } = await engine.ask('try', { game: project.name, files })
      return ok ? after : problems.map((p) => p.text)
    })
  }

  private async tried(field: string, wanted: ((e: Entry) => boolean) | null, before: Files,
    attempt: () => Promise<Files | string[]>): Promise<boolean> {
    if (this.trying !== null) return false
    this.trying = field
    this.problems = {}
    try {
      const answer = await attempt()
      if (Array.isArray(answer)) {
        this.problems = { [field]: [...new Set(answer)].slice(0, 3).join('\n') || '?' }
        return false
      }
      if (!isSame(before, this.studio.project.files)) return false // it was typed meanwhile; the form follows
      this.wanted = wanted
      this.write(answer)
      this.done = [...this.done, { before, after: answer }]
      return true
    } catch (error) {
      this.problems = { [field]: error instanceof Error ? error.message : String(error) }
      return false
    } finally {
      this.trying = null
    }
  }

  private write(after: Files) {
    this.studio.apply(differences(this.studio.project.files, after))
  }

  readonly canUndo: boolean = $derived.by(() => {
    const last = this.done.at(-1)
    return last !== undefined && isSame(last.after, this.studio.project.files)
  })

  /** The last change of a form is taken back. */
  undo() {
    const last = this.done.at(-1)
    if (!last || !this.canUndo) return
    this.done = this.done.slice(0, -1)
    this.write(last.before)
  }
}

/** A statement of the flow with all that hangs on it. */
function endOfStatement(source: Source, from: number): number {
  let open = 0
  let end = from
  for (let i = source.first(from); i < source.tokens.length; i++) {
    const t = source.tokens[i]!
    if (t.from < from || (t.sort === 'dedent' && t.from === from && end === from)) continue
    if (t.sort === 'indent') open++
    if (t.sort === 'dedent' && --open <= 0) break
    if (t.sort === 'newline' && open === 0 && source.tokens[i + 1]?.sort !== 'indent') break
    if (t.to > end) end = t.to
  }
  return end
}
