// Every game in the middle, on a desk, a tablet and a phone: nothing scrolls but parts of the page, no text is cut off
// that should not be, and a picture of each lies in build/screenshots for whoever wants to look.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../src/protocol'
import { atServer, fits, ROOT } from './support/server'
import { gamesOf, hurry, isOver, makeTable, openTable, seatsFor } from './support/table'

const FOLDER = join(ROOT, 'build/screenshots')
const SCREENS = [{ width: 1440, height: 900 }, { width: 820, height: 1180 }, { width: 390, height: 844 }]
const soak = process.env.TERRANE_TEST_LEVEL === 'soak'
const THEMES = soak ? (['light', 'dark'] as const) : (['light'] as const)
const ANSWERS = soak ? 150 : 40
const NARROW = 700

const here = atServer()

/** Texts that stand out of their box sideways, where the box does not scroll and shows no dots. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.table *')]
      .filter(
        (e) =>
          e.checkVisibility() &&
          e.scrollWidth > e.clientWidth + 1 &&
          e.clientWidth > 0 &&
          e.textContent?.trim() &&
          !e.closest('.unseen'),
      )
      .filter((e) => getComputedStyle(e).overflowX === 'hidden' && getComputedStyle(e).textOverflow !== 'ellipsis')
      .map((e) => `${e.className}: ${e.textContent?.trim().slice(0, 40)}`),
  )

async function look(page: Page, name: string) {
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' })
  expect(await fits(page), name).toBe(true)
  expect(await cutOff(page), name).toEqual([])
}

/** A page in the middle of a game: a short one is begun again and left at half its length. */
async function middleOf(game: Game, answers = ANSWERS): ReturnType<typeof openTable> {
  const table = await makeTable(here.server.address, game, seatsFor(game, 1, 2))
  const opened = await openTable(here.browser, here.server.address, table, {}, { confirm: 'never' })
  await opened.page.waitForSelector('.table')
  const given = await hurry(opened.page, answers)
  // It goes on, however quickly it was played
  await opened.page.waitForSelector('.answer:not([disabled]), dialog[open]')
  if (!(await isOver(opened.page))) return opened
  await opened.close()
  return middleOf(game, given >> 1)
}

describe('every game on every screen', () => {
  beforeAll(() => {
    mkdirSync(FOLDER, { recursive: true })
  })

  it('fits, and cuts no text off', { timeout: 300000 }, async () => {
    for (const game of await gamesOf(here.server.address)) {
      const { page, complaints, close } = await middleOf(game)
      for (const theme of THEMES)
        for (const screen of SCREENS) {
          await page.emulateMedia({ colorScheme: theme })
          await page.setViewportSize(screen)
          const name = `${game.name}-${screen.width}x${screen.height}-${theme}`
          if (screen.width > NARROW) await look(page, name)
          for (const part of screen.width > NARROW ? [] : await page.locator('.parts button').all()) {
            await part.click()
            await look(page, `${name}-${(await part.textContent())!.toLowerCase()}`)
          }
        }
      expect(complaints, game.name).toEqual([])
      await close()
    }
  })
})
