// Looking back: games that are over by their link, moment by moment with anybody's eyes; and a table that goes on, from
// its beginning, also for who came later.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atServer, openPage } from './support/server'
import { hurry, isOver, makeTable, openTable } from './support/table'

const here = atServer()

const ONE = [{ bot: null, name: 'Ann' }, { bot: 'random' }]
const permissions = ['clipboard-read', 'clipboard-write']
const marks = (page: Page) => page.locator('.cell .mark').count()
const at = (page: Page, n: number) => page.locator(`[data-at="${n}"]`).waitFor()

/** A page at the end screen of a game. */
async function finished(game: string) {
  const table = await makeTable(here.server.address, { name: game }, ONE)
  const opened = await openTable(here.browser, here.server.address, table, { permissions }, { confirm: 'never' })
  await opened.page.waitForSelector('.table')
  await hurry(opened.page, 500)
  await opened.page.locator('dialog[open]').waitFor()
  expect(await isOver(opened.page)).toBe(true)
  return opened
}

describe('a replay', () => {
  it('goes from the end screen through the game by buttons, keys, slider, list and by itself', async () => {
    const { page, complaints, close } = await finished('tic-tac-toe')
    const asked: string[] = []
    page.on('request', (r) => asked.push(r.url()))
    const last = await marks(page)
    await page.locator('[data-replay]').click()
    await at(page, 0)
    const of = Number((await page.locator('[data-at]').textContent())!.split('/')[1])
    expect(await marks(page)).toBe(0)
    await page.locator('[data-on]').click()
    await at(page, 1)
    await page.waitForFunction(() => document.querySelectorAll('.cell .mark').length === 1)
    await page.keyboard.press('End')
    await at(page, of)
    await page.waitForFunction((n) => document.querySelectorAll('.cell .mark').length === n, last)
    await page.keyboard.press('ArrowLeft')
    await at(page, of - 1)
    await page.locator('[data-first]').click()
    await at(page, 0)
    await page.locator('input[type=range]').fill('2')
    await at(page, 2)
    await page.locator('.list button').nth(2).click()
    await at(page, 3)
    expect(await page.locator('.list [aria-current]').count()).toBe(1)
    await page.locator('[data-play]').click()
    await at(page, 4)
    await page.locator('[data-play]').click()
    await page.locator('[data-share]').click()
    await page.getByText('The link is copied').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/replay#[\w-]+@[45]$/)
    const text = /#([\w-]+)@/.exec(link)![1]!
    expect(asked.filter((url) => url.split('#')[0]!.includes(text))).toEqual([])
    const other = await openPage(here.browser, here.server.address, link.slice(here.server.address.length))
    await at(other.page, Number(link.split('@')[1]))
    expect(await other.page.locator('.answer').count()).toBe(0)
    await other.page.locator('[data-first]').click()
    await other.page.locator('[data-on]').click()
    await at(other.page, 1)
    await other.page.locator('[data-play-on]').click()
    await other.page.waitForSelector('.cell.legal')
    expect(await marks(other.page)).toBe(1)
    expect([...complaints, ...other.complaints]).toEqual([])
    await other.close()
    await close()
  })

  it('shows with the eyes of a seat what that seat saw, and with a spectator\'s no hand', async () => {
    const { page, complaints, close } = await finished('kuhn-poker')
    await page.locator('[data-copy]').click()
    await page.getByText('The link is copied').waitFor()
    await page.goto(await page.evaluate(() => navigator.clipboard.readText()))
    await at(page, 0)
    await page.locator('[data-on]').click()
    await at(page, 1)
    const hand = page.locator('.hand .card')
    expect(await hand.count()).toBe(0)
    await page.locator('[data-eyes]').selectOption('0')
    await page.waitForFunction(() => document.querySelectorAll('.hand .card').length === 1)
    const own = await hand.first().textContent()
    await page.locator('[data-eyes]').selectOption('1')
    await page.waitForFunction((text) => document.querySelector('.hand .card')?.textContent !== text, own)
    await page.locator('[data-eyes]').selectOption('null')
    await page.waitForFunction(() => document.querySelectorAll('.hand .card').length === 0)
    expect(complaints).toEqual([])
    await close()
  })

  it('says what is wrong with a link, and takes a pasted one', async () => {
    const { page, close } = await openPage(here.browser, here.server.address, '/replay#nonsense')
    await page.getByText('This is not a link to a game').waitFor()
    await page.goto(`${here.server.address}/`)
    await page.getByRole('link', { name: 'Replay' }).click()
    await page.getByLabel('Link to a finished game').fill('https://example.org/replay#other')
    await page.getByRole('button', { name: 'Watch' }).click()
    await page.getByText('This is not a link to a game').waitFor()
    await close()
  })
})

describe('a table that goes on', () => {
  it('is looked back at from its beginning, also after the page was loaded again', async () => {
    const table = await makeTable(here.server.address, { name: 'tinyforming' }, ONE)
    const { page, complaints, close } = await openTable(
      here.browser,
      here.server.address,
      table,
      {},
      { confirm: 'never' },
    )
    await page.waitForSelector('.answer')
    const first = await page.locator('.players').textContent()
    await hurry(page, 40)
    await page.reload()
    await page.waitForSelector('.answer')
    const now = await page.locator('.log li').count()
    await page.locator('[data-open="history"]').click()
    await page.locator('[data-first]:not([disabled])').click()
    await at(page, 0)
    await page.waitForFunction((n) => document.querySelectorAll('.log li').length < n, now)
    expect(await page.locator('.players').textContent()).toBe(first)
    expect(await page.locator('.answer').count()).toBe(0)
    await page.getByRole('button', { name: 'Now', exact: true }).click()
    await page.waitForSelector('.answer')
    await page.locator('[data-open="points"]').click()
    await page.waitForFunction(
      () => (document.querySelector('dialog polyline')?.getAttribute('points')?.split(' ').length ?? 0) > 2,
    )
    expect(complaints).toEqual([])
    await close()
  })
})
