// How the page reaches who keeps its tables: a server, or the engine on this device (local/local.ts). Which one it is
// follows from the address: what lies below /local is of this device.
import { LiveWire } from './wire'

export interface Wire {
  readonly readyState: number // as of a WebSocket
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
  send(text: string): void
  close(): void
}

export interface Transport {
  request(path: string, init?: { method?: string; body?: string }): Promise<Response>
  connect(table: string): Wire
}

const address = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`

export const server: Transport = {
  request: (path, init) => fetch(path, init),
  connect: (table) => new LiveWire(`${address()}/ws/${table}`),
}

let choose = () => server

export const transport = () => choose()

/** Asked each time, since the address decides. Whoever chooses for a while is given the way back. */
export function chooseTransport(by: () => Transport): () => void {
  const before = choose
  choose = by
  return () => void (choose = before)
}
