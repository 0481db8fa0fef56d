// Requests and connections go to an engine in a Worker of this page instead of to a server. A connection is used as a
// WebSocket is (client.ts).
import type { Transport, Wire } from '../transport'
import type { FromTables, ToTables } from './words'

class LocalWire implements Wire {
  readyState: number = WebSocket.CONNECTING
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null

  constructor(
    private readonly pass: (text: string) => void,
    private readonly leave: () => void,
  ) {}

  send(text: string) {
    if (this.readyState === WebSocket.OPEN) this.pass(text)
  }

  open() {
    this.readyState = WebSocket.OPEN
    this.onopen?.()
  }

  end() {
    if (this.readyState === WebSocket.CLOSED) return
    this.readyState = WebSocket.CLOSED
    this.onclose?.()
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return
    this.leave()
    this.end()
  }
}

export type Answer = { status: number; text: string }

/** Opens at once and works as soon as the engine is there. `trouble` hears that there is none, and of a table that is
 *  open in another tab. Its Worker may know more words than those of tables. */
export class WorkerTables<To, From extends { t: string }> implements Transport {
  private readonly waiting = new Map<number, (answer: Answer) => void>()
  private readonly wires = new Map<number, LocalWire>()
  private next = 1
  private failed = false

  constructor(
    private readonly worker: Worker,
    private readonly trouble: (what: 'missing' | 'broken' | 'elsewhere' | null) => void,
  ) {
    this.worker.onmessage = (event: MessageEvent<From | FromTables>) => this.take(event.data)
    this.worker.onerror = () => this.fail('broken')
  }

  protected say(m: To | ToTables) {
    this.worker.postMessage(m)
  }

  protected take(given: From | FromTables) {
    const m = given as FromTables
    if (m.t === 'answer') {
      this.waiting.get(m.id)?.(m)
      this.waiting.delete(m.id)
    } else if (m.t === 'failed') {
      this.fail(m.why)
    } else if (m.t === 'joined') {
      this.trouble(null)
      this.wires.get(m.c)?.open()
    } else if (m.t === 'message') {
      this.wires.get(m.c)?.onmessage?.({ data: m.text })
    } else {
      if (m.t === 'elsewhere') this.trouble('elsewhere')
      this.wires.get(m.c)?.end()
      this.wires.delete(m.c)
    }
  }

  private fail(why: 'missing' | 'broken') {
    this.failed = true
    this.trouble(why)
    this.close()
  }

  /** Asks with a number by which the answer finds back. */
  protected asked(make: (id: number) => To | ToTables): Promise<Answer> {
    if (this.failed) return Promise.resolve({ status: 503, text: '' })
    const id = this.next++
    return new Promise((done) => {
      this.waiting.set(id, done)
      this.say(make(id))
    })
  }

  /** As fetch does; of the answer only what is read of one. */
  async request(path: string, init?: { method?: string; body?: string }) {
    const [, rest = '', query = ''] = /^\/api\/([^?]*)\??(.*)$/.exec(path) ?? []
    const wanted = decodeURIComponent(rest)
    const lang = new URLSearchParams(query).get('lang') ?? ''
    return this.response(await this.asked((id) => init?.method === 'POST' ?
      { t: 'post', id, path: wanted, body: init.body ?? '' } : { t: 'get', id, path: wanted, lang }))
  }

  protected response({ status, text }: Answer): Response {
    return new Response(text, { status })
  }

  connect(table: string): Wire {
    const c = this.next++
    const wire = new LocalWire((text) => this.say({ t: 'says', c, table, text }), () => {
      this.wires.delete(c)
      this.say({ t: 'leave', c, table })
    })
    this.wires.set(c, wire)
    this.say({ t: 'join', c, table })
    return wire
  }

  /** Nothing is heard any more; tables can be opened in other tabs. */
  close() {
    this.worker.terminate()
    for (const done of this.waiting.values()) done({ status: 503, text: '' })
    this.waiting.clear()
    for (const wire of this.wires.values()) wire.end()
    this.wires.clear()
  }
}
