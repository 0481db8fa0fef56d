// Files of the disk: read where they are chosen or dropped, written back where the browser gives them (File System
// Access), else downloaded; several as one archive, which is opened like files are.
import { isText, mainOf, type Files } from './files'
import { unzip, zip } from './zip'

export interface Read {
  files: Files
  handles: Record<string, FileSystemFileHandle>
  refused: string[] // names of what is no text of a game
}

const MOST = 4 << 20 // bytes of a file

type Picker = (options: object) => Promise<FileSystemFileHandle[]>
const picker = (): Picker | undefined => (window as { showOpenFilePicker?: Picker }).showOpenFilePicker

export const canPick = () => picker() !== undefined

async function take(read: Read, name: string, blob: Blob, handle?: FileSystemFileHandle) {
  if (name.endsWith('.zip')) {
    for (const [path, bytes] of await unzip(new Uint8Array(await blob.arrayBuffer())))
      await take(read, path.slice(path.lastIndexOf('/') + 1), new Blob([bytes as BlobPart]))
    return
  }
  if (!isText(name) || blob.size > MOST) return void read.refused.push(name)
  read.files = { ...read.files, [name]: (await blob.text()).replaceAll('\r\n', '\n') }
  if (handle) read.handles[name] = handle
}

/** Files that were chosen in an input or dropped. */
export async function readFiles(files: Iterable<File>): Promise<Read> {
  const read: Read = { files: {}, handles: {}, refused: [] }
  for (const file of files) await take(read, file.name, file)
  return read
}

/** What was dropped: files and folders, one deep. */
export async function readDropped(data: DataTransfer): Promise<Read> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((e) => e !== null)
  const files: File[] = []
  const fileOf = (e: FileSystemEntry) => new Promise<File>((done, fail) => (e as FileSystemFileEntry).file(done, fail))
  for (const entry of entries) {
    if (entry.isFile) files.push(await fileOf(entry))
    else {
      const reader = (entry as FileSystemDirectoryEntry).createReader()
      const inside = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
      for (const e of inside) if (e.isFile && isText(e.name)) files.push(await fileOf(e))
    }
  }
  return readFiles(files)
}

/** Asks for files that can be written back; null: nothing was chosen. */
export async function pickFiles(): Promise<Read | null> {
  try {
    const handles = await picker()!({ multiple: true })
    const read: Read = { files: {}, handles: {}, refused: [] }
    for (const handle of handles) await take(read, handle.name, await handle.getFile(), handle)
    return read
  } catch (e) {
    if (e instanceof DOMException && e.name === 'AbortError') return null
    throw e
  }
}

type Asking = FileSystemFileHandle & { requestPermission?: (how: object) => Promise<string> }

/** Writes files back where they came from; the number of those written. */
export async function writeBack(files: Files, handles: Record<string, FileSystemFileHandle>): Promise<number> {
  let n = 0
  for (const [path, handle] of Object.entries(handles)) {
    const text = files[path]
    if (text === undefined) continue
    if ((await (handle as Asking).requestPermission?.({ mode: 'readwrite' })) === 'denied') throw new Error(path)
    const out = await handle.createWritable()
    await out.write(text)
    await out.close()
    n++
  }
  return n
}

/** A file of whoever looks at the page: the definition, or all of it in one archive. */
export function download(name: string, files: Files) {
  const paths = Object.keys(files)
  const alone = paths.length === 1 && mainOf(files)
  const content = alone ? files[alone]! : zip(Object.fromEntries(paths.map((p) => [`${name}/${p}`, files[p]!])))
  downloadText(alone || `${name}.zip`, content)
}

/** One file, of a text or of bytes. */
export function downloadText(name: string, content: string | Uint8Array) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content as BlobPart]))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60000)
}
