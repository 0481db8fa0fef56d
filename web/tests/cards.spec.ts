// Cards at a real table: drawn with the fonts there are, large with their words where a pointer rests, all of them in
// the browser, and all signs of the game in one place.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atServer } from './support/server'
import { makeTable, openTable } from './support/table'

const here = atServer()

async function alone(game: string, options = {}) {
  const table = await makeTable(here.server.address, { name: game }, [{ bot: null, name: 'Ann' }, { bot: 'random' }])
  const opened = await openTable(here.browser, here.server.address, table, options)
  await opened.page.waitForSelector('.answer')
  return opened
}

/** Texts of drawings that stand out of them. */
const outside = (page: Page, drawings: string) =>
  page.locator(drawings).evaluateAll((all) =>
    all.flatMap((drawing) => {
      const box = drawing.getBoundingClientRect()
      return [...drawing.querySelectorAll('text')]
        .filter((text) => {
          const at = text.getBoundingClientRect()
          return at.left < box.left - 1 || at.right > box.right + 1 || at.bottom > box.bottom + 2
        })
        .map((text) => text.textContent)
    }),
  )

describe('a card', () => {
  it('is shown large, with the words of its rules, where a pointer rests on it', async () => {
    const { page, complaints, close } = await alone('mars')
    const card = page.locator('.hand .card').first()
    const label = (await card.locator('.cover').getAttribute('aria-label'))!
    await card.hover()
    await page.waitForSelector('[popover] svg text')
    const words = (await page.locator('[popover] text').allTextContents()).join(' ')
    expect(words).toContain(label.split(',')[0]!)
    expect(words.length).toBeGreaterThan(label.split(',')[0]!.length + 10)
    expect(await outside(page, '[popover] svg')).toEqual([])
    await page.mouse.move(0, 0)
    await page.waitForFunction(() => document.querySelector('[popover]') === null)
    expect(complaints).toEqual([])
    await close()
  })

  it('is chosen from its large view, too', async () => {
    const { page, complaints, close } = await alone('mars')
    const before = await page.locator('.ask').innerText()
    await page.locator('.hand [data-card]').first().press('i')
    await page.locator('dialog .ways .main').first().click()
    await page.waitForFunction((was) => document.querySelector<HTMLElement>('.ask')?.innerText !== was, before)
    expect(complaints).toEqual([])
    await close()
  })

  it('names its icons where they can be pointed at', async () => {
    const { page, close } = await alone('mars')
    await page.locator('.hand [data-card]').first().press('i')
    await page.waitForSelector('dialog .drawing use title', { state: 'attached' })
    const names = await page.locator('dialog .drawing use title').allTextContents()
    expect(names.every(Boolean)).toBe(true)
    await close()
  })
})

describe('all cards', () => {
  it.each([{}, { viewport: { width: 390, height: 844 }, hasTouch: true }])(
    'come as one scrolls, and keep their texts inside',
    async (screen) => {
      const { page, close } = await alone('mars', screen)
      await page.keyboard.press('c')
      await page.waitForSelector('dialog .card')
      const said = Number(/\d+/.exec((await page.locator('dialog [role=status]').textContent())!)![0])
      const drawn = page.locator('dialog .card')
      for (let seen = 0; seen < said; ) {
        await drawn.last().scrollIntoViewIfNeeded()
        await page.waitForFunction((n) => document.querySelectorAll('dialog .card').length > n, seen)
        seen = await drawn.count()
      }
      expect(await drawn.count()).toBe(said)
      expect(await outside(page, 'dialog .drawing')).toEqual([])
      await close()
    },
  )
})

describe('the signs of a game', () => {
  it.each(['mars', 'pluto', 'tinyforming', 'coal-mines'])('of %s are drawn and named', async (game) => {
    const { page, complaints, close } = await alone(game)
    await page.keyboard.press('?')
    await page.waitForSelector('dialog [data-sign]')
    const signs = page.locator('dialog [data-sign]')
    expect(await signs.count()).toBeGreaterThan(8)
    const empty = await signs.evaluateAll((all) => all.filter((e) => !e.querySelector('svg use, svg path, svg text')))
    expect(empty).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })
})
