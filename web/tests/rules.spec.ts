// The rules of a game as a page, from the lobby and from a table: contents, links to sections, a search by keyboard.
import { describe, expect, it } from 'vitest'
import { atServer, openPage } from './support/server'
import { makeTable, openTable } from './support/table'

const SEATS = [{ bot: null, name: 'Ann' }, { bot: 'random' }]

describe('the rules', () => {
  const here = atServer()

  it('open from the lobby as a page of their own, with contents and cards', async () => {
    const { page, complaints, close } = await openPage(here.browser, here.server.address)
    await page.click('[data-rules="mars"]')
    await page.waitForURL('**/rules/mars')
    await page.locator('.book section').first().waitFor()
    const links = await page.locator('.book nav a').count()
    expect(links).toBeGreaterThan(15)
    expect(await page.locator('.faces .card').count()).toBeGreaterThan(20)
    await page.goBack()
    await page.locator('[data-rules="mars"]').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('have sections one can link to, cards far down among them', async () => {
    const { page, close } = await openPage(here.browser, here.server.address, '/rules/mars#cards-corporation')
    await page.locator('#cards-corporation .card').first().waitFor()
    await expect.poll(async () => {
      const box = await page.locator('#cards-corporation h2').boundingBox()
      return box !== null && box.y >= 0 && box.y < 400
    }).toBe(true)
    await page.locator('.book nav a', { hasText: 'Points' }).first().click()
    expect(new URL(page.url()).hash).toBe('#points')
    await expect.poll(async () => (await page.locator('#points h2').boundingBox())!.y).toBeLessThan(200)
    await close()
  })

  it('are searched by keyboard: / begins, Enter goes from find to find, Escape ends', async () => {
    const { page, close } = await openPage(here.browser, here.server.address, '/rules/mars')
    await page.locator('.book section').first().waitFor()
    const whole = await page.locator('.book section').count()
    await page.keyboard.press('/')
    await page.keyboard.type('greenery')
    await expect.poll(() => page.locator('.book section').count()).toBeLessThan(whole)
    expect(await page.locator('.book mark').count()).toBeGreaterThan(5)
    expect(await page.locator('.book [role=status]').innerText()).toMatch(/^\d+ found$/)
    await page.keyboard.press('Enter')
    await page.locator('mark.here').waitFor()
    const first = await page.locator('mark.here').boundingBox()
    await page.keyboard.press('Enter')
    expect(await page.locator('mark.here').count()).toBe(1)
    expect(await page.locator('mark.here').boundingBox()).not.toEqual(first)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.book section').count()).toBe(whole)
    await close()
  })

  it('open over a table and in a tab beside it, as that table plays', async () => {
    const table = await makeTable(here.server.address, { name: 'tinyforming' }, SEATS)
    const { page, complaints, close } = await openTable(here.browser, here.server.address, table)
    await page.click('[data-open="rules"]')
    await page.locator('dialog[open] .book section').first().waitFor()
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.click('dialog[open] a[target]')])
    await tab.locator('.book section').first().waitFor()
    expect(await tab.title()).toBe('Rules: TINYforming Mars')
    expect(complaints).toEqual([])
    await close()
  })

  it('print as text without what is pressed, with all cards', async () => {
    const { page, close } = await openPage(here.browser, here.server.address, '/rules/pluto')
    await page.locator('.book section').first().waitFor()
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('[data-search]').isVisible()).toBe(false)
    const cards = await page.locator('.faces .card').count()
    expect(cards).toBeGreaterThanOrEqual(60)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeGreaterThan(3000) // all of it is on paper, not what a window shows
    await close()
  })

  it('of a game there is not are not there', async () => {
    const { page, close } = await openPage(here.browser, here.server.address, '/rules/no-such-game')
    await page.getByText('There is no such game.').waitFor()
    await close()
  })
})
