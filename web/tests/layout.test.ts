// Where the parts of a table go, as far as numbers say: windows, the column of others, how a hand lies.
import { describe, expect, it } from 'vitest'
import { arrangementOf, barHolds, besideOf, CARD, columnOf, columnsOf, handCard, handHeight, handOf, isCovered, LONG,
  PHONE_CARD, rowsOf, seamAt, seamOf, spreadOf, TILE, USUAL_SEAM } from '../src/model/layout'

const BAR = 44

describe('windows', () => {
  it.each([
    [1440, 900, 'wide'],
    [2560, 1440, 'wide'],
    [1440, 800, 'desk'],
    [1280, 720, 'desk'],
    [1366, 600, 'desk'],
    [1024, 700, 'small'],
    [1100, 900, 'small'],
    [844, 390, 'low'],
    [1300, 480, 'low'],
    [390, 844, 'upright'],
    [820, 1180, 'upright'],
    [320, 480, 'upright'],
  ])('%i by %i is %s', (width, height, arrangement) => {
    expect(arrangementOf({ width, height })).toBe(arrangement)
  })

  it('leaves seven tenths of the height to a board that is alone on a desk', () => {
    for (let height = 500; height <= 1600; height += 20)
      for (const width of [1200, 1280, 1440, 1920]) {
        const a = arrangementOf({ width, height })
        if (a === 'low') continue
        expect((height - BAR - handHeight(a, { width, height })) / height, `${width}x${height}`).toBeGreaterThan(0.69)
      }
  })
})

describe('cards of a hand', () => {
  it.each([
    [1440, 900, CARD],
    [1280, 720, PHONE_CARD],
    [1366, 768, PHONE_CARD],
    [1280, 900, CARD],
  ])('are seen whole below the board in a window of %i × %i', (width, height, card) => {
    const a = arrangementOf({ width, height })
    expect(handCard(a, { width, height })).toEqual(card)
    expect(handHeight(a, { width, height })).toBeGreaterThanOrEqual(card.height)
  })
})

describe('the column of others', () => {
  const full = { dense: false, lines: true, supply: true }
  const named = (n: number, letters = 5) => Array.from({ length: n }, () => 'a'.repeat(letters))
  it('tells everything where there is room, then less', () => {
    expect(columnOf({ width: 1440, height: 900 }, 204, 2, [named(5)])).toEqual(full)
    expect(columnOf({ width: 1440, height: 900 }, 204, 4, [named(5)])).toMatchObject({ lines: true })
    expect(columnOf({ width: 1280, height: 720 }, 136, 4, [named(5), named(5)])).toMatchObject({ lines: false })
    expect(columnOf({ width: 1280, height: 720 }, 136, 0, [])).toEqual(full)
  })
  it('has room for names that take two lines', () => {
    const at = (letters: number) => columnOf({ width: 1280, height: 720 }, 136, 1, [named(8), named(5, letters)])
    expect(at(LONG).lines).toBe(true)
    expect(at(LONG + 1).lines).toBe(false)
  })
  it('is dense from the sixth on', () => {
    expect(columnOf({ width: 1440, height: 2000 }, 204, 6, [named(5)]).dense).toBe(true)
    expect(columnOf({ width: 1440, height: 2000 }, 204, 5, [named(5)]).dense).toBe(false)
  })
})

describe('cards of the table', () => {
  const GAP = 8
  it('lie in rows that are equally long', () => {
    expect(rowsOf(8, 5 * (TILE.width + GAP), TILE, GAP)).toEqual({ ...TILE, columns: 4 })
    expect(rowsOf(3, 5 * (TILE.width + GAP), TILE, GAP)).toEqual({ ...TILE, columns: 3 })
  })
  it('are a little smaller where that saves a row, and never stand out', () => {
    for (let width = 80; width < 900; width += 7)
      for (let n = 1; n < 20; n++) {
        const { columns, width: w } = rowsOf(n, width, TILE, GAP)
        expect(columns * (w + GAP) - GAP).toBeLessThanOrEqual(Math.max(width, w))
        expect(w).toBeGreaterThanOrEqual(Math.min(width, 0.8 * TILE.width))
      }
    expect(rowsOf(14, 706, TILE, GAP)).toMatchObject({ columns: 7, width: 94 })
  })
})

describe('a hand', () => {
  it('lies side by side with gaps of 8 while that fits', () => {
    const { step, rows, places } = handOf(7, 1080)
    expect([step, rows, places[6]!.x]).toEqual([CARD.width + 8, 1, 6 * (CARD.width + 8)])
  })
  it('overlaps, and of each at least 84 are seen', () => {
    const { step, rows, places } = handOf(9, 946)
    expect(rows).toBe(1)
    expect(step).toBeGreaterThanOrEqual(84)
    expect(places[8]!.x + CARD.width).toBeLessThanOrEqual(946 + 0.01)
  })
  it('of 43 lies in three rows, each 118 below the one before', () => {
    const { rows, places, height, step } = handOf(43, 1400)
    expect([rows, height]).toEqual([3, CARD.height + 2 * 118])
    expect(step).toBeGreaterThanOrEqual(84)
    expect(new Set(places.map((p) => p.y))).toEqual(new Set([0, 118, 236]))
    expect(Math.max(...places.map((p) => p.x)) + CARD.width).toBeLessThanOrEqual(1400.01)
  })
  it('shows at least 54 of each on a phone', () => {
    for (let n = 1; n < 60; n++) {
      const { step, places } = handOf(n, 360, PHONE_CARD)
      expect(n === 1 || places.every((p) => p.x === 0) || step >= 54).toBe(true)
      expect(places).toHaveLength(n)
    }
  })
  it('that overlaps so far that rules are cut can be spread: each card whole, in the height there is', () => {
    expect(isCovered(handOf(7, 960, PHONE_CARD), PHONE_CARD)).toBe(false)
    for (const n of [10, 14]) {
      expect(isCovered(handOf(n, 960, PHONE_CARD), PHONE_CARD), `${n}`).toBe(true)
      const { places, height } = spreadOf(n, 960, 500, PHONE_CARD)!
      for (const [i, a] of places.entries()) {
        expect(a.x + PHONE_CARD.width <= 960 && a.y + PHONE_CARD.height <= height).toBe(true)
        for (const b of places.slice(i + 1))
          expect(Math.abs(a.x - b.x) >= PHONE_CARD.width || Math.abs(a.y - b.y) >= PHONE_CARD.height).toBe(true)
      }
    }
    expect(spreadOf(43, 960, 500, PHONE_CARD)).toBeNull()
  })
  it('leaves the board of a phone its room while spaces are asked for, unless one has just taken it', () => {
    const small = seamAt(0)
    expect(small).toBeGreaterThan(0.1)
    expect(seamOf(small, false, false)).toBe(small)
    expect(seamOf(small, true, false)).toBe(USUAL_SEAM)
    expect(seamOf(small, true, true)).toBe(small)
    expect(seamOf(0.6, true, false)).toBe(0.6)
    expect(seamAt(2)).toBeLessThan(0.8)
  })
  it('has three columns on a phone', () => {
    expect(columnsOf(374)).toBe(3)
    expect(columnsOf(100)).toBe(1)
  })
  it('lies anywhere without falling apart', () => {
    for (const width of [0, 10, 140, 300, 5000])
      for (const n of [0, 1, 2, 43]) expect(JSON.stringify(handOf(n, width))).not.toMatch(/null|NaN/)
  })
})

describe('beside a short hand', () => {
  it('cards lie whole where they can, else over one another in one row, else not at all', () => {
    const cards = (n: number) => n * (PHONE_CARD.width + 8)
    expect(besideOf(7, cards(7), PHONE_CARD)).toBe('whole')
    expect(besideOf(7, cards(7) - 1, PHONE_CARD)).toBe('over')
    expect(besideOf(13, 780, PHONE_CARD)).toBe('over') // 54 pixels of each are seen
    expect(besideOf(14, 780, PHONE_CARD)).toBe(null)
    expect(besideOf(3, 200, PHONE_CARD)).toBe(null) // they would be a heap
    expect(besideOf(9, 838, CARD)).toBe('over')
    expect(besideOf(10, 838, CARD)).toBe(null)
  })
})

describe('the bar', () => {
  it('has all phases of a round where they find room beside title and menu, else the one that is now', () => {
    const long = ['orientation', 'innovation', 'implementation', 'aggregation']
    const short = ['turn order', 'research', 'action', 'production']
    expect(barHolds(1280, 'Terraforming Mars', ['generation 9'], short)).toBe(true)
    expect(barHolds(1280, 'The Future History of Coal Mines', ['round 5'], long)).toBe(false)
    expect(barHolds(1440, 'The Future History of Coal Mines', ['round 5'], long)).toBe(true)
    expect(barHolds(1200, 'Reversi', [], [])).toBe(true)
  })
})
