// The table of cards in the studio: what is typed into a cell is seen in the text and on the card, is told where it
// cannot be written, and is taken back; cards come and go as CSV.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axe } from './support/axe'
import { atServer, fits } from './support/server'
import { choosePane, expectText, keptFiles, openStudio, PATIENCE, templateFiles } from './support/studio'

const here = atServer()
const FILE = 'harvest.game'
const TEXT = templateFiles('cards')[FILE]!

const cell = (page: Page, of: string) => page.locator(`[data-cell="${of}"]`)

async function openSheet(page: Page) {
  await choosePane(page, 'sheet')
  await cell(page, 'Mill.cost').waitFor({ timeout: PATIENCE })
}

/** What is typed into a cell, with the key that ends it. */
async function type(page: Page, of: string, text: string, key = 'Enter') {
  await cell(page, of).click()
  await page.keyboard.type(text)
  await page.keyboard.press(key)
}

const pasteText = (page: Page, text: string) =>
  page.locator('[role="grid"]').evaluate((grid, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    ;(grid.querySelector('td:focus') ?? grid).dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true,
      cancelable: true }))
  }, text)

describe('the table of cards', () => {
  it('writes a cost into the text, and the card says it; undo takes it back', async () => {
    const { page, complaints, close } = await openStudio(here.browser, here.server.address, templateFiles('cards'))
    await openSheet(page)
    await type(page, 'Mill.cost', '7')
    await expectText(page, FILE, TEXT.replace('Mill(5,', 'Mill(7,')) // and nothing else
    await choosePane(page, 'cards')
    await page.locator('[data-face="Mill"][data-mark="changed"]').first().waitFor({ timeout: PATIENCE })
    await openSheet(page)
    expect(await cell(page, 'Mill.cost').innerText()).toBe('7')
    await page.locator('[data-tool="undo"]').click()
    await expectText(page, FILE, TEXT)
    await expect.poll(() => cell(page, 'Mill.cost').innerText(), { timeout: PATIENCE }).toBe('5')
    expect(complaints).toEqual([])
    await close()
  })

  it('goes by keys, takes a block, and says at a cell what cannot be', async () => {
    const { page, complaints, close } = await openStudio(here.browser, here.server.address, templateFiles('cards'))
    await openSheet(page)
    await type(page, 'Meadow.cost', '3')
    await expectText(page, FILE, /Meadow\(3,/)
    await page.keyboard.press('ArrowUp') // Enter went to the next row
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('td:focus').getAttribute('data-cell')).toBe('Meadow.copies')
    await page.keyboard.press('ArrowLeft')
    await pasteText(page, '1\t2\r\n6\t5\r\n')
    await expectText(page, FILE, /Meadow\(1, copies: 2\)[^]*Orchard\(6, copies: 5\)/)
    await type(page, 'Wheat.cost', 'nonsense')
    await expect.poll(() => cell(page, 'Wheat.cost').getAttribute('aria-invalid'), { timeout: PATIENCE }).toBe('true')
    await cell(page, 'Wheat.cost').click()
    expect(await page.locator('[data-cell-error]').innerText()).toContain('nonsense')
    expect((await keptFiles(page))[FILE]).toContain('Wheat(3,')
    await type(page, 'Barn.cost', '9') // others are written all the same
    await expectText(page, FILE, /Barn\(9,/)
    expect(await axe(page)).toEqual([])
    await page.locator('[data-give-up]').click()
    await expect.poll(() => cell(page, 'Wheat.cost').innerText(), { timeout: PATIENCE }).toBe('3')
    await cell(page, 'Wheat.cost').click()
    await page.keyboard.press('ControlOrMeta+z')
    await expectText(page, FILE, /Barn\(4,/)
    expect(complaints).toEqual([])
    await close()
  })

  it('gives CSV and takes a card by CSV', async () => {
    const { page, complaints, close } = await openStudio(here.browser, here.server.address, templateFiles('cards'),
      { viewport: { width: 844, height: 390 } })
    await openSheet(page)
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-csv]').click()])
    const csv = readFileSync((await file.path())!, 'utf8')
    expect(csv).toMatch(/^card,name,kind,cost,copies,points\r\n[^]*Mill,Mill,house,5,2,1\r\n/)
    const more = `${csv.trimEnd()}\r\n,Granary,house,2,,4\r\n`
    await page.locator('[data-open]').setInputFiles({ name: 'cards.csv', mimeType: 'text/csv',
      buffer: Buffer.from(more) })
    await expectText(page, FILE, /house Granary\(2\):?[^]*points: 4/)
    await cell(page, 'Granary.cost').waitFor({ timeout: PATIENCE })
    expect(await fits(page)).toBe(true)
    await choosePane(page, 'cards')
    await page.locator('[data-face="Granary"][data-mark="new"]').first().waitFor({ timeout: PATIENCE })
    expect(complaints).toEqual([])
    await close()
  })
})
