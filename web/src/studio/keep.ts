// Projects of the studio in IndexedDB: each is one record, written whole in one transaction, so what is found after a
// crash is the text as it was at some moment, never half of it. Their list is made of the same records.
import type { Files } from './files'

export interface KeptProject {
  id: string
  name: string // of the game in the engine: of the file that declares it
  title: string
  files: Files
  saved: Files // what changes are compared with
  at: number // when it was changed last, in milliseconds
  handles?: Record<string, FileSystemFileHandle> // files on the disk, where the browser gives them
}

const NAME = 'terrane.studio'
let opened: Promise<IDBDatabase> | null = null

const answer = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, fail) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error ?? new Error('nothing can be kept here'))
  })

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((done, fail) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore('projects', { keyPath: 'id' })
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error ?? new Error('nothing can be kept here'))
  })
  return opened
}

async function change(by: (projects: IDBObjectStore) => void): Promise<void> {
  const t = (await database()).transaction('projects', 'readwrite')
  const ended = new Promise<void>((done, fail) => {
    t.oncomplete = () => done()
    t.onabort = () => fail(t.error ?? new Error('it was not kept'))
  })
  by(t.objectStore('projects'))
  return ended
}

const projects = async () => (await database()).transaction('projects').objectStore('projects')

export const keepProject = (project: KeptProject) => change((all) => void all.put(project))
export const dropProject = (id: string) => change((all) => void all.delete(id))

export async function recallProject(id: string): Promise<KeptProject | null> {
  return ((await answer((await projects()).get(id))) as KeptProject | undefined) ?? null
}

/** All of them, what was changed last first. */
export async function listProjects(): Promise<KeptProject[]> {
  return ((await answer((await projects()).getAll())) as KeptProject[]).sort((a, b) => b.at - a.at)
}

/** Whether this tab may write a project: one at a time does, until it is closed. Where browsers have no locks (pages
 *  without HTTPS) every tab may. A tab that was just closed still holds its lock for a moment. */
export function lead(id: string, patience = 1500): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(() => {})
  return new Promise((done) => {
    const held = () => new Promise<void>((release) => done(release))
    navigator.locks.request(`terrane.studio.${id}`, { signal: AbortSignal.timeout(patience) }, held)
      .catch(() => done(null))
  })
}
