// Tables as text: CSV as in RFC 4180, and what spreadsheets put on the clipboard (tabs). Pure.

/** The rows of a text; cells stand between `separator`s, and may be in quotes. */
export function parseTable(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  let begun = false // something of the row was read
  const endCell = () => (row.push(cell), (cell = ''))
  const endRow = () => (endCell(), rows.push(row), (row = []), (begun = false))
  const from = text.charCodeAt(0) === 0xfeff ? 1 : 0
  for (let i = from; i < text.length; i++) {
    const c = text[i]!
    if (quoted) {
      if (c !== '"') cell += c
      else if (text[i + 1] === '"') (cell += c, i++)
      else quoted = false
    } else if (c === '"' && cell === '') (quoted = true, begun = true)
    else if (c === separator) (endCell(), begun = true)
    else if (c === '\n') endRow()
    else if (c !== '\r' || text[i + 1] !== '\n') (cell += c, begun = true)
  }
  if (begun || cell !== '' || row.length > 0) endRow()
  return rows
}

/** What stands between the cells of a file: what its first line has most of. */
export function separatorOf(text: string): string {
  const line = text.slice(0, text.indexOf('\n') < 0 ? text.length : text.indexOf('\n'))
  const count = (c: string) => line.split(c).length
  return [',', ';', '\t'].reduce((best, c) => (count(c) > count(best) ? c : best))
}

const needsQuotes = (cell: string, separator: string) =>
  cell.includes('"') || cell.includes(separator) || cell.includes('\n') || cell.includes('\r')

export const putTable = (rows: readonly (readonly string[])[], separator = ',', end = '\r\n'): string =>
  rows.map((row) => row.map((cell) => (needsQuotes(cell, separator) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(separator) + end).join('')
