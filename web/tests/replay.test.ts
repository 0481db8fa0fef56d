// A replay against a server that is none, and answers when the test says so: what is shown is what was asked for last.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Description, Eyes, Replay, View } from '../src/protocol'
import { en } from '../src/messages/en'
import { ReplayState } from '../src/replay.svelte'
import { recorded } from './support/recorded'

const OF = 5
const GROWTH = [{ n: 5, round: 1, totals: [2, null] }]
const { game, views } = recorded('tic-tac-toe')

interface Asked {
  link: string
  n: number
  seat: Eyes
  lang: string
  steps?: boolean
  scores?: boolean
  answer(): void
  refuse(code: string): void
}

const replayAt = (n: number): Replay => ({
  game: game.about.hash, title: '', name: '', seats: 2, options: {}, n, of: OF, log: [],
  view: { ...(views[0] as View), n }, at: [{ n: 1, seat: 0, text: 'x' }], scores: GROWTH,
})

const WORDS = { place: en.map.place, colour: (seat: number) => en.table.colours[seat]! }

describe('a replay', () => {
  let asked: Asked[] = []
  let described: string[] = []
  const settle = () => new Promise((done) => setTimeout(done))
  const open = async (n: number | null = null) => {
    const t = new ReplayState('LINK', n, 'de', WORDS)
    asked.shift()!.answer()
    await settle()
    for (const a of asked.splice(0)) a.answer()
    await settle()
    asked = []
    return t
  }

  beforeEach(() => {
    asked = []
    described = []
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
      if (path.startsWith('/api/game/')) {
        described.push(path)
        return Promise.resolve(Response.json(game.about satisfies Description))
      }
      return new Promise<Response>((done) => {
        const body = JSON.parse(String(init!.body)) as Asked
        asked.push({
          ...body,
          answer: () => done(Response.json(replayAt(body.n))),
          refuse: (code) => done(Response.json({ error: { code, text: '' } }, { status: 404 })),
        })
      })
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('begins at the beginning or where the link says, in the language of the page', async () => {
    const t = new ReplayState('LINK', 3, 'de', WORDS)
    expect(asked[0]).toMatchObject({ link: 'LINK', n: 0, seat: null, lang: 'de', steps: true })
    asked.shift()!.answer()
    await settle()
    expect(described).toEqual([`/api/game/${game.about.hash}?lang=de`])
    expect(asked[0]).toEqual(expect.objectContaining({ n: 3, seat: null }))
    expect(asked[0]!.steps).toBeUndefined()
    asked[0]!.answer()
    await settle()
    expect([t.at, t.of, t.view?.n, t.steps.length, t.fragment()]).toEqual([3, OF, 3, 1, '#LINK@3'])
    expect(t.view?.question).toBeNull()
    expect((await open()).at).toBe(0)
  })

  it('shows what is wanted last, and asks for nothing in between', async () => {
    const t = await open()
    const shown = [t.go(2), t.go(3), t.go(4)]
    expect(asked.map((a) => a.n)).toEqual([2])
    asked[0]!.answer()
    await vi.waitFor(() => expect(asked.map((a) => a.n)).toEqual([2, 4]))
    expect([t.at, t.view?.n]).toEqual([4, 0])
    asked[1]!.answer()
    await Promise.all(shown)
    expect([t.at, t.view?.n]).toEqual([4, 4])
    void t.look(1)
    expect(asked.at(-1)).toMatchObject({ n: 4, seat: 1 })
    expect(t.seat).toBe(1)
  })

  it('asks for no moment twice, and stays between the first and the last', async () => {
    const t = await open()
    await t.go(-3)
    expect([t.at, asked.length]).toEqual([0, 0])
    void t.go(99)
    expect([t.at, asked.map((a) => a.n)]).toEqual([OF, [OF]])
  })

  it('fetches how points grew with one question, and again for other eyes', async () => {
    const t = await open()
    void t.complete()
    void t.complete()
    expect(asked.map((a) => [a.seat, a.scores])).toEqual([[null, true]])
    asked[0]!.answer()
    await settle()
    expect(t.history).toEqual(GROWTH)
    void t.look(1)
    await settle()
    void t.complete()
    expect(asked.at(-1)).toMatchObject({ seat: 1, scores: true })
  })

  it('calls people by their names where they are known', async () => {
    const t = new ReplayState('LINK', null, 'de', WORDS, ['Ann', 'Ben'])
    asked.shift()!.answer()
    await settle()
    expect([t.game?.names, (await open()).game?.names]).toEqual([['Ann', 'Ben'], ['Blue 1', 'Orange 2']])
  })

  it('says what was refused, and asks again', async () => {
    const t = await open()
    void t.go(4)
    asked.find((a) => a.n === 4)!.refuse('too_often')
    await settle()
    expect([t.trouble, t.view?.n]).toEqual(['too_often', 0])
    void t.go(4)
    asked.filter((a) => a.n === 4).at(-1)!.answer()
    await settle()
    expect([t.trouble, t.view?.n]).toEqual(['', 4])
  })
})
