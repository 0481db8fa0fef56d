// The studio for the tests of the browser: a project that is opened, its text as it is kept, and changes of it
// as a person makes them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Files } from '../../src/studio/files'
import { toLink } from '../../src/studio/link'
import { openPage, ROOT, type PageOptions } from './server'

export const PATIENCE = 20000 // for an engine that starts on a busy machine, in milliseconds

/** The files of a template of the studio, by their names: a board (stones.game), cards (harvest.game), a race
 *  (rally.game). */
export function templateFiles(name: 'board' | 'cards' | 'race'): Files {
  const folder = join(ROOT, 'examples/templates', name)
  return Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}

/** A page with a project of these files, as a link brings it, or of a shipped game; the text has been checked. */
export async function openStudio(browser: Browser, address: string, what: Files | string, options: PageOptions = {}) {
  const path = typeof what === 'string' ? `/studio?game=${what}` : `/studio#${await toLink(what)}`
  const opened = await openPage(browser, address, path, options)
  await opened.page.waitForURL(/\/studio\/[0-9a-f]+$/, { timeout: PATIENCE })
  await opened.page.locator('[data-editor]').waitFor()
  return opened
}

/** Another pane, or in a small window the text. */
export async function choosePane(page: Page, id: string) {
  await page.locator(`[data-tab="${id}"]`).click()
  await expect.poll(() => page.locator(`[data-tab="${id}"]`).getAttribute('aria-selected')).toBe('true')
}

/** The files of the project that is open, as this browser keeps them: now, or when they were saved. */
export const keptFiles = (page: Page, which: 'files' | 'saved' = 'files'): Promise<Files> =>
  page.evaluate((kept) => new Promise<Files>((done, fail) => {
    const request = indexedDB.open('terrane.studio')
    request.onerror = () => fail(request.error ?? new Error('nothing is kept'))
    request.onsuccess = () => {
      const found = request.result.transaction('projects').objectStore('projects').get(location.pathname.split('/')[2]!)
      found.onerror = () => fail(found.error ?? new Error('nothing is kept'))
      found.onsuccess = () => {
        request.result.close()
        done((found.result as Record<'files' | 'saved', Files>)[kept])
      }
    }
  }), which)

/** Waits until the text of a file is so. */
export async function expectText(page: Page, path: string, wanted: string | RegExp) {
  const read = async () => (await keptFiles(page))[path]
  await expect.poll(read, { timeout: PATIENCE })
    .toEqual(typeof wanted === 'string' ? wanted : expect.stringMatching(wanted))
}

const editor = (page: Page): Locator => page.locator('[data-editor] .cm-content')

/** The whole text of the file that is shown becomes another: all is chosen, and the text is pasted over it. */
export async function writeText(page: Page, text: string) {
  await editor(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await editor(page).evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

/** In the file that is shown one stretch of the text becomes another. */
export async function changeText(page: Page, from: string, to: string) {
  const path = (await page.locator('[data-editor]').getAttribute('data-editor'))!
  const text = (await keptFiles(page))[path]!
  expect(text).toContain(from)
  await writeText(page, text.replace(from, () => to))
}
