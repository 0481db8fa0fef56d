// A project begins empty, and goes on: without a server, in another browser by a link, at the table after the text has
// changed, on paper.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atServer, openPage } from './support/server'
import {
  changeText, choosePane, expectText, keptFiles, openStudio, PATIENCE, templateFiles, writeText,
} from './support/studio'

const here = atServer()
const ANSWER = '.answer:not([disabled])'
const PANES = ['parts', 'cards', 'rules', 'board', 'try', 'scenarios', 'table', 'lab', 'sheet']
const stones = (page: Page) => page.locator('[data-piece] [data-owner]').count()

/** The service worker has all that the studio needs. */
const isKept = (page: Page) => page.evaluate(async () => {
  await navigator.serviceWorker.ready
  const paths = (await (await caches.open('terrane.page')).keys()).map((r) => new URL(r.url).pathname)
  return [/studio-[0-9a-f]+\.wasm$/, /index\.html$/, /studio-StudioPage/, /studio-Cards/, /scenarios-/]
    .every((wanted) => paths.some((path) => wanted.test(path)))
})

/** Plays a stone, and waits until the bot has, too. */
async function place(page: Page) {
  const before = await stones(page)
  await page.locator(ANSWER).first().waitFor({ timeout: PATIENCE })
  await page.locator(ANSWER).first().click()
  await expect.poll(() => stones(page), { timeout: PATIENCE }).toBe(before + 2)
}

describe('a project', () => {
  it('is there without a server, and goes on', async () => {
    const files = templateFiles('cards')
    const { page, complaints, close } = await openStudio(here.browser, here.server.address, files,
      { serviceWorkers: 'allow' })
    await page.locator('[data-face="Mill"]').first().waitFor({ timeout: PATIENCE })
    await expect.poll(() => isKept(page), { timeout: PATIENCE }).toBe(true)
    await changeText(page, 'house Mill(5', 'house Mill(2')
    await expectText(page, 'harvest.game', /house Mill\(2/)
    expect(complaints).toEqual([])
    await here.server.kill()
    await page.reload()
    await page.locator('[data-face="Mill"][data-mark="changed"]').first().waitFor({ timeout: PATIENCE })
    await changeText(page, 'house Mill(2', 'house Windmill(3')
    await page.locator('[data-face="Windmill"][data-mark="new"]').first().waitFor({ timeout: PATIENCE })
    await choosePane(page, 'table')
    await page.locator(ANSWER).first().waitFor({ timeout: PATIENCE })
    here.server = await here.server.crash()
    await close()
  }, 90000)

  it('is another\'s by its link, with every file', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const first = await openStudio(here.browser, here.server.address, templateFiles('race'), { permissions })
    await first.page.locator('[data-share]').click()
    await first.page.getByText('The link is copied').waitFor()
    const link = await first.page.evaluate(() => navigator.clipboard.readText())
    const second = await openPage(here.browser, here.server.address, link.slice(here.server.address.length))
    await second.page.waitForURL(/\/studio\/[0-9a-f]+$/, { timeout: PATIENCE })
    await second.page.locator('[data-editor]').waitFor()
    expect(await keptFiles(second.page)).toEqual(templateFiles('race'))
    expect(second.page.url()).not.toBe(first.page.url())
    expect([...first.complaints, ...second.complaints]).toEqual([])
    await Promise.all([first.close(), second.close()])
  })

  it('is played on where it was when its text changes', async () => {
    const { page, complaints, close } = await openStudio(here.browser, here.server.address, templateFiles('board'))
    await page.locator('[data-tab="board"][aria-selected="true"]').waitFor({ timeout: PATIENCE }) // it has no cards
    await choosePane(page, 'table')
    await place(page)
    await place(page)
    await changeText(page, 'Where do you place a stone?', 'Where does your stone go?')
    await page.locator('[data-kept="all"]').waitFor({ timeout: PATIENCE })
    await page.getByText('Where does your stone go?').first().waitFor({ timeout: PATIENCE })
    expect(await stones(page)).toBe(4)
    await changeText(page, '5 x 5 cell', '2 x 2 cell') // where not all of it can have happened
    await page.locator('[data-kept="partly"]').waitFor({ timeout: PATIENCE })
    await expect.poll(() => stones(page), { timeout: PATIENCE }).toBeLessThan(4)
    await page.locator('[data-begin]').click()
    await expect.poll(() => page.locator('[data-kept]').count(), { timeout: PATIENCE }).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('gives way to the next one, from whatever is shown of it', async () => {
    const { page, complaints, close } = await openStudio(here.browser, here.server.address, templateFiles('board'))
    const shows = (file: string) => page.locator(`[data-editor="${file}"] .cm-content`).waitFor({ timeout: PATIENCE })
    await page.locator('[data-projects]').click()
    await page.locator('[data-template="cards"]').click()
    const [first, second] = [{ file: 'harvest.game', title: 'Harvest' }, { file: 'stones.game',
      title: 'Stones in Line' }]
    let [open, next] = [first, second]
    for (const patient of [true, false]) for (const pane of PANES) { // once it is shown, and at once
      await shows(open.file)
      if (patient) await page.locator('[data-checked="right"]').waitFor({ timeout: PATIENCE })
      await choosePane(page, pane)
      if (patient) await page.locator('#half-pane .inside > *').first().waitFor()
      await page.locator('[data-projects]').click()
      await page.locator('[data-project]').getByText(next.title, { exact: true }).click()
      ;[open, next] = [next, open]
    }
    await shows(open.file)
    await page.goBack()
    await page.locator('[data-project]').first().waitFor()
    await page.goBack()
    await shows(next.file)
    expect(complaints).toEqual([])
    await close()
  })

  it('begins empty, and is typed as one types', async () => {
    const { page, complaints, close } = await openPage(here.browser, here.server.address, '/studio')
    await page.locator('[data-template="empty"]').click()
    await page.locator('[data-checked="right"]').waitFor({ timeout: PATIENCE })
    for (const _ of [1, 2, 3]) { // it has neither cards nor a board: it is played at once
      const answer = page.locator(ANSWER).first()
      await answer.waitFor({ timeout: PATIENCE })
      await answer.click()
    }
    const end = async () => { // the result lies over the page
      await page.locator('dialog').waitFor({ timeout: PATIENCE })
      await page.keyboard.press('Escape')
      await expect.poll(() => page.locator('dialog').count()).toBe(0)
    }
    await end()
    const table = await page.locator('[data-table]').getAttribute('data-table')
    for (const good of ['2', '3']) { // what is saved is read again, and the game that is over stays
      await page.locator('[data-save]').click()
      await choosePane(page, 'cards')
      await page.locator(`[data-cards="${good}"]`).waitFor({ timeout: PATIENCE })
      await choosePane(page, 'table')
      await end()
      expect(await page.locator('[data-table]').getAttribute('data-table')).toBe(table)
    }
    await writeText(page, 'game "My game":\n  players: 2\n\n')
    await page.getByText('a game needs a').first().waitFor({ timeout: PATIENCE })
    await page.locator('[data-editor] .cm-content').click()
    await page.keyboard.press('ControlOrMeta+End')
    const lines = ['kind cell is space:', 'var mark: player = none', '<board grid(square, 3 x 3 cell)', 'flow:',
      'repeat 9:', 'turn:', 'choose s in grid where s.mark == none "Mark a cell"', 's.mark = me',
      'if any(l in grid.lines(3): all(x in l: x.mark == me)): win(me)', '<me = next(me)']
    for (const line of lines) {
      if (line.startsWith('<')) await page.keyboard.press('Backspace') // out of a block
      await page.keyboard.type(line.replace('<', ''))
      await page.keyboard.press('Enter')
    }
    await expectText(page, 'my-game.game', /\n {4}me = next\(me\)\n/)
    await choosePane(page, 'table')
    await page.locator(ANSWER).first().waitFor({ timeout: PATIENCE })
    expect(complaints).toEqual([])
    await close()
  }, 90000)

  it('is printed as it is written', async () => {
    const { page, complaints, close } = await openStudio(here.browser, here.server.address, templateFiles('cards'))
    await page.locator('[data-face="Mill"]').first().waitFor({ timeout: PATIENCE })
    await changeText(page, 'house Mill(5', 'house Windmill(3')
    await page.locator('[data-face="Windmill"]').first().waitFor({ timeout: PATIENCE })
    await page.locator('[data-print-it]').click()
    await page.locator('.printed .sheet').first().waitFor()
    await page.locator('[data-part="rules"]').uncheck()
    const sheets = await page.locator('.printed .sheet').count()
    const folder = mkdtempSync(join(tmpdir(), 'terrane-studio-print-'))
    const path = join(folder, 'page.pdf')
    writeFileSync(path, await page.pdf({ preferCSSPageSize: true, printBackground: true }))
    expect(execFileSync('pdfinfo', [path], { encoding: 'utf8' })).toMatch(new RegExp(`Pages: +${sheets}\n`))
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
    expect(text).toContain('Windmill')
    expect(text).not.toMatch(/\bMill\b/)
    rmSync(folder, { recursive: true })
    await page.locator('[data-leave]').click()
    await page.locator('[data-editor]').waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
