// A game with hindsight on the end screen: a blunder that anybody can see, told to who played and who looks on, also
// after the server was killed.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atServer, openPage } from './support/server'
import { makeTable, openTable, sitDown } from './support/table'

const here = atServer()
const ONE = [{ bot: null, name: 'Ann' }, { bot: 'random' }]
const TWO = [{ bot: null, name: 'Ann' }, { bot: null }]

/** A has two in a row; B does not stop them, and A wins. */
const LOST = [1, 5, 2, 7, 3]

async function lost() {
  const table = await makeTable(here.server.address, { name: 'tic-tac-toe' }, TWO)
  const ann = await openTable(here.browser, here.server.address, table)
  const ben = await openPage(here.browser, here.server.address, `/table/${table.id}`)
  await ben.page.getByLabel('Your name').fill('Ben')
  await sitDown(ben.page, 1)
  for (const [i, cell] of LOST.entries()) {
    const { page } = i % 2 ? ben : ann
    await page.locator('.cell.legal').first().waitFor()
    await page.locator(`[data-space="${cell - 1}"].legal`).first().click()
  }
  return { table, ann, ben }
}

const told = async (page: Page) => {
  const section = page.locator('[data-hindsight="known"]')
  await section.waitFor()
  return section
}

describe('a game with hindsight', () => {
  it('shows the chances, where they turned, and the answer that lost', async () => {
    const { table, ann, ben } = await lost()
    for (const { page } of [ann, ben]) {
      const section = await told(page)
      expect(await section.locator('polyline').count()).toBe(2)
      const dashes = await section.locator('polyline').evaluateAll((all) =>
        all.map((line) => getComputedStyle(line).strokeDasharray))
      expect(new Set(dashes).size).toBe(2) // told apart without colour
      expect(await section.locator('[data-turns] li').first().innerText()).toMatch(
        /the chance of (Ann|Ben) (rises|falls) from \d+% to \d+%\./)
      const moment = section.locator('[data-better="3"]')
      expect(await moment.innerText()).toMatch(/After 3 answers, Ben:\s*Mark a cell/)
      const chances = (await moment.locator('.percent').allInnerTexts()).map((text) => parseInt(text))
      expect(chances[1]).toBeGreaterThan(chances[0]! + 10)
      await section.locator('summary').click()
      expect(await section.locator('tbody tr').count()).toBe(LOST.length + 1)
      expect(await section.locator('tbody tr').last().innerText()).toMatch(/At the end\s+100%\s+0%/)
    }
    await (await told(ann.page)).locator('[data-better="3"] a').click()
    await ann.page.locator('[data-at="3"]').waitFor() // the replay at that moment
    expect(ann.complaints).toEqual([]) // behind that a page may say that its server is gone
    here.server = await here.server.crash()
    const spectator = await openPage(here.browser, here.server.address, `/table/${table.id}`, { locale: 'de-DE' })
    const section = await told(spectator.page)
    expect(await section.textContent()).toContain('Was besser gewesen wäre')
    expect(spectator.complaints).toEqual([])
    await Promise.all([ann.close(), ben.close(), spectator.close()])
  })

  it('is not there before the end, and not of a game that was ended by agreement', async () => {
    const table = await makeTable(here.server.address, { name: 'connect-four' }, ONE)
    const { page, close } = await openTable(here.browser, here.server.address, table)
    await page.locator('.cell.legal').first().click()
    await page.locator('[data-open="points"]').click()
    await page.locator('dialog[open]').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('[data-open="people"]').click()
    await page.locator('[data-end]').click()
    await page.locator('[data-sure]').click()
    await page.locator('[data-ended]').waitFor()
    expect(await page.locator('[data-hindsight]').count()).toBe(0)
    await close()
  })
})
