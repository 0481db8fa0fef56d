// The client of a table against a socket that is none: requests find their answers, a lost connection comes back.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TableClient } from '../src/client'
import type { Message } from '../src/protocol'
import type { Wire } from '../src/transport'

class FakeSocket {
  static readonly OPEN = 1
  static all: FakeSocket[] = []
  readyState = 0
  sent: Record<string, unknown>[] = []
  onopen?: () => void
  onclose?: () => void
  onmessage?: (event: { data: string }) => void
  constructor(readonly url: string) {
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.readyState = 3
  }
  open() {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
  }
  say(m: object) {
    this.onmessage?.({ data: JSON.stringify(m) })
  }
}

describe('client', () => {
  const heard: Message[] = []
  const states: boolean[] = []
  const connect = (token: string | null = 'secret', lang = '') =>
    new TableClient(
      'T',
      token,
      { message: (m) => heard.push(m), connected: (is) => states.push(is) },
      lang,
      (table) => new WebSocket(`ws://here/ws/${table}`) as Wire,
    )
  const socket = () => FakeSocket.all.at(-1)!

  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('WebSocket', FakeSocket)
    FakeSocket.all = []
    heard.length = states.length = 0
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('says hello with its token, and without one looks on', () => {
    connect()
    socket().open()
    expect(socket().url).toBe('ws://here/ws/T')
    expect(socket().sent).toEqual([{ t: 'hello', token: 'secret' }])
    connect(null)
    socket().open()
    expect(socket().sent).toEqual([{ t: 'hello' }])
  })

  it('brings answers back to who asked, refusals too', async () => {
    const client = connect()
    socket().open()
    const why = client.ask<'why'>({ t: 'why', id: 5 })
    const bad = client.ask({ t: 'undo' })
    const [, first, second] = socket().sent
    socket().say({ t: 'error', code: 'illegal', text: 'no', re: second!.re })
    socket().say({ t: 'why', id: 5, lines: ['x'], re: first!.re })
    await expect(why).resolves.toMatchObject({ lines: ['x'] })
    await expect(bad).rejects.toMatchObject({ code: 'illegal', text: 'no' })
  })

  it('connects again, later and later, and what was asked is refused', async () => {
    const client = connect()
    socket().open()
    const lost = client.ask({ t: 'undo' })
    socket().onclose?.()
    await expect(lost).rejects.toMatchObject({ code: 'offline' })
    expect(states).toEqual([true, false])
    vi.advanceTimersByTime(500)
    expect(FakeSocket.all).toHaveLength(2)
    socket().onclose?.()
    vi.advanceTimersByTime(500)
    expect(FakeSocket.all).toHaveLength(2)
    vi.advanceTimersByTime(500)
    expect(FakeSocket.all).toHaveLength(3)
    await expect(client.ask({ t: 'undo' })).rejects.toMatchObject({ code: 'offline' })
  })

  it('names its language, and says hello again in another one at once', () => {
    const client = connect('secret', 'de')
    socket().open()
    expect(socket().sent).toEqual([{ t: 'hello', token: 'secret', lang: 'de' }])
    client.lang = 'en'
    client.again()
    vi.advanceTimersByTime(0)
    expect(FakeSocket.all).toHaveLength(2)
    FakeSocket.all[0]!.onclose?.()
    vi.advanceTimersByTime(20000)
    expect(FakeSocket.all).toHaveLength(2)
    socket().open()
    expect(socket().sent).toEqual([{ t: 'hello', token: 'secret', lang: 'en' }])
  })

  it('says no more at once than a server takes, and the rest later, in order', () => {
    const client = connect()
    socket().open()
    for (let n = 1; n <= 40; n++) client.send({ t: 'ahead', n })
    expect(socket().sent).toHaveLength(25)
    vi.advanceTimersByTime(5000)
    expect(socket().sent.slice(1).map((m) => m.n)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  })

  it('gives up the one question that was too much for the server', async () => {
    const client = connect()
    socket().open()
    const [first, second] = [client.ask<'why'>({ t: 'why', id: 5 }), client.ask<'why'>({ t: 'why', id: 6 })]
    socket().say({ t: 'error', re: 2, code: 'too_often', text: 'wait' })
    await expect(second).rejects.toMatchObject({ code: 'too_often', text: 'wait' })
    socket().say({ t: 'why', re: 1, id: 5, lines: [] })
    await expect(first).resolves.toMatchObject({ id: 5 })
  })

  it('gives up everything when a table is full', async () => {
    const client = connect()
    socket().open()
    const asked = client.ask({ t: 'why', id: 5 })
    socket().say({ t: 'error', code: 'full', text: 'wait' })
    await expect(asked).rejects.toMatchObject({ code: 'full', text: 'wait' })
  })

  it('stays away from a table that there is not, and once it is closed', () => {
    connect()
    socket().open()
    socket().say({ t: 'error', code: 'no_table', text: '' })
    socket().onclose?.()
    vi.advanceTimersByTime(60000)
    expect(FakeSocket.all).toHaveLength(1)
    expect(heard).toHaveLength(1)
  })

  it('keeps the key of a seat before it asks for it, and finds the seat again when the answer is lost', async () => {
    const kept: (string | null)[] = []
    const client = connect(null)
    socket().open()
    const sat = client.sit(1, 'Ben', (key) => kept.push(key))
    const key = kept[0]!
    expect(key).toMatch(/^[A-Za-z0-9]{22}$/)
    expect(socket().sent.at(-1)).toEqual({ t: 'sit', seat: 1, name: 'Ben', key, re: 1 })
    socket().onclose?.()
    await expect(sat).rejects.toMatchObject({ code: 'offline' })
    expect([client.token, kept]).toEqual([key, [key]])
    vi.advanceTimersByTime(20000)
    socket().open()
    expect(socket().sent).toEqual([{ t: 'hello', token: key }])
    const again = client.sit(1, 'Ben', (k) => kept.push(k))
    expect(socket().sent.at(-1)).toMatchObject({ t: 'sit', key })
    socket().say({ t: 'seated', seat: 1, token: key, re: 2 })
    expect((await again).seat).toBe(1)
  })

  it('forgets the key of a seat that somebody else has', async () => {
    const kept: (string | null)[] = []
    const client = connect(null)
    socket().open()
    const sat = client.sit(1, 'Ben', (key) => kept.push(key))
    socket().say({ t: 'error', code: 'taken', text: 'somebody sits there', re: 1 })
    await expect(sat).rejects.toMatchObject({ code: 'taken' })
    expect([client.token, kept.at(-1)]).toEqual([null, null])
  })
})
