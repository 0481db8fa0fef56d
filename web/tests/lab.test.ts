// Which games are played by whom: pieces of any size, given back or not, are all games once. And what a change did, in
// the words of both languages.
import { describe, expect, it } from 'vitest'
import { de } from '../src/messages/studio/de'
import { en } from '../src/messages/studio/en'
import { along, said, writer } from '../src/studio/lab/figures'
import { Pieces, pieceSize, type Piece } from '../src/studio/lab/pieces'
import type { Change, Figure } from '../src/studio/lab/words'

describe('pieces of games', () => {
  it('are every game once, also when some are given back', () => {
    const pieces = new Pieces(50)
    const played: number[] = []
    const play = (piece: Piece) => {
      for (let g = piece.first; g < piece.first + piece.n; g++) played.push(g)
      pieces.add(piece, new Uint8Array([piece.n]))
    }
    const lost = pieces.take(20)!
    play(pieces.take(7)!)
    pieces.giveUp(lost)
    for (let size = 1, piece = pieces.take(size); piece; piece = pieces.take(++size)) {
      expect(pieces.isDone).toBe(false)
      play(piece)
    }
    expect(pieces.isDone).toBe(true)
    expect(played.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, g) => g))
    expect(pieces.parts.reduce((sum, [n]) => sum + n!, 0)).toBe(50)
  })

  it('take about as long as they should', () => {
    expect(pieceSize(null, 0, 60)).toBe(1)
    expect(pieceSize({ first: 0, n: 1 }, 400, 60)).toBe(1) // long games: one at a time
    expect(pieceSize({ first: 0, n: 10 }, 20, 60)).toBe(30)
    expect(pieceSize({ first: 0, n: 1 }, 0, 60)).toBe(8) // no leaps
  })
})

const figure = (more: Partial<Figure>): Figure => ({ name: 'wins of A', about: 'wins', seat: 0, old: 0.5, new: 0.6,
  change: 0.1, low: 0.06, high: 0.14, clear: true, more_games: 0, ...more })
const change = (figures: Figure[], topics: [Change['findings'][0]['topic'], Change['findings'][0]['verdict']][]):
  Change => ({ pairs: 200, clear: 1, figures, cards: [], counts: { both: 9, had: 1, wins: 0, dead_old: 2, dead_new: 0 },
  findings: topics.map(([topic, verdict], i) => ({ topic, verdict, figure: i })) })

describe('what a change did', () => {
  const found = change([figure({}), figure({ name: 'changes of the lead', about: 'changes', old: 2, new: 2.1, low: -0.1,
    high: 0.3, clear: false, more_games: 700 }), figure({ name: 'rounds', about: 'length', old: 9, new: 9, change: 0,
    low: 0, high: 0, clear: false })], [['fairness', 'worse'], ['tension', 'open'], ['length', 'open']])

  it('is said in words', () => {
    expect(said(en.lab, writer('en'), found, ['A', 'B']).map((l) => `${l.topic}: ${l.verdict}: ${l.text}`)).toEqual([
      'Fairness: worse: A wins 60.0 % and won 50.0 % (+10.0 ± 4.0 points); even is 50.0 %',
      'Tension: open: changes of the lead by -0.1 to +0.3; 700 more games would tell if it is as large as it looks',
      'Length: same: rounds',
      'Cards: clear: 1 of 9 are clearly had more or less often, 0 win clearly more or less often; 0 cards were had ' +
        'by nobody, before 2',
    ])
    const counts = { ...found.counts, dead_new: 2 } // as before: nothing to say
    expect(said(en.lab, writer('en'), { ...found, counts }, ['A', 'B']).at(-1)!.text).toBe(
      '1 of 9 are clearly had more or less often, 0 win clearly more or less often')
  })

  it('in the other language with its numbers', () => {
    const [first] = said(de.lab, writer('de'), found, ['A', 'B'])
    expect(first!.text).toBe('A gewinnt 60,0 % und gewann 50,0 % (+10,0 ± 4,0 Prozentpunkte); gerecht sind 50,0 %')
  })

  it('lies on an axis', () => {
    expect(along([5, 0, 20], 0, 10)).toEqual({ value: 0.5, low: 0, high: 1 })
    expect(along([5, 5, 5], 5, 5)).toEqual({ value: 0, low: 0, high: 0 })
  })
})
