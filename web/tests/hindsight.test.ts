// What is drawn of a game with hindsight.
import { describe, expect, it } from 'vitest'
import { betterOf, chancesOf, isHopeless, spread, turnsOf } from '../src/model/hindsight'
import type { Hindsight } from '../src/protocol'

const at = (n: number, wins: number[], round?: number) => ({ n, wins, ...(round === undefined ? {} : { round }) })
const GAME: Hindsight = {
  playouts: 100,
  chances: [
    at(0, [0.5, 0.5], 0), at(4, [0.4, 0.6], 1), at(8, [0.75, 0.25], 1), at(12, [0.7, 0.3], 2), at(16, [1, 0], 2),
  ],
  turns: [4, 2],
  better: [9, 3].map((n) => ({
    n, seat: 1, asked: { text: '?' }, given: { text: 'a', wins: 0.1 }, better: { text: 'b', wins: 0.5 },
    gain: [0.3, 0.5] as [number, number],
  })),
}

describe('a game with hindsight', () => {
  it('tells where it turned in the order of the game, of who gained', () => {
    expect(turnsOf(GAME)).toEqual([
      { n: 8, round: 1, isEnd: false, seat: 0, from: 40, to: 75 },
      { n: 16, round: 2, isEnd: true, seat: 0, from: 70, to: 100 },
    ])
    const fell = { ...GAME, chances: [at(0, [0.2, 0.6, 0.2]), at(1, [0.4, 0.1, 0.5])], turns: [1] }
    expect(turnsOf(fell)).toMatchObject([{ seat: 1, from: 60, to: 10, round: null }])
    expect(betterOf(GAME).map((b) => b.n)).toEqual([3, 9])
  })

  it('is a curve for each seat, rounds below it, and signs that do not lie on one another', () => {
    const plan = chancesOf(GAME, 320, 100)
    expect(plan.curves.map((c) => c.points)).toEqual([
      '0.0,50.0 80.0,60.0 160.0,25.0 240.0,30.0 320.0,0.0',
      '0.0,50.0 80.0,40.0 160.0,75.0 240.0,70.0 320.0,100.0',
    ])
    expect(plan.ticks).toEqual([{ x: 80, n: 1 }, { x: 240, n: 2 }])
    expect(plan.turns).toEqual([{ x: 160, at: 160 }, { x: 320, at: 320 }])
    const signs = plan.curves.flatMap((c) => c.signs.map(({ x }) => x))
    expect(new Set(signs).size).toBe(signs.length)
    const plain = { ...GAME, chances: GAME.chances.map(({ n, wins }) => ({ n, wins })) }
    expect(chancesOf(plain, 320, 100).ticks.map((t) => t.n)).toEqual([0, 4, 8, 12, 16])
    expect(chancesOf(plain, 100, 100).ticks.map((t) => t.n)).toEqual([0, 8, 16])
  })

  it('says nothing of a game that random play always loses', () => {
    expect(isHopeless(GAME)).toBe(false)
    const solo = (first: number) => ({ ...GAME, chances: [at(0, [first]), at(1, [0.01]), at(2, [1])], turns: [] })
    expect([0.02, 0.2].map((first) => isHopeless(solo(first)))).toEqual([true, false])
  })

  it('moves what would touch apart, and no farther', () => {
    expect(spread([100, 100, 100], 10, 0, 100)).toEqual([80, 90, 100])
    expect(spread([0, 50, 4], 10, 0, 100)).toEqual([0, 50, 10])
    expect(spread([], 10, 0, 100)).toEqual([])
  })
})
