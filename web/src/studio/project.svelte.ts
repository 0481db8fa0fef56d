// A project as it is worked on: its files, what they were when they were saved last, and that they are kept. Every
// change is written to IndexedDB at once; while one is being written the next waits, so the last is always written.
import { inOrder, isSame, mainOf, titleOf, type Files } from './files'
import { keepProject, type KeptProject } from './keep'

export const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((b) => b.toString(16).padStart(2, '0')).join('')

export class Project {
  readonly id: string
  files: Files = $state.raw({})
  /** The version that changes are compared with. */
  saved: Files = $state.raw({})
  /** Grows with every change of the files. */
  version = $state(0)
  keeping: 'kept' | 'writing' | 'failed' = $state('kept')
  handles: Record<string, FileSystemFileHandle> = {}
  private named: string
  private writing = false
  private again = false

  readonly paths = $derived.by(() => inOrder(this.files))
  readonly main = $derived.by(() => mainOf(this.files))
  readonly title = $derived.by(() => (this.main && titleOf(this.files[this.main]!)) || this.name)
  readonly isSaved = $derived.by(() => isSame(this.files, this.saved))

  constructor(kept: KeptProject) {
    this.id = kept.id
    this.named = kept.name
    this.files = kept.files
    this.saved = kept.saved
    this.handles = kept.handles ?? {}
  }

  /** What the engine calls the game: as the file that declares it, also while that line is broken. */
  get name(): string {
    return this.main ? (this.named = this.main.replace(/\.game$/, '')) : this.named
  }

  get kept(): KeptProject {
    const { id, name, title, files, saved, handles } = this
    return { id, name, title, files, saved, at: Date.now(), handles }
  }

  write(path: string, text: string) {
    if (this.files[path] === text) return
    this.change({ ...this.files, [path]: text })
  }

  remove(path: string) {
    const { [path]: _, ...rest } = this.files
    delete this.handles[path]
    this.change(rest)
  }

  change(files: Files) {
    this.files = files
    this.version++
    void this.keep()
  }

  /** What is now is what later changes are compared with. */
  async save() {
    this.saved = this.files
    await this.keep()
  }

  async keep(): Promise<void> {
    this.again = true
    if (this.writing) return
    this.writing = true
    this.keeping = 'writing'
    try {
      while (this.again) {
        this.again = false
        await keepProject(this.kept)
      }
      this.keeping = 'kept'
    } catch {
      this.keeping = 'failed'
    } finally {
      this.writing = false
    }
  }
}

/** A project that is new here. */
export function projectOf(files: Files): KeptProject {
  const main = mainOf(files) ?? Object.keys(files)[0] ?? 'game.game'
  const title = titleOf(files[main] ?? '') ?? main
  return { id: newId(), name: main.replace(/\.\w+$/, ''), title, files, saved: files, at: Date.now() }
}
