// What axe finds: the lobby, a table of every game, the dialogs and the end screen, light and dark. It must find
// nothing.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axe } from './support/axe'
import { atServer, openPage } from './support/server'
import { gamesOf, hurry, isOver, makeTable, openTable, seatsFor } from './support/table'

const THEMES = ['light', 'dark'] as const

const spaces = (page: Page) => page.locator('.cell.legal').count()

async function check(page: Page, what: string) {
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme })
    expect.soft(await axe(page), `${what}, ${theme}`).toEqual([])
  }
}

describe('axe finds nothing', () => {
  const here = atServer()

  it('in the lobby and its dialogs', { timeout: 120000 }, async () => {
    const games = await gamesOf(here.server.address)
    const table = await makeTable(here.server.address, games[0]!, seatsFor(games[0]!, 2, 0), { listed: true })
    const { page, close } = await openPage(here.browser, here.server.address)
    await page.locator('.tables a').first().waitFor()
    await page.locator('.aim', { hasText: /\w/ }).first().waitFor()
    await check(page, 'lobby')
    await page.getByRole('button', { name: 'Settings' }).click()
    await check(page, 'settings')
    await page.keyboard.press('Escape')
    await page.locator(`[data-game="${games.find((g) => g.options.length > 0)!.name}"]`).click()
    await page.getByText('More', { exact: true }).click()
    await check(page, 'new table')
    await page.goto(`${here.server.address}/new?game=${games[0]!.name}&colour=red`)
    await page.locator('[data-refused]').waitFor()
    await check(page, 'a link that does not fit')
    await page.goto(`${here.server.address}/table/${table.id}`)
    await page.locator('[data-join]').waitFor()
    await check(page, 'invited')
    await close()
    const host = await openTable(here.browser, here.server.address, table)
    await host.page.locator('[data-invite]').waitFor()
    await check(host.page, 'a free seat')
    await host.page.locator('[data-open="people"]').click()
    await host.page.locator('[data-resign]').click()
    await check(host.page, 'giving up')
    await host.page.locator('dialog [data-sure]').waitFor()
    await host.close()
  })

  it('in the rules of a game', { timeout: 120000 }, async () => {
    const { page, close } = await openPage(here.browser, here.server.address, '/rules/mars')
    await page.locator('.book section').first().waitFor()
    await check(page, 'rules')
    await page.fill('[data-search]', 'ocean')
    await page.keyboard.press('Enter')
    await check(page, 'rules, searched')
    await close()
  })

  it('in a first game, note by note', { timeout: 120000 }, async () => {
    const seats = [{ bot: null, name: 'Ann' }, { bot: 'random' }]
    const table = await makeTable(here.server.address, { name: 'mars' }, seats)
    const { page, close } = await openTable(here.browser, here.server.address, table, { taught: true }, { hints: true })
    await page.locator('[data-hint]').waitFor()
    for (const key of ['wins', 'ends', 'turn', 'card', 'income']) {
      await page.locator(`[data-lesson="${key}"]:not(.waiting)`).waitFor()
      await check(page, `lesson ${key}`)
      await page.click('[data-got-it]')
    }
    await close()
  })

  it('at the table of any game, and at its end', { timeout: 300000 }, async () => {
    let ended = 0
    let mapped = 0
    for (const game of await gamesOf(here.server.address)) {
      const table = await makeTable(here.server.address, game, seatsFor(game, 1, 1), { clock: 600 })
      const { page, close } = await openTable(here.browser, here.server.address, table, {}, { confirm: 'never' })
      const asked = async (): Promise<void> => {
        if ((await spaces(page)) === 0) return
        mapped++
        await check(page, `${game.name}, asked for a space`)
      }
      await page.waitForSelector('.table')
      await check(page, `${game.name}, begun`)
      await asked() // some games begin so, whatever chance brings the others
      await hurry(page, 25)
      const over = await isOver(page)
      if (over) ended++
      if (over) await page.locator('[data-hindsight="known"]').waitFor()
      await check(page, `${game.name}, ${over ? 'over' : 'in the middle'}`)
      if (over && ended === 1) {
        await page.locator('[data-replay]').click()
        await page.locator('[data-share]').waitFor()
        await check(page, 'replay')
      }
      for (let i = 0; !over && i < 20 && !(await isOver(page)) && (await spaces(page)) === 0; i++) await hurry(page, 1)
      if (!over) await asked()
      await close()
    }
    expect(ended).toBeGreaterThan(0)
    expect(mapped).toBeGreaterThan(0)
  })

  it('in the dialogs of a table, and on a phone', { timeout: 120000 }, async () => {
    const games = await gamesOf(here.server.address)
    const game = games.reduce((a, b) => (b.options.length > a.options.length ? b : a)) // the richest
    const table = await makeTable(here.server.address, game, seatsFor(game, 1, 2))
    const { page, close } = await openTable(here.browser, here.server.address, table, {}, { confirm: 'never' })
    await page.waitForSelector('.table')
    await hurry(page, 20)
    for (const name of ['people', 'points', 'browser', 'rules']) {
      await page.locator(`[data-open="${name}"]`).click()
      await page.locator('dialog[open]').waitFor()
      await check(page, name)
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
    }
    await page.locator('.player .open').first().click()
    await check(page, 'player')
    await page.keyboard.press('Escape')
    await page.locator('.card .zoom').first().click({ force: true })
    await check(page, 'card')
    await page.keyboard.press('Escape')
    await page.locator('[data-open="history"]').click()
    await check(page, 'looking back')
    for (const viewport of [{ width: 390, height: 844 }, { width: 844, height: 390 }, { width: 1024, height: 700 }]) {
      await page.setViewportSize(viewport)
      await check(page, `${viewport.width} wide`)
      const pull = page.locator('[data-pull][aria-expanded=false]')
      if ((await pull.count()) > 0) await pull.click()
      await check(page, `${viewport.width} wide, cards pulled up`)
    }
    await close()
  })
})
