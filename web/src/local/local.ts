// Tables on this device: requests and connections go to the engine in a Worker of this page instead of to a server. A
// connection is used as a WebSocket is (client.ts).
import type { Transport, Wire } from '../transport'
import type { FromWorker, ToWorker } from './words'

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

type Answer = { status: number; text: string }

/** Opens at once and works as soon as the engine is there. `trouble` hears that there is none, and of a table that is
 *  open in another tab. */
export class Local implements Transport {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  private readonly waiting = new Map<number, (answer: Answer) => void>()
  private readonly wires = new Map<number, LocalWire>()
  private next = 1
  private failed = false

  constructor(private readonly trouble: (what: 'missing' | 'broken' | 'elsewhere' | null) => void) {
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => this.take(event.data)
    this.worker.onerror = () => this.fail('broken')
  }

  private say(m: ToWorker) {
    this.worker.postMessage(m)
  }

  private take(m: FromWorker) {
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

  private ask(make: (id: number) => ToWorker): Promise<Answer> {
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
    return this.response(await this.ask((id) => init?.method === 'POST' ?
      { t: 'post', id, path: wanted, body: init.body ?? '' } : { t: 'get', id, path: wanted, lang }))
  }

  /** The link of a journal, as an answer. */
  async link(journal: string) {
    return this.response(await this.ask((id) => ({ t: 'link', id, journal })))
  }

  private response({ status, text }: Answer): Response {
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
