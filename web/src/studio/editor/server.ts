// The language server of the engine, as an editor speaks to it: documents that are open, questions and their answers,
// and what it says of a file by itself. Positions are of the protocol: lines from 0, columns in units of strings.
import type { StudioEngine } from '../engine'

export interface Position {
  line: number
  character: number
}
export interface Range {
  start: Position
  end: Position
}
export interface Said {
  range: Range
  severity: number
  code: string
  message: string
}
export interface TextEdit {
  range: Range
  newText: string
}
export type WorkspaceEdit = { changes?: Record<string, TextEdit[]> }

interface Answer {
  id?: number
  result?: unknown
  error?: { message: string }
  method?: string
  params?: { uri: string; diagnostics: Said[] }
}

/** What the server would not do, in its words. */
export class Refused extends Error {}

/** An engine is greeted once; one project after another is opened in it, and no two questions have one number. */
const greeted = new WeakSet<StudioEngine>()
let next = 1

export class LanguageServer {
  private readonly asked = new Map<number, { done: (result: unknown) => void; fail: (why: Refused) => void }>()
  private readonly open = new Map<string, string>() // what it knows of each file

  /** `hear` is told what is wrong with a file, all at once. */
  constructor(
    private readonly engine: StudioEngine,
    private readonly game: () => string,
    private readonly hear: (path: string, messages: Said[]) => void,
  ) {
    engine.onedit = (m) => this.take(m as Answer)
    if (greeted.has(engine)) return
    greeted.add(engine)
    void this.ask('initialize', { capabilities: { textDocument: { completion: { completionItem: {
      snippetSupport: true } } } } })
    this.tell('initialized', {})
  }

  private take({ id, result, error, method, params }: Answer) {
    if (method === 'textDocument/publishDiagnostics') {
      if (this.open.has(params!.uri)) this.hear(this.pathOf(params!.uri), params!.diagnostics)
      return
    }
    const asked = id === undefined ? undefined : this.asked.get(id)
    if (!asked) return
    this.asked.delete(id!)
    if (error) asked.fail(new Refused(error.message))
    else asked.done(result)
  }

  private uri(path: string) {
    return `file:///games/${encodeURIComponent(this.game())}/${encodeURIComponent(path)}`
  }

  pathOf(uri: string): string {
    return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1))
  }

  private tell(method: string, params: object) {
    this.engine.edit({ jsonrpc: '2.0', method, params })
  }

  ask<T>(method: string, params: object): Promise<T> {
    const id = next++
    this.engine.edit({ jsonrpc: '2.0', id, method, params })
    return new Promise((done, fail) => this.asked.set(id, { done: done as (r: unknown) => void, fail }))
  }

  /** About a place of a file that is open. */
  at<T>(what: string, path: string, position: Position, more: object = {}): Promise<T> {
    return this.ask(`textDocument/${what}`, { textDocument: { uri: this.uri(path) }, position, ...more })
  }

  /** About a file that is open. */
  of<T>(what: string, path: string, more: object = {}): Promise<T> {
    return this.ask(`textDocument/${what}`, { textDocument: { uri: this.uri(path) }, ...more })
  }

  /** It knows a file as it is now. */
  has(path: string, text: string) {
    const uri = this.uri(path)
    const known = this.open.get(uri)
    if (known === text) return
    this.open.set(uri, text)
    if (known === undefined)
      this.tell('textDocument/didOpen', { textDocument: { uri, languageId: 'terrane', version: 1, text } })
    else this.tell('textDocument/didChange', { textDocument: { uri, version: this.open.size },
      contentChanges: [{ text }] })
  }

  /** A file that is gone, or the whole project where it is called otherwise. */
  forget(path: string) {
    this.shut(this.uri(path))
  }

  private shut(uri: string) {
    if (this.open.delete(uri)) this.tell('textDocument/didClose', { textDocument: { uri } })
  }

  isOpen(path: string) {
    return this.open.has(this.uri(path))
  }

  close() {
    for (const uri of [...this.open.keys()]) this.shut(uri)
    this.engine.onedit = null
  }
}
