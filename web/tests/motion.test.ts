// Beats: what happened between two views, as moves on a clock, on made-up games and on what the server sends of every
// game; how long each is shown; what the banner and the log say.
import { describe, expect, it, vi } from 'vitest'
import { effectsOf, entriesOf, groupsOf, othersSince, saidOf } from '../src/model/beats'
import { Game } from '../src/model/game'
import { diff, isPlay, type Move } from '../src/motion/diff'
import { pauseOf } from '../src/motion/pace'
import type { Description, LogLine, View } from '../src/protocol'
import { Pacing } from '../src/table/pacing.svelte'
import { recordedGames } from './support/recorded'

const zone = (name: string, per_player: boolean, more = {}) => ({
  name, title: '', per_player, live: false, pile: !per_player, see: 'owner', look: null, ...more,
})
const variable = (name: string, scope: string, type: string, owners: number, index: string[] | null = null) => ({
  name, scope, first: 0, owners, index, entries: index?.length ?? 1, type, role: null, look: null,
})
const game = new Game({
  hash: '', title: '', seats: ['A', 'B'], options: [], members: [], cards: [], kinds: [], boards: [], spaces: [],
  tracks: [{ name: 'heat', low: 0, high: 20, step: 2, per_player: false, loop: false, marks: [], look: null }],
  zones: [zone('hand', true), zone('tableau', true), zone('deck', false), zone('row', false, { row: true })],
  vars: [
    variable('tile', 'space', 'member', 3),
    variable('owner', 'space', 'player', 3),
    variable('stock', 'player', 'number', 2, ['wood', 'coin']),
    variable('cubes', 'card', 'number', 4),
  ],
  values: [], score: ['points'], tie: [], periods: [{ name: 'round', round: true }], rules: [],
} as unknown as Description)

const view: View = {
  n: 1, status: 'ask', phase: 'work', periods: [1], asked: [0], tracks: [[4]], laps: [[]],
  vars: [[-1, -1, 2], [-1, -1, -1], [3, 5, 0, 9], [0, 0, 0, 0]],
  zones: [[[0, 1], [-1, -1]], [[], []], [[-1, -1, -1]], [[2, 3]]],
  scores: [[10], [7]], values: {}, each: {}, question: null, undo: null, since: -1, forced: [],
  used: [], log: 0, by: null,
}
const after = (change: Partial<View>): View => ({ ...view, n: 2, by: { seat: 0 }, ...change })
const of = (change: Partial<View>, lines: LogLine[] = []) => diff(game, view, after(change), lines)
const only = (moves: Move[]) => moves.map(({ what }) => what)

describe('the difference of two views', () => {
  it('is nothing where nothing changed', () => {
    expect(of({})).toEqual([])
  })
  it('is a card that was played, from the hand to what is in play', () => {
    const [move, ...more] = of({ zones: [[[0], [-1, -1]], [[1], []], [[-1, -1, -1]], [[2, 3]]] })
    expect(more).toEqual([])
    expect(move).toMatchObject({ what: 'card', card: 1, from: { zone: 0, seat: 0 }, to: { zone: 1, seat: 0 } })
    expect(move).toMatchObject({ turns: false })
    expect(move!.time).toBe(320)
  })
  it('turns a card whose face was hidden: drawn from a pile, or shown by somebody else', () => {
    const drawn = of({ zones: [[[0, 1, 5], [-1, -1]], [[], []], [[-1, -1]], [[2, 3]]] })
    expect(drawn).toMatchObject([{ what: 'card', card: 5, from: { zone: 2, seat: null }, turns: true }])
    const shown = of({ zones: [[[0, 1], [-1]], [[], [6]], [[-1, -1, -1]], [[2, 3]]] })
    expect(shown).toMatchObject([{ card: 6, from: { zone: 0, seat: 1 }, to: { zone: 1, seat: 1 }, turns: true }])
  })
  it('is backs, at most five, where hidden cards went', () => {
    const many = { ...view, zones: [[[0, 1], []], [[], []], [Array<number>(9).fill(-1)], [[2, 3]]] }
    const hidden = Array<number>(7).fill(-1)
    const moves = diff(game, many, { ...many, n: 2, zones: [[[0, 1], hidden], [[], []], [[-1, -1]], [[2, 3]]] })
    expect(moves).toMatchObject([{ what: 'backs', n: 5, from: { zone: 2, seat: null }, to: { zone: 0, seat: 1 } }])
  })
  it('is what moved up in a row, and what went to its end', () => {
    const moves = of({ zones: [[[0, 1], [-1, -1]], [[], []], [[-1, -1, -1]], [[3, 2]]] })
    expect(moves.map((m) => (m.what === 'card' ? m.card : null))).toEqual([3, 2])
    expect(of({ zones: [[[1, 0], [-1, -1]], [[], []], [[-1, -1, -1]], [[2, 3]]] })).toEqual([]) // a hand has no order
  })
  it('is a tile that lands with its owner behind it, one that is taken, one that is turned', () => {
    const moves = of({ vars: [[4, -1, -1], [0, -1, -1], view.vars[2]!, view.vars[3]!] })
    expect(only(moves)).toEqual(['drop', 'lift', 'owner'])
    expect(moves.find((m) => m.what === 'owner')!.at - moves.find((m) => m.what === 'drop')!.at).toBe(60)
    expect(only(of({ vars: [[-1, -1, 5], ...view.vars.slice(1)] }))).toEqual(['turn'])
    expect(only(of({ vars: [view.vars[0]!, [-1, 1, -1], ...view.vars.slice(2)] }))).toEqual(['drop']) // it has no tile
  })
  it('is a track step by step, at most 720 long', () => {
    expect(of({ tracks: [[8]] })).toMatchObject([{ what: 'track', from: 4, to: 8, time: 180, seat: null }])
    expect(of({ tracks: [[20]] })[0]!.time).toBe(720)
  })
  it('is numbers: what goes down for who acts first, what goes up later, points last', () => {
    const moves = of({
      vars: [[4, -1, 2], view.vars[1]!, [1, 8, 0, 9], [0, 2, 0, 0]],
      scores: [[12], [7]],
      tracks: [[6]],
    })
    const at = (key: string) => moves.find((m) => 'key' in m && m.key === key)!.at
    expect([at('0.v2.0'), at('0.v2.1'), at('0.score')]).toEqual([40, 660, 760])
    expect(moves.find((m) => m.what === 'drop')!.at).toBe(400)
    expect(moves.find((m) => m.what === 'track')!.at).toBe(620)
    expect(moves.find((m) => m.what === 'on')).toMatchObject({ card: 1, from: 0, to: 2 })
  })
  it('lets no time pass for a stage without moves', () => {
    expect(of({ vars: [[4, -1, 2], ...view.vars.slice(1)] })[0]!.at).toBe(40)
    expect(of({ scores: [[11], [7]] })[0]!.at).toBeLessThan(400)
  })
  it('is a title for a round, else for a phase', () => {
    expect(of({ periods: [2], phase: 'rest' })[0]).toMatchObject({ what: 'title', text: 'round 2' })
    expect(of({ phase: 'late_work' })[0]).toMatchObject({ what: 'title', text: 'late work' })
  })
  it('is a token from what gave it', () => {
    const parts = [{ what: 'number' as const, seat: 0, var: 2, index: 1, by: 3, now: 8, from: { space: 2 } }]
    const vars = [view.vars[0]!, view.vars[1]!, [3, 8, 0, 9], view.vars[3]!]
    const moves = of({ vars }, [{ seat: 0, text: 'x', parts }])
    expect(moves.find((m) => m.what === 'gain')).toMatchObject({ key: '0.v2.1', from: { space: 2 } })
  })
  it('tells apart beats in which something was played', () => {
    expect(isPlay(of({ vars: [[4, -1, 2], ...view.vars.slice(1)] }))).toBe(true)
    expect(isPlay(of({ tracks: [[8]] }))).toBe(false)
  })
  it('of every game says nothing odd', () => {
    let moves = 0
    for (const r of recordedGames())
      r.views.slice(1).forEach((v, i) => {
        const found = diff(r.game, r.views[i]!, v, r.log.slice(r.views[i]!.log, v.log))
        moves += found.length
        expect(JSON.stringify(found)).not.toMatch(/NaN|undefined/)
        for (const m of found) expect(m.at >= 0 && m.time > 0, `${r.name} ${JSON.stringify(m)}`).toBe(true)
      })
    expect(moves).toBeGreaterThan(100)
  })
})

describe('pace', () => {
  it('is 600 apart, twice that where something was played, and hurries when it falls behind', () => {
    const normal = [pauseOf('normal', 0, false), pauseOf('normal', 0, true), pauseOf('normal', 7, true)]
    expect(normal).toEqual([600, 1200, 250])
    const others = [pauseOf('quick', 0, false), pauseOf('slow', 0, false), pauseOf('quick', 9, false)]
    expect(others).toEqual([250, 1200, 250])
  })
})

describe('what is said of a beat', () => {
  const line: LogLine = {
    seat: 1, text: 'B plays Rose: -3 coins', spans: [[0, 1, 'seat', 1], [8, 4, 'card', 0], [14, 8, 'amount', 0, -3]],
    parts: [{ what: 'number', seat: 1, var: 2, index: 1, by: -3, now: 6 }],
  }
  it('are the words before the first amount, and the amounts as signs', () => {
    expect(saidOf([line], 1)).toMatchObject({ text: 'B plays Rose', spans: [[0, 1, 'seat', 1], [8, 4, 'card', 0]] })
    expect(effectsOf(game, [line], 1)).toMatchObject([{ seat: 1, count: '−3', by: -3, rate: false }])
  })
  it('says of each number whose it is: in groups, the actor\'s first', () => {
    const gain = (seat: number, by: number) => ({ what: 'number' as const, seat, var: 2, index: 0, by, now: by })
    const lines: LogLine[] = [
      { seat: 1, text: 'B passes' },
      { seat: 0, text: 'A gains', parts: [gain(0, 21)] },
      { seat: 1, text: 'B gains', parts: [gain(1, 23)] },
    ]
    const groups = groupsOf(effectsOf(game, lines, 1), 1)
    expect(groups.map((g) => [g.seat, g.effects.map((e) => e.count)])).toEqual([[1, ['+23']], [0, ['+21']]])
  })
  it('leaves out nothing of one\'s own, which comes first', () => {
    const gain = (seat: number, by: number) => ({ what: 'number' as const, seat, var: 2, index: 0, by, now: by })
    const lines: LogLine[] = Array.from({ length: 9 }, () => ({ seat: 1, text: 'B gains', parts: [gain(1, 2)] }))
    lines.push({ seat: 1, text: 'A loses', parts: [gain(0, -5)] })
    const groups = (own: number | null) => groupsOf(effectsOf(game, lines, 1, own), 1, own).map((g) => [g.seat,
      g.effects[0]!.count])
    expect(groups(0)).toEqual([[0, '−5'], [1, '+2']])
    expect(groups(null)).toEqual([[1, '+2']])
  })
  it('is all of a line without parts, and nothing where nothing was said', () => {
    expect(saidOf([{ seat: 1, text: 'B passes' }], 1)).toMatchObject({ text: 'B passes' })
    expect(saidOf([], 1)).toBe(null)
  })
})

describe('the log', () => {
  const words = { round: (n: number) => `round ${n}`, since: 'since' }
  const lines = (n: number, round: number, seat: number): LogLine[] =>
    Array.from({ length: n }, (_, i) => ({ seat, text: `${round} ${i}`, round }))
  const heads = (log: LogLine[], since: number) =>
    entriesOf(log, since, words).flatMap((e) => ('heading' in e ? [e.heading] : []))

  it('has headings for rounds, unless they are as short as turns', () => {
    expect(heads([...lines(5, 1, 0), ...lines(5, 2, 1)], -1)).toEqual(['round 1', 'round 2'])
    expect(heads([...lines(1, 1, 0), ...lines(1, 2, 1)], -1)).toEqual([])
  })
  it('says what happened since the own last decision, whatever was answered for one since', () => {
    const log = [...lines(5, 1, 0), ...lines(3, 2, 1), ...lines(2, 2, 0)]
    expect(heads(log, 5)).toEqual(['round 1', 'round 2', 'since'])
    expect(heads(log, 10)).toEqual(['round 1', 'round 2'])
    const entries = entriesOf([...lines(2, 1, 0), { seat: 1, text: '' }, ...lines(2, 1, 1)], 2, words)
    expect(entries.map((e) => ('heading' in e ? e.heading : e.line.seat))).toEqual(['round 1', 0, 0, 'since', 1, 1])
    const again = [...lines(1, 1, 0), ...lines(1, 1, 0)]
    expect(entriesOf(again, 1, words).map((e) => ('heading' in e ? e.heading : e.times))).toEqual([1, 'since', 1])
  })
  it('keeps a line that was there before as it is, so that it is not drawn anew', () => {
    const log = lines(9, 1, 0)
    const before = entriesOf(log.slice(0, 6), -1, words).filter((e) => 'line' in e)
    const after = entriesOf(log, -1, words).filter((e) => 'line' in e)
    expect(after.length).toBeGreaterThan(before.length)
    before.forEach((entry, i) => expect(after[i]).toBe(entry))
  })
  it('has of others what they did since, once, and nothing that nobody did', () => {
    const said = (seat: number | null, text: string): LogLine => ({ seat, text })
    const log = [said(0, 'a'), said(1, 'b'), said(null, 'c'), said(1, ''), said(1, 'd'), said(1, 'd'), said(0, 'e')]
    expect(othersSince(log, 1, 0).map((l) => l.text)).toEqual(['d', 'b'])
    expect(othersSince(log, -1, 0)).toEqual([])
  })
  it('has first what others did to one, then the newest', () => {
    const said = (text: string, of: number): LogLine => ({ seat: 1, text, parts: [{ what: 'number', seat: of, var: 2,
      index: 0, by: -1, now: 0 }] })
    const log = [said('a', 1), said('mine', 0), said('b', 1), said('mine too', 0), said('c', 1)]
    expect(othersSince(log, 0, 0).map((l) => l.text)).toEqual(['mine too', 'mine', 'c', 'b', 'a'])
    expect(othersSince(log, 0, null).map((l) => l.text)).toEqual(['c', 'mine too', 'b', 'mine', 'a'])
  })
  it('says what was said again and again once, and leaves out what is empty', () => {
    const said = ['A sells', 'A sells', '', 'A buys']
    const again: LogLine[] = said.map((text) => ({ seat: 0, text }))
    expect(entriesOf(again, -1, words).map((e) => ('times' in e ? e.times : 0))).toEqual([2, 1])
  })
})

describe('pacing', () => {
  const at = (n: number, more: Partial<View> = {}): View => ({
    ...view, n, log: n, by: { seat: 1 }, question: null, ...more,
  })
  const paced = () => {
    const log = Array.from({ length: 99 }, (_, i): LogLine => ({ seat: 1, text: `says ${i}` }))
    return new Pacing(() => game, () => log, () => 'slow')
  }
  const asked = { question: {} as View['question'] }

  it('shows one answer after the other', () => {
    vi.useFakeTimers()
    const pacing = paced()
    pacing.take(at(1), at(2), false)
    pacing.take(at(2), at(3), false)
    expect([pacing.shown?.n, pacing.banner?.lines[0]?.text]).toEqual([2, 'says 1'])
    vi.runAllTimers()
    expect([pacing.shown, pacing.banner]).toEqual([null, null])
    vi.useRealTimers()
  })
  it('shows what others did since one answered again, and forgets it with the next answer', () => {
    vi.useFakeTimers()
    const pacing = paced()
    for (const n of [1, 2]) pacing.take(at(n), at(n + 1), false)
    vi.runAllTimers()
    expect([pacing.shown, pacing.recent.length]).toEqual([null, 2])
    pacing.again()
    expect([pacing.shown?.n, pacing.banner?.lines[0]?.text]).toEqual([2, 'says 1'])
    vi.runAllTimers()
    expect([pacing.shown, pacing.recent.length]).toEqual([null, 2])
    pacing.take(at(3), at(4), true)
    expect(pacing.recent).toEqual([])
    vi.useRealTimers()
  })
  it('jumps where more than twenty wait, and shows them to who wants it', () => {
    vi.useFakeTimers()
    const pacing = paced()
    for (let n = 1; n <= 22; n++) pacing.take(at(n), at(n + 1), false)
    expect([pacing.shown, pacing.banner, pacing.missed.length]).toEqual([null, null, 21])
    pacing.take(at(23), at(24), false)
    vi.runAllTimers() // what came behind it is shown, and ends
    expect([pacing.shown, pacing.banner, pacing.missed.length]).toEqual([null, null, 21])
    pacing.replay()
    expect([pacing.shown?.n, pacing.missed.length]).toEqual([3, 0])
    pacing.next()
    expect(pacing.shown?.n).toBe(4)
    pacing.finish()
    expect([pacing.shown, pacing.missed]).toEqual([null, []])
    vi.useRealTimers()
  })
  it('waits a while when one is asked; what was cut then is not lost', () => {
    vi.useFakeTimers()
    const pacing = paced()
    for (let n = 1; n <= 6; n++) pacing.take(at(n), at(n + 1, n === 6 ? asked : {}), false)
    expect(pacing.shown?.n).toBe(2)
    vi.advanceTimersByTime(1500)
    expect(pacing.shown).toBe(null)
    expect(pacing.missed.length).toBeGreaterThan(2)
    pacing.take(at(7, asked), at(8), true) // one's own answer ends it
    expect(pacing.missed).toEqual([])
    vi.useRealTimers()
  })
})
