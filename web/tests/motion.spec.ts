// What others do, one answer after the other; what moves, and that nothing does for who wants it so; hands and tables
// that are larger than usual.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atServer, fits, type PageOptions } from './support/server'
import { makeTable, openTable } from './support/table'

const here = atServer()
const MOVING: PageOptions = { reducedMotion: 'no-preference' }
const seats = (bots: number) => [{ bot: null, name: 'Ann' }, ...Array.from({ length: bots }, () => ({ bot: 'greedy' }))]

async function at(game: string, bots: number, options: PageOptions = {}, settings: object = {}) {
  const table = await makeTable(here.server.address, { name: game }, seats(bots))
  const opened = await openTable(here.browser, here.server.address, table, options, { confirm: 'never', ...settings })
  await opened.page.waitForSelector('.answer')
  return opened
}

/** Answers with the last answer until something stands there, counting every animation that runs meanwhile. */
async function until(page: Page, selector: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    let running = 0
    for (let i = 0; i < 1000 && !document.querySelector(wanted); i++) {
      const take = document.querySelector<HTMLButtonElement>('[data-confirm], [data-take]:not([disabled])')
      const all = document.querySelectorAll<HTMLButtonElement>('.answer:not([disabled])')
      ;(take ?? all[all.length - 1])?.click()
      running += document.getAnimations().length
      await new Promise((done) => setTimeout(done, 25))
    }
    if (!document.querySelector(wanted)) throw new Error(`${wanted} did not come`)
    return running + document.getAnimations().length
  }, selector)
}

describe('beats', () => {
  it('are told by a banner, and moved', async () => {
    const { page, complaints, close } = await at('mars', 2, MOVING, { pace: 'slow' })
    expect(await until(page, '[data-banner]')).toBeGreaterThan(0)
    expect(await page.locator('[data-banner]').innerText()).toMatch(/Greedy/)
    await page.keyboard.press('Escape')
    await page.locator('[data-banner]').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await close()
  })

  it('are cut when one is asked, and never keep one from answering', async () => {
    const { page, close } = await at('tic-tac-toe', 1, MOVING, { pace: 'slow' })
    await page.locator('.answer').first().click()
    await page.locator('[data-banner]').waitFor()
    await page.locator('.answer:not([disabled])').first().click() // while it stands there
    await page.waitForFunction(() => document.querySelectorAll('[data-answer]').length <= 5)
    await close()
  })

  it('go on by the space bar, and wait while they are held', async () => {
    const { page, close } = await at('tic-tac-toe', 1, MOVING, { pace: 'slow' })
    await page.locator('.answer').first().click()
    await page.locator('[data-banner] .hold').click()
    // The wait of a beat ends by an event of its own: while it is held, that animation stands still
    const waited = () => page.evaluate(() => document.querySelector('.wait')!.getAnimations()[0]!.playState)
    expect(await waited()).toBe('paused')
    expect(await page.locator('[data-banner]').innerText()).toMatch(/Greedy/)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press(' ')
    await page.locator('[data-banner]').waitFor({ state: 'detached' })
    await close()
  })

  it('do not move where motion is reduced: nothing runs, and what changed is marked', async () => {
    const { page, close } = await at('mars', 2, {}, { pace: 'slow' })
    // Not every answer of a bot changes a number or a space: the first that does is marked
    expect(await until(page, '.layer .beside, .layer .dashed')).toBe(0)
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
    await close()
  })

  it('are shown at once where that is wanted', async () => {
    const { page, close } = await at('tic-tac-toe', 1, MOVING, { pace: 'off' })
    await page.locator('.answer').first().click()
    await page.waitForFunction(() => document.querySelectorAll('.answer:not([disabled])').length === 7)
    expect(await page.locator('[data-banner]').count()).toBe(0)
    await close()
  })
})

describe('larger than usual', () => {
  it.each([[1440, 900], [1280, 720], [1024, 700], [844, 390], [390, 844]])(
    'five players fit %i by %i',
    async (width, height) => {
      const { page, complaints, close } = await at('mars', 4, { viewport: { width, height } }, { pace: 'off' })
      expect(await fits(page)).toBe(true)
      expect(await page.locator('.players .name').count()).toBeGreaterThanOrEqual(4)
      const part = await page.locator('.map').evaluate((map) => map.getBoundingClientRect().height / innerHeight)
      expect(part).toBeGreaterThanOrEqual((height > width ? 0.42 : 0.7) - 0.004)
      expect(complaints).toEqual([])
      await close()
    },
  )

  it('a hand of 43 lies in rows that are pulled up, sorted and filtered, and every card can be reached', async () => {
    let hand = -1
    const rewrite: PageOptions['rewrite'] = (m) => {
      const zones = m.t === 'view' ? (m.zones as number[][][]) : null
      if (zones && hand < 0) hand = zones.findIndex((z) => z[0]?.length === 10)
      if (zones && hand >= 0) zones[hand]![0] = Array.from({ length: 43 }, (_, i) => 20 + i)
      return m
    }
    const { page, complaints, close } = await at('mars', 1, { rewrite }, { pace: 'off' })
    await page.getByRole('tab', { name: /43/ }).click()
    const pull = page.locator('[data-pull]')
    if ((await pull.getAttribute('aria-expanded')) === 'false') await pull.click()
    const tops = await page
      .locator('.lies')
      .evaluateAll((all) => all.map((e) => Math.round(e.getBoundingClientRect().top)))
    expect(tops).toHaveLength(43)
    expect(new Set(tops).size).toBeGreaterThanOrEqual(3)
    expect(await fits(page)).toBe(true)
    await page.getByRole('group', { name: 'Sort' }).getByRole('button', { name: 'cost' }).click()
    const filter = page.getByRole('group', { name: 'Filter' }).getByRole('button').first()
    await filter.click()
    expect(await page.locator('.lies').count()).toBeLessThan(43)
    await filter.click()
    expect(await page.locator('.lies').count()).toBe(43)
    await pull.click()
    await page.locator('.lies [data-card]').last().focus()
    expect(complaints).toEqual([])
    await close()
  })
})
