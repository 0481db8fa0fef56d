// How a game ends otherwise than by its rules, and what is shown then: a seat is resigned, all agree, time is up; and
// where points came from.
import { describe, expect, it } from 'vitest'
import type { Table } from '../src/protocol'
import { atServer, openPage } from './support/server'
import { hurry, makeTable, openTable } from './support/table'

const here = atServer()
const TWO = [{ bot: null, name: 'Ann' }, { bot: null }]
const ONE = [{ bot: null, name: 'Ann' }, { bot: 'random' }]

/** Two persons at a table: Ann, who made it, and Ben. */
async function two(more: object = {}) {
  const table = await makeTable(here.server.address, { name: 'connect-four' }, TWO, more)
  const ann = await openTable(here.browser, here.server.address, table)
  const ben = await openPage(here.browser, here.server.address, `/table/${table.id}`)
  await ben.page.getByLabel('Your name').fill('Ben')
  await ben.page.locator('[data-join]').click()
  await ben.page.waitForSelector('.table')
  return { table, ann, ben }
}

describe('giving up', () => {
  it('hands the seat to a bot for good, and everybody sees it', async () => {
    const { table, ann, ben } = await two()
    await ann.page.locator('[data-open="people"]').click()
    await ann.page.locator('[data-resign]').click()
    const which = ann.page.locator('section [data-which-bot]')
    expect(await which.locator('option[value="hard"]').innerText()).toBe('Bot: hard – looks far ahead, ' +
      'takes about a second')
    await which.selectOption('easy')
    await ann.page.locator('[data-sure]').click()
    await ben.page.getByText('resigned').first().waitFor()
    const { seats } = (await (await fetch(`${here.server.address}/api/tables/${table.id}`)).json()) as Table
    expect(seats[0]).toMatchObject({ bot: 'easy', resigned: true })
    await ben.page.locator('.cell.legal').first().waitFor() // the bot has moved
    await ann.page.locator('[data-open="people"]').click()
    await ann.page.locator('dialog').getByText('You have resigned').waitFor()
    expect(await ann.page.getByRole('button', { name: 'Play yourself' }).count()).toBe(0)
    expect([ann.complaints, ben.complaints]).toEqual([[], []])
    await Promise.all([ann.close(), ben.close()])
  })

  it('is found in the menu, also on a phone; the seat keeps its name, and nobody is asked any more', async () => {
    const { ann, ben } = await two()
    await ann.page.setViewportSize({ width: 390, height: 844 })
    await ann.page.locator('.menu').click()
    await ann.page.locator('[data-open="give-up"]').click()
    await ann.page.locator('[data-resign]').click()
    await ann.page.locator('[data-sure]').click()
    await ann.page.locator('[data-left]', { hasText: 'You have resigned' }).waitFor()
    await ben.page.locator('.cell.legal').first().waitFor() // the bot has moved
    expect(await ben.page.locator('[data-seat-at="0"] .name').first().innerText()).toBe('Ann')
    await ben.page.locator('.cell.legal').first().click()
    await ben.page.locator('.cell.legal').first().waitFor() // and again
    expect(await ann.page.locator('.answer, .cell.legal').count()).toBe(0)
    expect(await ann.page.locator('.question .who', { hasText: 'Ann' }).count()).toBe(0) // nobody waits for oneself
    expect(await ann.page.locator('.question').getByRole('link', { name: 'Back to the lobby' }).isVisible()).toBe(true)
    await ann.page.locator('.menu').click()
    expect(await ann.page.locator('[data-open="give-up"]').count()).toBe(0)
    expect([ann.complaints, ben.complaints]).toEqual([[], []])
    await Promise.all([ann.close(), ben.close()])
  })

  it('lets a bot play to the end at a pace one can follow, no two titles over one another', { timeout: 120000 },
    async () => {
    const table = await makeTable(here.server.address, { name: 'tinyforming' }, ONE)
    const phone = { viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' as const }
    const { page, close } = await openTable(here.browser, here.server.address, table, phone, { pace: 'normal' })
    await page.locator('.answer').first().waitFor()
    await page.evaluate(() => {
      const at = window as unknown as { most: number }
      at.most = 0
      new MutationObserver(() => {
        at.most = Math.max(at.most, document.querySelectorAll('.layer .title').length)
      }).observe(document.body, { childList: true, subtree: true })
    })
    await page.locator('.menu').click()
    await page.locator('[data-open="give-up"]').click()
    await page.locator('[data-resign]').click()
    await page.locator('[data-sure]').click()
    await page.locator('[data-banner]').waitFor() // what the bot does is told as what others do
    await page.getByRole('heading', { name: 'The game is over' }).first().waitFor({ timeout: 100000 })
    await page.locator('dialog .winner').waitFor() // with what is so, not with what is drawn late
    await page.locator('[data-winner] .cover.drawn').waitFor()
    expect(await page.locator('.with').innerText()).toMatch(/^with \d+ points, \d+ ahead$/)
    const totals = (await page.locator('[data-standing] .total').allInnerTexts()).map(Number)
    expect(totals).toHaveLength(2)
    expect(totals[0]).toBeGreaterThan(totals[1]!)
    expect(await page.locator('[data-standing] .bar').first().locator('i').count()).toBeGreaterThan(1)
    expect(await page.evaluate(() => (window as unknown as { most: number }).most)).toBe(1)
    await close()
  })

  it('ends the game when all agree, who may think better of it until then', async () => {
    const { table, ann, ben } = await two()
    await ann.page.locator('[data-open="people"]').click()
    await ann.page.locator('[data-end]').click()
    await ann.page.locator('[data-sure]').click()
    await ben.page.locator('[data-ending]', { hasText: 'Ann would like to end the game' }).waitFor()
    await ann.page.locator('[data-disagree]').click()
    await ben.page.locator('[data-ending]').waitFor({ state: 'detached' })
    await ben.page.locator('[data-open="people"]').click()
    await ben.page.locator('[data-end]').click()
    await ben.page.locator('[data-sure]').click()
    await ann.page.locator('[data-agree]').click()
    for (const { page } of [ann, ben]) {
      await page.locator('[data-ended]', { hasText: 'Nobody has won' }).waitFor()
      expect(await page.locator('.winner').count()).toBe(0)
      await page.getByRole('button', { name: 'Play again', exact: true }).waitFor()
    }
    here.server = await here.server.crash()
    const kept = (await (await fetch(`${here.server.address}/api/tables/${table.id}`)).json()) as object
    expect(kept).toMatchObject({ over: true, ended: 'agreement', ending: null })
    await Promise.all([ann.close(), ben.close()])
  })
})

describe('a clock', () => {
  it('says what is left and what happens then, and that it happened', async () => {
    const { ann, ben } = await two({ move_clock: 3, late: 'bot' })
    for (const { page } of [ann, ben]) {
      const means = await page.locator('[data-clock-means]').getAttribute('title')
      expect(means).toBe('3 seconds for each answer. When time is up, a bot takes over the seat.')
    }
    await ben.page.locator('[data-clock]').first().waitFor()
    await ben.page.getByText('Time is up: a bot plays for Ann now.').waitFor()
    await ben.page.locator('.cell.legal').first().waitFor()
    await Promise.all([ann.close(), ben.close()])
  })
})

describe('the end of a game', () => {
  it('shows where points came from over the rounds, and not before', { timeout: 120000 }, async () => {
    const table = await makeTable(here.server.address, { name: 'tinyforming' }, ONE)
    const { page, complaints, close } = await openTable(here.browser, here.server.address, table, {}, {
      confirm: 'never',
      pace: 'off',
    })
    await page.waitForSelector('.answer')
    await hurry(page, 6)
    await page.locator('[data-open="points"]').click()
    await page.locator('dialog[open] table').waitFor()
    expect(await page.locator('[data-sources]').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.locator('[data-open="people"]').click()
    await page.locator('[data-end]').click()
    await page.locator('[data-sure]').click()
    await page.locator('[data-ended]').waitFor()
    await page.locator('[data-sources] svg').first().waitFor()
    expect(await page.locator('[data-sources] figure').count()).toBe(2)
    expect(await page.locator('[data-sources] rect').count()).toBeGreaterThan(0)
    expect(complaints).toEqual([])
    await close()
  })
})
