// Tables of this device in IndexedDB: what each began with, its lines, and the rules it is played by, each once. A
// change is one transaction: what `keep` has said to be kept survives the tab, the browser and the machine as far as
// IndexedDB does. The words are those of src/table/store_text.h, as the engine gives and takes them.
import { Kept } from '../engine/kept'

/** A table without its lines. */
export interface KeptTable {
  table: string
  'played by': string
  name: string
  title: string
  header: string
  facts: string
  listed: boolean
  created: number
  people: string
  over: boolean
  at: number // when it was changed last, in milliseconds
  lines: number // how many
}

interface Line {
  text: string
  spent: number
  digest?: string
}

type Change = Partial<KeptTable> & { table: string; at: number; from: number; lines: Line[] }

const NAME = 'terrane'
const VERSION = 1
let opened: Promise<IDBDatabase> | null = null

const answer = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, fail) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error ?? new Error('nothing can be kept here'))
  })

function make(db: IDBDatabase) {
  db.createObjectStore('tables', { keyPath: 'table' })
  db.createObjectStore('lines') // by table and number
  db.createObjectStore('rules') // as they are, by their hash
}

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((done, fail) => {
    const request = indexedDB.open(NAME, VERSION)
    request.onupgradeneeded = () => make(request.result)
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error ?? new Error('nothing can be kept here'))
  })
  return opened
}

async function begin(mode: IDBTransactionMode) {
  const t = (await database()).transaction(['tables', 'lines', 'rules'], mode, { durability: 'strict' })
  const ended = new Promise<void>((done, fail) => {
    t.oncomplete = () => done()
    t.onabort = () => fail(t.error ?? new Error('it was not kept'))
  })
  return { t, ended, tables: t.objectStore('tables'), lines: t.objectStore('lines'), rules: t.objectStore('rules') }
}

const linesOf = (table: string) => IDBKeyRange.bound([table], [table, []])

/** Ends when the change is stored for good, or says why it is not. */
export async function keep(change: Change, rules: string | null): Promise<Kept> {
  try {
    const { t, ended, tables, lines, rules: allRules } = await begin('readwrite')
    const { from, lines: added, ...fields } = change
    const before = (await answer(tables.get(change.table))) as KeptTable | undefined
    const isTaken = rules ? before !== undefined : !before || (added.length > 0 && before.lines !== from)
    if (isTaken) {
      t.abort()
      await ended.catch(() => {})
      return before ? Kept.Taken : Kept.No // one that was deleted stays so
    }
    if (rules) allRules.put(rules, change['played by'])
    tables.put({ ...before, ...fields, lines: (before?.lines ?? 0) + added.length })
    for (const [i, line] of added.entries()) lines.put(line, [change.table, from + i])
    await ended
    return Kept.Yes
  } catch {
    return Kept.No
  }
}

/** A table and its rules as the engine takes them; null: there is no such table. */
export async function recallTable(table: string): Promise<{ table: string; rules: string } | null> {
  const { tables, lines, rules } = await begin('readonly')
  const [found, all] = await Promise.all([
    answer(tables.get(table)) as Promise<KeptTable | undefined>,
    answer(lines.getAll(linesOf(table))) as Promise<Line[]>,
  ])
  const played = found && ((await answer(rules.get(found['played by']))) as string | undefined)
  return found && played ? { table: JSON.stringify({ ...found, lines: all }), rules: played } : null
}

/** All of them, where one was last first. */
export async function listTables(): Promise<KeptTable[]> {
  const { tables } = await begin('readonly')
  return ((await answer(tables.getAll())) as KeptTable[]).sort((a, b) => b.at - a.at)
}

/** Deletes a table, and its rules where no other is played by them. */
export async function dropTable(table: string) {
  const { ended, tables, lines, rules } = await begin('readwrite')
  const all = (await answer(tables.getAll())) as KeptTable[]
  const played = all.find((k) => k.table === table)?.['played by']
  tables.delete(table)
  lines.delete(linesOf(table))
  if (played && !all.some((k) => k.table !== table && k['played by'] === played)) rules.delete(played)
  await ended
}
