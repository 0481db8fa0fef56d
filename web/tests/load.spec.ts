// What is seen where a part of the page does not come: never an empty page.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atServer, openPage } from './support/server'

const here = atServer()
const PHONE = { viewport: { width: 390, height: 844 } }
const drawn = (page: Page) => page.locator('.games button').first().waitFor()
const line = (page: Page) => page.locator('#late')
const again = (page: Page) => page.getByRole('link', { name: 'Try again' })

/** A page that has not asked for anything yet. */
async function blank() {
  const { page, close } = await openPage(here.browser, 'about:blank', '', PHONE)
  return { page, close, open: () => page.goto(`${here.server.address}/#kept`, { waitUntil: 'commit' }) }
}

describe('where a part of the page does not come', () => {
  it('once, the page comes nevertheless', async () => {
    const { page, close, open } = await blank()
    let asked = 0
    await page.route('**/assets/Lobby-*.js', (route) => (asked++ === 0 ? route.abort() : route.continue()))
    await open()
    await drawn(page)
    expect(asked).toBeGreaterThan(1)
    expect(await line(page).isVisible()).toBe(false)
    await close()
  })

  it('at all, a line says so, with a way to try again', async () => {
    for (const part of ['page-*.js', 'page-*.css', 'game-*.js', 'Lobby-*.js', 'Lobby-*.css']) {
      const { page, close, open } = await blank()
      await page.route(`**/assets/${part}`, (route) => route.abort())
      await open()
      await page.locator('[data-load="failed"]').waitFor()
      await page.unroute(`**/assets/${part}`)
      await again(page).click()
      await drawn(page)
      expect(await line(page).isVisible(), part).toBe(false)
      expect(new URL(page.url()).hash).toBe('#kept')
      await close()
    }
  })

  it('for long, the line is there after a while, also without the script that tells of failures', async () => {
    for (const part of ['**/assets/page-*.js', '**/assets/Lobby-*.js', '**/begin.js']) {
      const { page, close, open } = await blank()
      await page.route(part, () => {}) // no answer
      const asked = page.waitForRequest(part)
      await open()
      await asked
      await line(page).waitFor({ state: 'attached' })
      const late = () => page.evaluate(() => {
        const [wait] = document.getElementById('late')!.getAnimations()
        const before = getComputedStyle(document.getElementById('late')!).visibility
        wait?.finish()
        return [before, wait?.effect?.getTiming().delay]
      })
      await page.waitForFunction(() => document.getElementById('late')!.getAnimations().length > 0)
      expect(await late(), part).toEqual(['hidden', 8000])
      expect(await line(page).isVisible(), part).toBe(true)
      await close()
    }
  })
})
