// A WebSocket that notices when nobody is at its other end any more. A machine that stands still closes nothing: a
// browser would wait for minutes. So a connection that does not come about, and one on which a question about life (a
// ping) has no answer, is over; the next one is asked for by another address, which a proxy in front of several servers
// gives to another of them. Nothing is asked while the page is not seen.
import type { Wire } from './transport'

export const OPENING = 8000 // milliseconds
export const QUIET = 10000 // without a word, until it is asked
export const ANSWERING = 6000
const MARK = 'ping' // the pong, or the refusal of a server that knows no pings, repeats it

let detours = 0

export class LiveWire implements Wire {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: (() => void) | null = null
  private readonly socket: WebSocket
  private timer: ReturnType<typeof setTimeout> | undefined
  private asked = false
  private ended = false

  constructor(address: string) {
    this.socket = new WebSocket(detours > 0 ? `${address}?${detours}` : address, 'terrane.1')
    this.wait(OPENING)
    this.socket.onopen = () => {
      this.wait(QUIET)
      this.onopen?.()
    }
    this.socket.onmessage = (event) => this.take(event)
    this.socket.onclose = () => this.end()
  }

  get readyState(): number {
    return this.ended ? WebSocket.CLOSED : this.socket.readyState
  }

  private wait(time: number) {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.look(), time)
  }

  private look() {
    const opens = this.socket.readyState !== WebSocket.OPEN
    if (document.visibilityState === 'hidden' && !opens) {
      this.asked = false
      this.wait(QUIET)
    } else if (opens || this.asked) {
      detours++
      this.socket.close()
      this.end()
    } else {
      this.asked = true
      this.socket.send(`{"t":"ping","re":"${MARK}"}`)
      this.wait(ANSWERING)
    }
  }

  private take(event: { data: unknown }) {
    if (this.ended) return
    this.asked = false
    this.wait(QUIET)
    if (!this.answers(event.data)) this.onmessage?.(event)
  }

  private answers(text: unknown): boolean {
    return typeof text === 'string' && text.length < 300 && (JSON.parse(text) as { re?: unknown }).re === MARK
  }

  private end() {
    if (this.ended) return
    this.ended = true
    clearTimeout(this.timer)
    this.onclose?.()
  }

  send(text: string) {
    this.socket.send(text)
  }

  close() {
    clearTimeout(this.timer)
    this.socket.close()
  }
}
