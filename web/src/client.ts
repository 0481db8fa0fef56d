// The connection to one table, of a server or of this device: it says hello with its token, connects again when it is
// cut off, and brings answers back to who asked. It says no more at once than a server takes. It keeps nothing of the
// game: whoever listens does.
import { Refusal, type Message } from './protocol'
import { transport, type Wire } from './transport'

export type Outgoing = { t: string; [key: string]: unknown }

export interface Listener {
  message(m: Message): void
  connected(is: boolean): void
}

interface Waiting {
  resolve(m: Message): void
  reject(e: Refusal): void
}

const FIRST_PAUSE = 500
const LONGEST_PAUSE = 15000
const AT_ONCE = 25 // messages; servers take 30, and 10 a second after that
const A_SECOND = 9

/** A secret of a seat: 22 letters and digits drawn at random, as the server takes them. */
export function newKey(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  let key = ''
  while (key.length < 22)
    for (const byte of crypto.getRandomValues(new Uint8Array(22)))
      if (byte < 248 && key.length < 22) key += letters[byte % 62]
  return key
}

export class TableClient {
  private socket: Wire | null = null
  private waiting = new Map<number, Waiting>()
  private next = 1
  private pause = FIRST_PAUSE
  private timer: ReturnType<typeof setTimeout> | undefined
  private closed = false
  private queue: Outgoing[] = []
  private left = AT_ONCE
  private counted = 0
  private later: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly table: string,
    public token: string | null,
    private readonly listener: Listener,
    public lang = '',
    private readonly connect: (table: string) => Wire = (id) => transport().connect(id),
  ) {
    this.open()
  }

  private open() {
    const socket = this.connect(this.table)
    this.socket = socket
    socket.onopen = () => {
      this.pause = FIRST_PAUSE
      this.left = AT_ONCE
      this.counted = Date.now()
      this.listener.connected(true)
      this.send({ t: 'hello', ...(this.token ? { token: this.token } : {}), ...(this.lang ? { lang: this.lang } : {}) })
    }
    socket.onmessage = (event) => this.take(event.data)
    socket.onclose = () => this.lost(socket)
  }

  private take(data: unknown) {
    if (typeof data !== 'string') return
    const m = JSON.parse(data) as Message
    const number = typeof m.re === 'number' ? m.re : 0
    const waiting = this.waiting.get(number)
    this.waiting.delete(number)
    if (m.t === 'error' && m.code === 'no_table') this.close()
    this.listener.message(m)
    if (m.t === 'error' && m.code === 'full' && !waiting) this.refuseAll(m.code, m.text) // the table takes nobody more
    if (!waiting) return
    if (m.t === 'error') waiting.reject(new Refusal(m.code, m.text))
    else waiting.resolve(m)
  }

  private lost(socket: Wire, pause = this.pause) {
    if (socket !== this.socket) return
    this.socket = null
    this.queue = []
    clearTimeout(this.later)
    this.later = undefined
    this.refuseAll('offline', '')
    if (this.closed) return
    this.listener.connected(false)
    this.timer = setTimeout(() => this.open(), pause)
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2)
  }

  send(m: Outgoing): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.queue.push(m)
    this.drain()
    return true
  }

  /** As much of the queue as the server takes now; the rest a little later. */
  private drain() {
    const now = Date.now()
    this.left = Math.min(AT_ONCE, this.left + ((now - this.counted) / 1000) * A_SECOND)
    this.counted = now
    while (this.queue.length > 0 && this.left >= 1) {
      this.socket?.send(JSON.stringify(this.queue.shift()))
      this.left--
    }
    if (this.queue.length === 0 || this.later !== undefined) return
    this.later = setTimeout(() => {
      this.later = undefined
      this.drain()
    }, 1000 / A_SECOND)
  }

  private refuseAll(code: string, text: string) {
    const all = [...this.waiting.values()]
    this.waiting.clear()
    for (const w of all) w.reject(new Refusal(code, text))
  }

  /** Sends it and waits for what is said to it; a Refusal when it was refused or the connection went away. */
  ask<T extends Message['t']>(m: Outgoing): Promise<Extract<Message, { t: T }>> {
    const re = this.next++
    return new Promise((resolve, reject) => {
      this.waiting.set(re, { resolve: resolve as (m: Message) => void, reject })
      if (this.send({ ...m, re })) return
      this.waiting.delete(re)
      reject(new Refusal('offline', ''))
    })
  }

  /** Takes a seat. Its key is kept before it is sent: when the answer is lost, the next hello finds the seat with
   *  it. */
  async sit(seat: number, name: string, keep: (key: string | null) => void) {
    const before = this.token
    const key = before ?? newKey()
    this.token = key
    keep(key)
    try {
      return await this.ask<'seated'>({ t: 'sit', seat, name, key })
    } catch (e) {
      if (!(e instanceof Refusal && e.code === 'offline')) keep((this.token = before))
      throw e
    }
  }

  /** Connects anew at once: the server is told something else in the hello. */
  again() {
    const socket = this.socket
    if (!socket || this.closed) return
    this.lost(socket, 0)
    socket.close()
  }

  close() {
    this.closed = true
    clearTimeout(this.timer)
    clearTimeout(this.later)
    this.socket?.close()
    this.socket = null
  }
}
