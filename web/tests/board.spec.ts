// Boards in a browser: how much they are, what can be read, what is shown under the pointer and by keys, what others
// did, paper, and covers in the lobby.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atServer, openPage, type PageOptions } from './support/server'
import { gamesOf, makeTable, openTable } from './support/table'

const here = atServer()
const BOT = [{ bot: null, name: 'Ann' }, { bot: 'random' }]

const at = async (game: string, options: PageOptions = {}) =>
  openTable(here.browser, here.server.address, await makeTable(here.server.address, { name: game }, BOT), options)

/** Texts of the board that lie over one another, as they are drawn. */
const overlaps = (page: Page) =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll('.map figure text')]
    const boxes = texts
      .map((e) => ({ text: e.textContent, box: e.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0)
      .map(({ text, box }) => ({
        text,
        left: box.left + 1,
        right: box.right - 1,
        top: box.top + box.height * 0.2, // letters do not fill their line
        bottom: box.bottom - box.height * 0.2,
      }))
    type Box = (typeof boxes)[number]
    const over = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => over(a, b)).map((b) => `${a.text} over ${b.text}`))
  })

describe('a board', () => {
  it.each(['mars', 'coal-mines'])('of %s is at most 1,500 elements, and every name can be read', async (game) => {
    const { page, complaints, close } = await at(game)
    await page.waitForSelector('.cell')
    expect(await page.locator('.map figure svg *').count()).toBeLessThanOrEqual(1500)
    expect(await page.locator('.map figure text').count()).toBeGreaterThan(game === 'mars' ? 3 : 50)
    expect(await overlaps(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  it('takes a click on the way of a piece that falls, and shows where it will lie', async () => {
    const { page, complaints, close } = await at('connect-four')
    await page.waitForSelector('.cell.legal')
    const legal = await page.locator('.cell.legal').evaluateAll((all) => all.map((e) => Number(e.dataset.space)))
    const columns = legal.length
    const [hole, bottom] = [2 + 3 * columns, 2 + 5 * columns] // of the third column
    const at3 = page.locator(`.cell[data-space="${hole}"]`)
    await at3.hover()
    const there = await page.locator(`.cell[data-space="${bottom}"]`).getAttribute('transform')
    await page.waitForSelector(`.pointed[transform="${there}"] .mark`)
    await at3.click()
    await page.waitForSelector(`[data-piece="${bottom}"] .mark[data-owner="0"]`)
    expect(await page.locator('dialog[open]').count()).toBe(0)
    await page.waitForSelector('.cell.legal') // the other has answered
    expect(complaints).toEqual([])
    await close()
  })

  it('shows the piece under the pointer and under the focus, and marks what the other did', async () => {
    const { page, complaints, close } = await at('tic-tac-toe')
    await page.waitForSelector('.cell.legal')
    expect(await page.locator('.pointed').count()).toBe(0)
    await page.locator('.cell.legal').nth(4).hover()
    await page.waitForSelector('.pointed .mark')
    await page.mouse.move(2, 2)
    await page.waitForFunction(() => !document.querySelector('.pointed'))
    await page.keyboard.press('m')
    await page.waitForSelector('.pointed .mark')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelectorAll('.cell .mark').length === 2)
    await page.locator('.cell.legal').nth(0).hover()
    await page.waitForSelector('.cell.lit')
    await page.mouse.down()
    await page.mouse.up()
    await page.waitForFunction(() => document.querySelectorAll('.cell .mark').length === 4)
    expect(await page.locator('.cell.lit').count()).toBe(0) // though the pointer is still there
    const marked = await page.locator('[data-last]').getAttribute('data-last')
    expect(await page.locator('[data-last]').count()).toBe(1)
    expect(await page.locator(`[data-piece="${marked}"] .mark`).getAttribute('data-owner')).toBe('1')
    expect(complaints).toEqual([])
    await close()
  })

  it('lies on white paper in print, with its signs explained, and nothing that is pressed', async () => {
    const { page, close } = await at('mars', { colorScheme: 'dark' })
    await page.waitForSelector('.cell')
    const styleOf = (selector: string, name: string) =>
      page.evaluate(([s, n]) => getComputedStyle(document.querySelector(s!)!).getPropertyValue(n!), [selector, name])
    expect(await styleOf('.map .texture', 'display')).not.toBe('none')
    await page.emulateMedia({ media: 'print' })
    expect(await styleOf('.map .globe', 'fill')).toBe('rgb(246, 244, 239)')
    for (const hidden of ['.map .texture', '.map .halo', '.ask', '.tools'])
      expect(await styleOf(hidden, 'display'), hidden).toBe('none')
    expect(await styleOf('.hand', 'break-before')).toBe('page') // one's cards, on a page of their own
    expect(await styleOf('body', 'background-color')).toBe('rgb(255, 255, 255)')
    expect(await page.locator('.legend li').first().isVisible()).toBe(true)
    await close()
  })
})

describe('covers', () => {
  it('are drawn for every game of the lobby, each asked for once', async () => {
    const games = await gamesOf(here.server.address)
    const asked: string[] = []
    const { page, complaints, close } = await openPage(here.browser, here.server.address, '/replay')
    page.on('request', (r) => r.url().endsWith('/cover') && asked.push(r.url()))
    await page.goto(here.server.address)
    await page.waitForFunction((n) => document.querySelectorAll('.cover.drawn').length === n, games.length)
    const parts = await page.locator('.cover.drawn').evaluateAll((all) => all.map((c) => c.childElementCount))
    expect(Math.min(...parts)).toBeGreaterThan(5)
    expect(asked).toHaveLength(games.length)
    expect(complaints).toEqual([])
    await close()
  })
})
