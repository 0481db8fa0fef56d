// A browser at real tables: from the lobby to the end of a game by clicks alone, and what others see of it.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Description } from '../src/protocol'
import { atServer, fits, openPage } from './support/server'

const here = atServer()

const SEED = '7' // what comes up is the same each time

/** Makes a table in the lobby; the seats from the second on are bots or, with `person`, one is free. */
async function makeTable(page: Page, game: string, person = false) {
  await page.click(`[data-game="${game}"]`)
  await page.getByLabel('Your name').fill('Ann')
  await page.getByLabel('Seat 2').selectOption({ label: person ? 'A person' : 'Bot: greedy' })
  await page.getByText('More', { exact: true }).click()
  await page.getByLabel('Seed').fill(SEED)
  await page.getByRole('button', { name: 'Create the table' }).click()
  await page.waitForSelector('.table')
}

/** What the server says of the game at the table that is open. */
async function descriptionOf(page: Page): Promise<Description> {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const about = (await (await fetch(`${here.server.address}/api/tables/${id}`)).json()) as { hash: string }
  return (await fetch(`${here.server.address}/api/game/${about.hash}?lang=en`)).json() as Promise<Description>
}

/** Clicks once: what is asked back or picked is ended first, else a space on the map or a card where it lies, or the
 *  list. */
async function clickOnce(page: Page, turn: number) {
  const all = [
    '[data-confirm]',
    '.answer.picked',
    '.cell.legal',
    '.card.playable .cover',
    '.answer:not([disabled])',
  ].map((s) => page.locator(s))
  const [confirm, picked, space, card, answer] = await Promise.all(all.map((found) => found.count()))
  const pick = (i: number, n: number) => all[i]!.nth(turn % n).click()
  if (confirm) await all[0]!.click()
  else if (picked) await page.locator('[data-take]').click()
  else if (space) await pick(2, space)
  else if (card && turn % 2) await pick(3, card)
  else await pick(4, answer!)
}

/** What was answered before has come about: answers cannot be pressed until then. */
const asked = (page: Page) => page.waitForSelector('.answer:not([disabled]), [data-confirm], dialog[open]')

describe('a game by clicks', () => {
  it('goes from the lobby to the end screen', { timeout: 120000 }, async () => {
    const { page, complaints, close } = await openPage(here.browser, here.server.address)
    await makeTable(page, 'tinyforming')
    expect(await page.locator('.cell').count()).toBe(19)
    expect(await fits(page)).toBe(true)
    expect(await page.title()).toContain('TINYforming')
    let turn = 0
    for (; turn < 500; turn++) {
      await asked(page)
      if ((await page.locator('dialog[open]').count()) > 0) break
      await clickOnce(page, turn)
    }
    expect(turn).toBeGreaterThan(5)
    await page.getByRole('heading', { name: 'The game is over' }).first().waitFor()
    const rows = await page.locator('dialog tbody tr th').allTextContents()
    expect(rows).toEqual(['cities', 'greenery', 'water', 'heat', 'Total', 'Rank'])
    const over = page.url()
    await page.getByRole('button', { name: 'Play again' }).click()
    await page.waitForFunction((over) => location.href !== over && !document.querySelector('dialog[open]'), over)
    await asked(page)
    expect(await page.locator('.own .name').innerText()).toBe('Ann')
    expect(complaints).toEqual([])
    await close()
  })

  it('works by keyboard, asks back before a turn is wasted, and takes back', async () => {
    const { page, complaints, close } = await openPage(here.browser, here.server.address)
    await makeTable(page, 'tinyforming')
    await asked(page)
    for (let i = 0; i < 20 && (await page.locator('.question h2').textContent()) !== 'Which action?'; i++) {
      await page.keyboard.press('1')
      await asked(page)
    }
    const log = page.locator('.log li')
    await page.locator('.answer', { hasText: 'Pass' }).click()
    await page.getByText('Really “Pass”?').waitFor()
    await page.keyboard.press('Escape')
    const before = await log.count()
    await page.keyboard.press('1')
    await page.waitForFunction(
      (n) =>
        document.querySelectorAll('.log li').length > n ||
        document.querySelector('.question h2')?.textContent !== 'Which action?',
      before,
    )
    await page.keyboard.press('u')
    await page.waitForFunction(() => document.querySelector('.question h2')?.textContent === 'Which action?')
    await page.click('[data-open="history"]')
    await page.click('[data-back]')
    await page.keyboard.press('ArrowLeft')
    await page.getByText('This is an earlier moment.').waitFor()
    expect(await page.locator('.answer').count()).toBe(0)
    await page.getByRole('button', { name: 'Now', exact: true }).click()
    expect(await page.locator('.answer').count()).toBeGreaterThan(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('shows cards with their price, and why one cannot be chosen', async () => {
    const { page, complaints, close } = await openPage(here.browser, here.server.address)
    await makeTable(page, 'mars')
    await page.waitForSelector('.answer')
    await page.keyboard.press('1')
    await page.waitForSelector('[data-take]')
    await page.locator('.card.playable .cover').first().click()
    await page.locator('.card.playable .cover').nth(1).click()
    await page.getByRole('button', { name: 'Done: 2 selected' }).click()
    await page.waitForFunction(() => document.querySelector('.question h2')?.textContent === 'Which action?')
    await page.waitForFunction(() => document.querySelectorAll('.hand [data-held] .card').length === 2)
    const { cards } = await descriptionOf(page)
    for (const card of await page.locator('.hand [data-held] .card').all()) {
      const cover = card.locator('.cover')
      const { name, clauses } = cards[Number(await cover.getAttribute('data-card'))]!
      const cost = clauses.find((clause) => clause[2] === 'cost')![3]
      expect(await cover.getAttribute('aria-label'), name).toContain(`Cost: ${cost},`) // what it costs is said,
      const corner = await card.locator('.drawing').evaluate((drawing) => {
        const { left, top, width, height } = drawing.getBoundingClientRect()
        const isNear = (e: Element) => {
          const box = e.getBoundingClientRect()
          return box.right < left + width / 3 && box.bottom < top + height / 4
        }
        return [...drawing.querySelectorAll('text')].filter(isNear).map((e) => e.textContent)
      })
      expect(corner, name).toContain(String(cost)) // and stands in the upper left
    }
    await page.getByRole('button', { name: 'All cards' }).click()
    await page.locator('dialog[open]').waitFor() // it is loaded when it is asked for
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => !document.querySelector('dialog'))
    await page.keyboard.press('c')
    await page.getByPlaceholder('Search name, tag or text').fill('jovian')
    const found = await page.locator('dialog .card').count()
    expect(found).toBeGreaterThan(3)
    await page.locator('dialog .card .cover').first().click()
    await page.locator('[data-why]').waitFor()
    expect(await fits(page)).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('others', () => {
  it('join by the link; a spectator sees no hand', async () => {
    const ann = await openPage(here.browser, here.server.address)
    await makeTable(ann.page, 'mars', true)
    const path = new URL(ann.page.url()).pathname
    const ben = await openPage(here.browser, here.server.address, path)
    await ben.page.click('[data-watch]')
    await ben.page.getByText('You are watching').waitFor()
    expect(await ben.page.locator('.answer').count()).toBe(0)
    expect(await ben.page.locator('.hand .card').count()).toBe(0)
    expect(await ann.page.locator('.answer').count()).toBeGreaterThan(0)
    await ben.page.getByRole('button', { name: 'Sit here' }).click()
    await ben.page.getByLabel('Your name').fill('Ben')
    await ben.page.click('[data-join]')
    await ben.page.waitForSelector('.answer')
    await ann.page.getByText('Ben').first().waitFor()
    await ben.page.reload()
    await ben.page.waitForSelector('.answer')
    expect([...ann.complaints, ...ben.complaints]).toEqual([])
    await ann.close()
    await ben.close()
  })

  it('agree to an undo, and a crash of the server loses nothing', async () => {
    const ann = await openPage(here.browser, here.server.address)
    await makeTable(ann.page, 'tic-tac-toe', true)
    const ben = await openPage(here.browser, here.server.address, new URL(ann.page.url()).pathname)
    await ben.page.getByLabel('Your name').fill('Ben')
    await ben.page.click('[data-join]')
    await ann.page.locator('.cell.legal').nth(4).click()
    await ben.page.waitForSelector('.cell.legal')
    await ben.page.locator('.cell.legal').first().click()
    await ann.page.waitForSelector('.cell.legal')
    expect(await ann.page.locator('.cell .mark').count()).toBe(2)
    await ann.page.getByRole('button', { name: 'Ask to undo' }).click()
    await ben.page.getByText('Ann wants to undo').waitFor()
    await ben.page.getByRole('button', { name: 'Agree' }).click()
    await ann.page.waitForFunction(() => document.querySelectorAll('.cell .mark').length === 0)
    await ann.page.locator('.cell.legal').first().click()
    await ben.page.waitForSelector('.cell.legal')
    const lost = [ann, ben].map(({ page }) => page.getByText('Reconnecting').waitFor())
    here.server = await here.server.crash()
    await Promise.all(lost)
    for (const { page } of [ann, ben]) await page.getByText('Reconnecting').waitFor({ state: 'detached' })
    await ben.page.locator('.cell.legal').first().click()
    await ann.page.waitForFunction(() => document.querySelectorAll('.cell .mark').length === 2)
    await ann.close()
    await ben.close()
  })
})

describe('screens', () => {
  it('fits a phone and a tablet, without tabs', async () => {
    const { page, complaints, close } = await openPage(here.browser, here.server.address, '/', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    await makeTable(page, 'mars')
    await page.waitForSelector('.answer')
    for (const viewport of [{ width: 390, height: 844 }, { width: 844, height: 390 }, { width: 820, height: 1180 }]) {
      await page.setViewportSize(viewport)
      expect(await fits(page)).toBe(true)
      for (const area of ['.map', '.players', '.hand', '.ask', '.own'])
        expect(await page.locator(area).first().isVisible()).toBe(true)
    }
    expect(complaints).toEqual([])
    await close()
  })

  it('speaks German where the browser does, and remembers what was chosen', async () => {
    const { page, close } = await openPage(here.browser, here.server.address, '/', { locale: 'de-DE' })
    await page.getByRole('heading', { name: 'Warten auf Mitspieler' }).waitFor()
    await page.getByRole('button', { name: 'Einstellungen' }).click()
    await page.getByLabel('Sprache der Seite').selectOption('en')
    await page.reload()
    await page.getByRole('heading', { name: 'Waiting for players' }).waitFor()
    await close()
  })
})
