// Tables of cards as text and while they are edited: what comes in from spreadsheets finds its cells, and what cannot
// be written stays out of what is.
import { describe, expect, it } from 'vitest'
import { parseTable, putTable, separatorOf } from '../src/studio/sheet/csv'
import { csvOf, gridOf, hasHead, merged, pasted, withCell, without, withRow, writable } from '../src/studio/sheet/grid'

const CSV = 'card,name,kind,cost,tags\r\nMill,Mill,house,5,"a, b"\r\nBarn,Barn,house,4,\r\n'
const grid = gridOf(CSV)

describe('tables as text', () => {
  it('come back as they were', () => {
    for (const rows of [[['a', 'b'], ['', '']], [['say "x"', 'two\nlines'], [';', ',']], [['']]])
      for (const by of [',', ';', '\t']) expect(parseTable(putTable(rows, by), by)).toEqual(rows)
    expect(csvOf(grid)).toBe(CSV)
  })

  it('are read as spreadsheets write them', () => {
    expect(parseTable('\ufeffa;b\r\n1;"x;y"', ';')).toEqual([['a', 'b'], ['1', 'x;y']])
    expect(parseTable('1\t2\n3\t', '\t')).toEqual([['1', '2'], ['3', '']])
    expect(['a,b;c,d', 'a;b;c', 'a\tb', 'one'].map(separatorOf)).toEqual([',', ';', '\t', ','])
  })
})

describe('a table that is edited', () => {
  it('takes a block, with new rows where it is longer', () => {
    const rows = pasted(grid, { row: 1, column: 3 }, [['7', 'x', 'too far'], ['8', 'y']])
    expect(rows.map((r) => r.join('|'))).toEqual(['Mill|Mill|house|5|a, b', 'Barn|Barn|house|7|x', '||house|8|y'])
    expect(writable({ rows }).from).toEqual([0, 1]) // a card without a name waits
  })

  it('takes a whole table by its first row, in any order', () => {
    const table = parseTable('name,cost,points\nBarn,9,1\nForge,3,2\n', ',')
    expect(hasHead(grid, table)).toBe(true)
    expect(hasHead(grid, [['Mill', '5']])).toBe(false)
    const { head, rows, missing } = merged(grid, table)
    expect(missing).toBe(1)
    expect([head.join(), ...rows.map((r) => r.join('|'))]).toEqual(['card,name,kind,cost,tags,points',
      'Mill|Mill|house|5|a, b|', 'Barn|Barn|house|9||1', '|Forge||3||2'])
  })

  it('a card of that name that is not there is told, not made', () => {
    const { rows } = merged(grid, [['card', 'name', 'cost'], ['Nowhere', 'Nowhere', '1']])
    expect(rows.at(-1)![0]).toBe('Nowhere')
  })

  it('leaves out what cannot be written', () => {
    const typed = withRow({ head: grid.head, rows: withCell(withCell(grid.rows, { row: 0, column: 3 }, 'x'), { row: 1,
      column: 3 }, '6') }, 1)
    const named = { head: grid.head, rows: withCell(typed, { row: 2, column: 1 }, 'Forge') }
    const rest = without(named, grid, [{ row: 0, column: 3 }, { row: 2, column: 4 }])
    expect(rest.map((r) => r.join('|'))).toEqual(['Mill|Mill|house|5|a, b', 'Barn|Barn|house|6|'])
  })
})
