// The table of a kind while it is edited: what the text says (base), what the table says now (rows), and what comes in
// from elsewhere. Rows are known by their first cell, the card as the text names it; new cards have none. Pure.
import { parseTable, putTable } from './csv'

export type Rows = readonly (readonly string[])[]

export interface Grid {
  head: readonly string[]
  rows: Rows
}

/** Cells count from 0, without the head. */
export interface At {
  row: number
  column: number
}

export function gridOf(csv: string): Grid {
  const [head = [], ...rows] = parseTable(csv, ',')
  return { head, rows: rows.map((row) => head.map((_, i) => row[i] ?? '')) }
}

export const csvOf = ({ head, rows }: Grid) => putTable([head, ...rows])

const isSameRow = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((c, i) => c === b[i])
export const isSameRows = (a: Rows, b: Rows) => a.length === b.length && a.every((row, i) => isSameRow(row, b[i]!))

export const NAME = 1 // the column
const KIND = 2

export const withCell = (rows: Rows, { row, column }: At, text: string): Rows =>
  rows.map((cells, r) => (r === row ? cells.map((cell, c) => (c === column ? text : cell)) : cells))

/** An empty row of the same kind behind another. */
export function withRow({ head, rows }: Grid, behind: number): Rows {
  const fresh = head.map((title, c) => (c === KIND && title === 'kind' ? (rows[behind]?.[c] ?? '') : ''))
  return [...rows.slice(0, behind + 1), fresh, ...rows.slice(behind + 1)]
}

/** A block from elsewhere lies with its first cell at a place; what is longer than the table makes new rows. */
export function pasted(grid: Grid, at: At, block: Rows): Rows {
  let { rows } = grid
  while (rows.length < at.row + block.length) rows = withRow({ head: grid.head, rows }, rows.length - 1)
  block.forEach((cells, r) => cells.forEach((text, c) => {
    if (at.column + c < grid.head.length) rows = withCell(rows, { row: at.row + r, column: at.column + c }, text)
  }))
  return rows
}

/** Whether the first row of a table says what its columns are. */
export const hasHead = (grid: Grid, [first = []]: Rows) => first.includes('name') && first.filter((t) =>
  grid.head.includes(t)).length > 1

/** A whole table from elsewhere: rows find their cards, others are new, columns may be left out, moved or added. What
 *  it does not have stays. `missing`: cards it has no row for. */
export function merged(grid: Grid, table: Rows): Grid & { missing: number } {
  const [titles = [], ...given] = table
  const head = [...grid.head, ...titles.filter((t) => t && !grid.head.includes(t))]
  const rows: (readonly string[])[] = grid.rows.map((row) => head.map((_, c) => row[c] ?? ''))
  const [byCard, byName] = [titles.indexOf(grid.head[0]!), titles.indexOf('name')]
  const seen = new Set<number>()
  let last = rows.length - 1
  for (const cells of given.filter((row) => row.some((cell) => cell.trim()))) {
    const card = (byCard >= 0 ? cells[byCard] : cells[byName])?.trim() ?? ''
    let at = card ? rows.findIndex((row, i) => !seen.has(i) && row[byCard >= 0 ? 0 : NAME] === card) : -1
    const isNew = at < 0
    if (isNew) rows.splice((at = last + 1), 0, head.map(() => ''))
    rows[at] = head.map((title, c) => {
      const from = titles.indexOf(title)
      return c === 0 ? rows[at]![0]! : from < 0 ? rows[at]![c]! : (cells[from] ?? '')
    })
    if (isNew && card && byCard >= 0) rows[at] = [card, ...rows[at]!.slice(1)] // a card that is not there: told there
    seen.forEach((i) => i >= at && isNew && (seen.delete(i), seen.add(i + 1)))
    seen.add(at)
    last = at
  }
  return { head, rows, missing: rows.length - seen.size }
}

/** What is to be written: rows that are begun and have no name yet wait. `from`: which row of the table each one is. */
export function writable({ rows }: { rows: Rows }): { rows: Rows; from: number[] } {
  const from = rows.flatMap((row, i) => (row[0] || row[NAME]?.trim() ? [i] : []))
  return { rows: from.map((i) => rows[i]!), from }
}

/** The table without the cells that cannot be written: as the text has them; a new card with such a cell waits. */
export function without(grid: Grid, base: Grid, refused: readonly At[]): Rows {
  return grid.rows.flatMap((row, r) => {
    const bad = refused.filter((at) => at.row === r)
    if (bad.length === 0) return [row]
    const was = row[0] ? base.rows.find((b) => b[0] === row[0]) : undefined
    if (!was) return []
    return [row.map((cell, c) => (bad.some((at) => at.column === c || at.column < 0) ? (was[c] ?? '') : cell))]
  })
}
