// A connection notices that nobody is at its other end: it is over then, and the next one goes by another address.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveWire as Wire } from '../src/wire'

class FakeSocket {
  static readonly OPEN = 1
  static readonly CLOSED = 3
  static all: FakeSocket[] = []
  readyState = 0
  sent: string[] = []
  onopen?: () => void
  onclose?: () => void
  onmessage?: (event: { data: string }) => void
  constructor(readonly url: string) {
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.readyState = 2 // a server that stands still never says that it is closed
  }
  open() {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
  }
  say(m: object) {
    this.onmessage?.({ data: JSON.stringify(m) })
  }
}

describe('wire', () => {
  let ended = 0
  let heard: unknown[] = []
  let page: { visibilityState: string }
  let LiveWire: typeof Wire
  const socket = () => FakeSocket.all.at(-1)!
  const connect = () => {
    const wire = new LiveWire('ws://here/ws/T')
    wire.onclose = () => void ended++
    wire.onmessage = (event) => void heard.push(JSON.parse(event.data as string))
    return wire
  }

  beforeEach(async () => {
    vi.useFakeTimers()
    page = { visibilityState: 'visible' }
    vi.stubGlobal('WebSocket', FakeSocket)
    vi.stubGlobal('document', page)
    vi.resetModules()
    LiveWire = (await import('../src/wire')).LiveWire
    FakeSocket.all = []
    ended = 0
    heard = []
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('asks when nothing was said for long, and is over without an answer', () => {
    const wire = connect()
    socket().open()
    vi.advanceTimersByTime(9000)
    socket().say({ t: 'table' })
    vi.advanceTimersByTime(9000)
    expect(socket().sent).toEqual([])
    vi.advanceTimersByTime(2000)
    expect(socket().sent).toEqual(['{"t":"ping","re":"ping"}'])
    expect(ended).toBe(0)
    vi.advanceTimersByTime(6000)
    expect(ended).toBe(1)
    expect(wire.readyState).toBe(FakeSocket.CLOSED)
    socket().say({ t: 'table' }) // what comes late is nobody's
    socket().onclose?.()
    expect([ended, heard]).toEqual([1, [{ t: 'table' }]])
    connect()
    expect(socket().url).toBe('ws://here/ws/T?1')
  })

  it('goes on when it is answered, also by a server that knows no pings, and tells nobody', () => {
    connect()
    socket().open()
    for (const answer of [{ t: 'pong', re: 'ping' }, { t: 'error', code: 'bad', text: 'what?', re: 'ping' }]) {
      vi.advanceTimersByTime(12000)
      socket().say(answer)
    }
    vi.advanceTimersByTime(9000)
    expect([ended, heard, socket().sent.length]).toEqual([0, [], 2])
  })

  it('does not wait for ever until it is open', () => {
    connect()
    vi.advanceTimersByTime(8000)
    expect(ended).toBe(1)
    connect()
    socket().open()
    vi.advanceTimersByTime(9000)
    expect([ended, socket().url]).toEqual([1, 'ws://here/ws/T?1'])
  })

  it('asks nothing while the page is not seen', () => {
    connect()
    socket().open()
    page.visibilityState = 'hidden'
    vi.advanceTimersByTime(100000)
    expect([ended, socket().sent.length]).toEqual([0, 0])
    page.visibilityState = 'visible'
    vi.advanceTimersByTime(16000)
    expect([ended, socket().sent.length]).toEqual([1, 1])
  })

  it('keeps quiet when it was closed', () => {
    connect().close()
    vi.advanceTimersByTime(100000)
    expect(ended).toBe(0)
    socket().onclose?.()
    expect(ended).toBe(1)
  })
})
