// The lab of the studio: games are played beside the text; what they say changes with it, and is compared with the
// version that was saved.
import { describe, expect, it } from 'vitest'
import { atServer, fits } from './support/server'
import { changeText, choosePane, openStudio, PATIENCE, templateFiles } from './support/studio'
import { axe } from './support/axe'
import type { Page } from 'playwright-core'

const here = atServer()

const wins = (page: Page) => page.locator('[data-wins]').allInnerTexts()
const of = (page: Page) => page.locator('[data-lab]').getAttribute('data-of')

/** Waits until the games of another text than that are over. */
const playedAnew = (page: Page, than: string | null) =>
  page.locator(`[data-lab="done"]:not([data-of="${than}"])`).waitFor({ timeout: 3 * PATIENCE })

describe('the lab', () => {
  it('says who wins, follows the text, and says what a change did', async () => {
    const { page, complaints, close } = await openStudio(here.browser, here.server.address, templateFiles('cards'))
    await choosePane(page, 'lab')
    await playedAnew(page, '-1')
    expect(await page.locator('[data-lab-bot]').inputValue()).toBe('greedy') // it sees points, and is quick here
    expect(await page.locator('[data-why]').getAttribute('data-why')).toBe('sees')
    expect(await page.locator('[data-figures-of="cards"] [data-figures]').count()).toBeGreaterThan(0)
    const first = await wins(page)
    expect(first.length).toBe(2)
    for (const line of first) expect(line).toMatch(/^[AB]\s+\d+\.\d %\s+\d+\.\d % to \d+\.\d %$/)
    expect(await page.locator('[data-figures="Manor"]').count()).toBe(1)
    expect(await page.locator('[data-change]').count()).toBe(0) // nothing changed yet

    const before = await of(page)
    await changeText(page, 'Manor(8', 'Manor(2')
    await playedAnew(page, before)
    expect(await wins(page)).not.toEqual(first)
    expect(Number(await page.locator('[data-change]').getAttribute('data-change'))).toBeGreaterThan(0)
    expect(await page.locator('[data-verdict="clear"]').allInnerTexts()).toContainEqual(expect.stringMatching(
      /Points[^]*[AB] has \d+\.\d instead of \d+\.\d/))

    const changed = await of(page)
    await changeText(page, 'Manor(2', 'Manor(8') // and back: the same games as at first
    await playedAnew(page, changed)
    expect(await wins(page)).toEqual(first)
    expect(complaints).toEqual([])
    await close()
  })

  it('stops, and can be read by everybody', async () => {
    const { page, complaints, close } = await openStudio(here.browser, here.server.address, templateFiles('race'),
      { viewport: { width: 844, height: 390 } })
    await choosePane(page, 'lab')
    await playedAnew(page, '-1')
    await page.locator('[data-games]').selectOption('5000')
    await page.locator('[data-stop]').click()
    await page.locator('[data-lab="done"]').waitFor()
    expect(await axe(page)).toEqual([])
    expect(await fits(page)).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })
})
