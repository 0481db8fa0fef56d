// Every game there is, by clicks on what the page marks: two people (one of them with a phone) and a bot, as many as
// the game permits. Long games stop after some clicks, unless there is time for whole ones (TERRANE_TEST_LEVEL=soak).
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../src/protocol'
import { atServer, fits } from './support/server'
import {
  chances,
  clickMarked,
  gamesOf,
  isAsked,
  isOver,
  makeTable,
  openTable,
  PATIENCE,
  SEED,
  seatsFor,
  sitDown,
} from './support/table'

const soak = process.env.TERRANE_TEST_LEVEL === 'soak'
const CLICKS = soak ? 20000 : 30
const LONGEST = soak ? 3600000 : 240000

/** Plays until it is over or the clicks are used up; the number of clicks. */
async function play(pages: Page[]): Promise<number> {
  const chance = chances(SEED)
  let clicks = 0
  let last = Date.now()
  while (clicks < CLICKS) {
    let idle = true
    for (const page of pages) {
      if (await isOver(page)) continue
      if (!(await isAsked(page)) && (await page.locator('dialog[open], [data-confirm]').count()) === 0) continue
      if (!(await clickMarked(page, chance))) continue
      idle = false
      clicks++
    }
    if (!idle) last = Date.now()
    else if ((await Promise.all(pages.map(isOver))).every(Boolean)) break
    else if (Date.now() - last > PATIENCE) throw new Error('nobody is asked, and it is not over')
    else await pages[0]!.waitForTimeout(30)
  }
  return clicks
}

describe('every game by clicks', () => {
  const here = atServer()
  let games: Game[]
  let whole = 0
  beforeAll(async () => {
    games = await gamesOf(here.server.address)
  })

  async function playGame(game: Game) {
    const seats = seatsFor(game, 2, 1)
    const table = await makeTable(here.server.address, game, seats)
    const ann = await openTable(here.browser, here.server.address, table)
    const people = [ann]
    if (seats.filter((s) => s.bot === null).length > 1) {
      const ben = await openTable(
        here.browser,
        here.server.address,
        { id: table.id },
        { viewport: { width: 390, height: 844 }, hasTouch: true },
      )
      await sitDown(ben.page, 1)
      people.push(ben)
    }
    const clicks = await play(people.map((p) => p.page))
    const over = await isOver(ann.page)
    if (over) whole++
    for (const { page } of over ? people : []) {
      await page.locator('dialog[open] tbody tr').first().waitFor() // it is fetched when a game ends
      expect(await page.locator('dialog[open] tbody tr').count(), game.name).toBeGreaterThan(0)
      expect(await page.locator('dialog[open] th.first').count(), game.name).toBeGreaterThan(0)
    }
    for (const { page } of people) expect(await fits(page), game.name).toBe(true)
    expect(people.flatMap((p) => p.complaints), game.name).toEqual([])
    expect(clicks, game.name).toBeGreaterThan(0)
    if (soak) expect(over, game.name).toBe(true)
    await Promise.all(people.map((p) => p.close()))
    console.log(`${game.name}: ${clicks} clicks${over ? ', to the end' : ''}`)
  }

  it('reaches the end, or goes on without a complaint', { timeout: LONGEST }, async () => {
    for (const game of games) await playGame(game)
    expect(games.length).toBeGreaterThan(1)
    expect(whole).toBeGreaterThan(1)
  })
})
