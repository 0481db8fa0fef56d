// A hundred games at random of every game, and two of bots that reckon in fractions, end in WebAssembly as they end in
// the program: in node, and in chromium. Run by tests/page/test_hashes.sh.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hashesOf, type Played } from './support/hashes'
import { startBrowser } from './support/server'

const { HASHES, HASHES_WASM, ROOT } = process.env
const RANDOM = 100
const GREEDY = 2
const TIME = 240000 // milliseconds, on a busy machine
const folder = join(ROOT!, 'games')
const games = readdirSync(folder).filter((g) => statSync(join(folder, g)).isDirectory())
const files = Object.fromEntries(games.flatMap((g) => readdirSync(join(folder, g)).filter((f) => f.endsWith('.game'))
  .map((f) => [`games/${g}/${f}`, readFileSync(join(folder, g, f), 'utf8')])))
const work = { wasm: readFileSync(HASHES_WASM!).toString('base64'), files, games, random: RANDOM, greedy: GREEDY }

/** What the program says: a line for each game. */
function native(): Record<string, Played> {
  const paths = games.map((g) => `games/${g}/${g}.game`)
  const told = execFileSync(HASHES!, [String(RANDOM), String(GREEDY), ...paths], { encoding: 'utf8', cwd: ROOT! })
  const lines = told.trim().split('\n').map((line) => line.split(' '))
  return Object.fromEntries(lines.map(([hash, seconds], i) => [games[i]!, { hash: hash!, seconds: Number(seconds) }]))
}

const only = (played: Record<string, Played>) =>
  Object.fromEntries(Object.entries(played).map(([game, { hash }]) => [game, hash]))

describe('games in WebAssembly', () => {
  const wanted = native()

  it('end in node as in the program', async () => {
    const played = await hashesOf(work)
    expect(new Set(Object.values(only(wanted))).size).toBe(games.length)
    expect(only(played)).toEqual(only(wanted))
    for (const game of games)
      console.log(`${game}: ${played[game]!.seconds.toFixed(2)} s, the program ${wanted[game]!.seconds.toFixed(2)} s`)
  }, TIME)

  it('end in chromium as in the program', async () => {
    const browser = await startBrowser()
    const page = await browser.newPage()
    expect(only(await page.evaluate(hashesOf, work))).toEqual(only(wanted))
    await browser.close()
  }, TIME)
})
