// Keys at a table, and what is not lost: an answer without a connection, picks when the page is loaded again.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atServer, openPage } from './support/server'
import { makeTable, openTable } from './support/table'

const here = atServer()
const ONE = [{ bot: null, name: 'Ann' }, { bot: 'random' }]
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

async function alone(game: string, options = {}) {
  const table = await makeTable(here.server.address, { name: game }, ONE)
  const opened = await openTable(here.browser, here.server.address, table, options)
  await opened.page.waitForSelector('.answer')
  return { ...opened, table }
}

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-space]')?.getAttribute('data-space') ?? null)

describe('keys', () => {
  it.each([{}, PHONE])(
    'm goes to the map whether something can be chosen there or not, and arrows walk on it',
    async (screen) => {
      const { page, complaints, close } = await alone('tinyforming', screen)
      expect(await page.locator('.cell.legal').count()).toBe(0)
      await page.keyboard.press('m')
      await page.waitForFunction(() => document.activeElement?.closest('[data-space]'))
      const first = await focused(page)
      await page.keyboard.press('ArrowRight')
      expect([first, await focused(page)]).toEqual(['0', '1'])
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      expect(complaints).toEqual([])
      await close()
    },
  )

  it('m goes to a space that can be chosen first', async () => {
    const { page, close } = await alone('tic-tac-toe')
    await page.locator('.cell.legal').first().click()
    await page.waitForFunction(
      () => document.querySelectorAll('.cell .mark').length === 2 && document.querySelector('.cell.legal'),
    )
    await page.keyboard.press('m')
    await page.waitForFunction(() => document.activeElement?.closest('.cell.legal'))
    await close()
  })

  it('Escape ends looking back, also at the slider, and Escape again does no harm', async () => {
    const { page, complaints, close } = await alone('tinyforming')
    await page.locator('.answer').first().click()
    await page.waitForSelector('.answer:not([disabled])')
    await page.click('[data-open="history"]')
    await page.click('[data-back]')
    await page.getByText('This is an earlier moment.').waitFor()
    await page.locator('.steps input').focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Escape')
    await page.locator('.steps').waitFor({ state: 'detached' })
    await page.waitForSelector('.answer')
    await page.keyboard.press('Escape')
    expect(await page.locator('.answer').count()).toBeGreaterThan(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('answers that lie in a row are in its order', async () => {
    const { page, close } = await alone('pluto')
    await page.locator('.answer', { hasText: 'Use an action tile' }).click()
    await page.getByRole('heading', { name: 'Which action tile?' }).waitFor()
    const row = await page.locator('.market .playable strong').allTextContents()
    expect(row.length).toBeGreaterThan(1)
    expect(await page.locator('.answer .title').allTextContents()).toEqual(row)
    await page.keyboard.press('1')
    await page.locator('.log li', { hasText: row[0]! }).first().waitFor()
    await close()
  })
})

describe('nothing is lost silently', () => {
  it('an answer given without a connection is sent when there is one again', { timeout: 90000 }, async () => {
    const { page, close } = await alone('tic-tac-toe')
    await page.evaluate(
      () =>
        (globalThis.WebSocket.prototype.send = function () {
          this.close()
        }),
    ) // the next message ends it
    await page.locator('.cell.legal').first().click()
    await page.locator('[data-unsent]').waitFor()
    expect(await page.locator('.cell .mark').count()).toBe(0)
    await page.evaluate(() => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      globalThis.WebSocket.prototype.send = (
        frame.contentWindow as unknown as typeof globalThis
      ).WebSocket.prototype.send
    })
    await page.waitForFunction(() => document.querySelectorAll('.cell .mark').length === 2)
    await page.locator('[data-unsent]').waitFor({ state: 'detached' })
    await close()
  })

  it('picks are there again when the page is loaded anew, and lost ones are spoken of', async () => {
    const { page, table, complaints, close } = await alone('mars')
    await page.locator('.answer').first().click()
    await page.waitForSelector('[data-take]')
    for (const i of [1, 3]) await page.locator('.answer').nth(i).click()
    await page.reload()
    await page.waitForSelector('.answer.picked')
    expect(await page.locator('.answer.picked').count()).toBe(2)
    expect(await page.locator('.hand .card.picked').count()).toBe(2)
    await page.locator('[data-prospects]').waitFor()
    const again = await openPage(here.browser, here.server.address, '/', {
      storageState: await page.context().storageState(),
    })
    await again.page.goto(`${here.server.address}/table/${table.id}`) // another tab goes on
    await again.page.locator('[data-take]').click()
    await page.getByText('Your selection is lost').waitFor()
    expect(complaints).toEqual([])
    await again.close()
    await close()
  })

  it('what else is said without a connection is said to be not sent', async () => {
    const { page, close } = await alone('tinyforming')
    await page.click('[data-open="people"]')
    await page.evaluate(() => (globalThis.WebSocket.prototype.send = function () { this.close() }))
    await page.getByRole('button', { name: 'Leave the seat' }).click()
    await page.getByText('Not sent').waitFor()
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((k) => k.startsWith('terrane.token.')).length),
    ).toBe(1)
    await close()
  })
})

describe('what fits', () => {
  it('three digits of money with what is made of it, on every screen', async () => {
    const seats = [{ bot: null, name: 'Ann' }, ...Array.from({ length: 3 }, () => ({ bot: 'random' }))]
    for (const game of ['mars', 'pluto']) {
      const { page, close } = await openTable(
        here.browser,
        here.server.address,
        await makeTable(here.server.address, { name: game }, seats),
      )
      await page.waitForSelector('.answer')
      for (const width of [320, 390, 600, 701, 820, 1101, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        const wide = await page.evaluate(() => {
          const right = (e: Element) => e.getBoundingClientRect().right
          for (const b of document.querySelectorAll('.amounts b')) b.textContent = '188'
          for (const more of document.querySelectorAll('.amounts .more')) more.textContent = '+45'
          const amounts = [...document.querySelectorAll('.amounts li')].filter((li) =>
            [...li.children].some((c) => right(c) > right(li) + 0.5),
          )
          const boards = [...document.querySelectorAll('.board')].filter((b) => b.scrollWidth > b.clientWidth + 1)
          return [amounts.length, boards.length]
        })
        expect([game, width, ...wide]).toEqual([game, width, 0, 0])
      }
      await close()
    }
  })

  it.each([{}, PHONE])('every text of a card, with the fonts there are', async (screen) => {
    const { page, close } = await alone('mars', screen)
    await page.keyboard.press('c')
    await page.getByPlaceholder('Search name, tag or text').fill('power')
    await page.waitForSelector('dialog .card .drawing text')
    const outside = await page.locator('dialog .card .drawing').evaluateAll((cards) =>
      cards.flatMap((card) => {
        const box = card.getBoundingClientRect()
        return [...card.querySelectorAll('text')]
          .filter((text) => {
            const at = text.getBoundingClientRect()
            return at.left < box.left - 1 || at.right > box.right + 1 || at.bottom > box.bottom + 2
          })
          .map((text) => text.textContent)
      }),
    )
    expect(outside).toEqual([])
    await close()
  })

  it('on a phone the log and what belongs to nobody are in the menu', async () => {
    const table = await makeTable(here.server.address, { name: 'mars' }, ONE)
    const { page, close } = await openTable(here.browser, here.server.address, { id: table.id }, PHONE)
    for (const [name, part] of [['log', 'ol.log'], ['common', '.goal']] as const) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.locator(`nav [data-open="${name}"]`).click()
      await page.locator(`dialog[open] ${part}`).first().waitFor()
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
    }
    await close()
  })
})
