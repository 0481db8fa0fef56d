// Tables on this device: begun with a server, gone on with when it is gone; what was acknowledged is there after the
// tab was killed; games come and go as links and journals.
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atServer, openPage, ROOT, TestServer } from './support/server'
import { makeTable, openTable } from './support/table'

const here = atServer()
const ANSWER = '.answer:not([disabled])'

/** Local tables in a browser that keeps the page. */
const openHere = (path: string) => openPage(here.browser, here.server.address, path, { serviceWorkers: 'allow' })

async function begin(page: Page, game: string) {
  await page.locator(`[data-play="${game}"]`).click()
  await page.waitForURL(/\/local\/[0-9A-Za-z]{22}$/)
  await page.locator(ANSWER).first().waitFor()
}

/** The questions as they are asked: what they say and offer. */
const asked = (page: Page) => page.locator('.answer').allInnerTexts()

/** What lies on the board, and what is asked. */
const seen = async (page: Page) =>
  JSON.stringify([await page.locator('[data-piece]').evaluateAll((all) => all.map((e) =>
    e.querySelector('[data-owner]')?.getAttribute('data-owner') ?? '.').join('')),
    await asked(page)])

/** Answers, and waits until the bot has, too. */
async function answerOnce(page: Page) {
  const lying = () => page.locator('[data-piece] [data-owner]').count()
  const before = await lying()
  await page.keyboard.press('1')
  await expect.poll(async () => (await page.locator(ANSWER).count()) > 0 && (await lying()) === before + 2,
    { timeout: 10000 }).toBe(true)
}

/** The service worker has this version of the page, the engine too. */
const isKept = (page: Page) => page.evaluate(async () => {
  await navigator.serviceWorker.ready
  const all = await (await caches.open('terrane.page')).keys()
  return all.some((r) => r.url.includes('/assets/terrane-')) && all.some((r) => r.url.includes('/index.html'))
})

describe('a table on this device', () => {
  it('goes on when the server is gone, with undo, and is listed', async () => {
    const { page, complaints, close } = await openHere('/')
    await page.locator('[data-device]').click()
    await begin(page, 'connect-four')
    await answerOnce(page)
    await answerOnce(page)
    await page.reload() // so that the service worker leads it
    await page.locator(ANSWER).first().waitFor()
    await expect.poll(() => isKept(page), { timeout: 15000 }).toBe(true)
    const before = await seen(page)
    expect(complaints).toEqual([])

    await here.server.kill()
    await page.reload()
    await page.locator(ANSWER).first().waitFor()
    expect(await seen(page)).toBe(before)
    await answerOnce(page)
    const later = await seen(page)
    expect(later).not.toBe(before)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => seen(page)).toBe(before)

    await page.goto(here.server.address)
    await page.locator('[data-kept] a').click()
    await page.locator(ANSWER).first().waitFor()
    expect(await seen(page)).toBe(before)
    expect(await page.locator('[data-on-device]').count()).toBe(1)
    here.server = await here.server.crash()
    await close()
  })

  it('keeps what was acknowledged when the tab is killed right then', async () => {
    const { page, close } = await openPage(here.browser, here.server.address, '/local')
    await begin(page, 'connect-four')
    await page.keyboard.press('1')
    await page.locator('[data-piece] [data-owner="0"]').waitFor()
    await page.goto('chrome://crash').catch(() => {}) // the renderer and its Worker are gone
    const again = await page.context().newPage()
    await again.goto(`${here.server.address}/local`)
    await again.locator('[data-kept] a').click()
    await again.locator(ANSWER).first().waitFor()
    expect(await again.locator('[data-piece] [data-owner="0"]').count()).toBe(1)
    await close()
  })

  it('is led by one tab at a time', async () => {
    const { page, close } = await openHere('/local')
    await begin(page, 'connect-four')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByText('This table is open in another tab').waitFor()
    await page.close()
    await other.locator(ANSWER).first().waitFor()
    await close()
  })
})

describe('two tabs without locks', () => {
  it('lose nothing: who is second begins anew from what is kept', async () => {
    const { page, close } = await openPage(here.browser, here.server.address, '/')
    await page.context().route(/\/assets\/worker-/, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: `delete WorkerNavigator.prototype.locks;${await answer.text()}` })
    })
    await page.goto(`${here.server.address}/local`)
    await begin(page, 'connect-four')
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.locator(ANSWER).first().waitFor()
    await answerOnce(page)
    const kept = await seen(page)
    expect(await seen(other)).not.toBe(kept)
    await other.keyboard.press('1') // to a question that was answered elsewhere
    await expect.poll(() => seen(other), { timeout: 10000 }).toBe(kept)
    await answerOnce(other)
    await close()
  })
})

describe('a game moves', () => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const open = (path: string) => openPage(here.browser, here.server.address, path, { permissions })
  const elsewhere = async (page: Page, what: string) => {
    await page.locator('[data-open="elsewhere"]').click()
    await page.locator(what).click()
  }
  const bring = async (page: Page, text: string) => {
    await page.locator('[data-bring]').fill(text)
    await page.locator('[data-bring-it]').click()
  }

  it('as a link, as a journal, and to a server, where its seed is known', async () => {
    const first = await open('/local')
    await begin(first.page, 'connect-four')
    await answerOnce(first.page)
    const before = await seen(first.page)
    await elsewhere(first.page, '[data-link]')
    await first.page.getByText('The link is copied').waitFor()
    const link = await first.page.evaluate(() => navigator.clipboard.readText())
    const saved = first.page.waitForEvent('download')
    await first.page.locator('[data-journal]').click()
    const journal = readFileSync(await (await saved).path(), 'utf8')
    expect(journal).toMatch(/^terrane journal 1\ngame connect-four\n/)

    for (const text of [link, journal]) {
      const second = await open('/local')
      await bring(second.page, 'nonsense')
      await second.page.getByRole('status').filter({ hasText: /link|Link/ }).first().waitFor()
      await bring(second.page, text)
      await second.page.waitForURL(/\/local\/[0-9A-Za-z]{22}$/)
      await second.page.locator(ANSWER).first().waitFor()
      expect(await seen(second.page)).toBe(before)
      await second.close()
    }
    await first.page.locator('[data-move]').click()
    await first.page.waitForURL(/\/table\/[0-9A-Za-z]{22}$/)
    await first.page.locator(ANSWER).first().waitFor()
    expect(await seen(first.page)).toBe(before)
    await first.page.locator('[data-seeded]').waitFor()
    await answerOnce(first.page)
    expect(first.complaints).toEqual([])
    await first.close()
  })

  it('from a server where one practises alone, and from there only', async () => {
    const seats = [{ bot: null }, { bot: 'random' }]
    for (const practice of [false, true]) {
      const table = await makeTable(here.server.address, { name: 'connect-four' }, seats, { practice, seed: null })
      const { page, complaints, close } = await openTable(here.browser, here.server.address, table)
      await page.locator(ANSWER).first().waitFor()
      await answerOnce(page)
      expect(await page.locator('[data-open="elsewhere"]').count()).toBe(practice ? 1 : 0)
      if (practice) {
        const before = await seen(page)
        await elsewhere(page, '[data-fetch]')
        await page.waitForURL(/\/local\/[0-9A-Za-z]{22}$/)
        await page.locator(ANSWER).first().waitFor()
        expect(await seen(page)).toBe(before)
        await page.goBack()
        await page.locator('[data-seeded]').waitFor()
      }
      expect(complaints).toEqual([])
      await close()
    }
  })
})

/** A newer version of the page in the folder that is served: a script of another name. */
function publish(folder: string) {
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
  const old = /\/assets\/page-[^"]+\.js/.exec(index)![0]
  const newer = old.replace('.js', '-newer.js')
  const content = { [newer]: readFileSync(join(folder, old), 'utf8'), '/index.html': index.replaceAll(old, newer) }
  const service = readFileSync(join(folder, 'service.js'), 'utf8')
  const [, list, rest] = /^self\.files=(.*?);\n([^]*)$/.exec(service)!
  const files = JSON.parse(list!) as Record<string, string>
  delete files[old]
  for (const [path, text] of Object.entries(content)) {
    files[path] = createHash('sha256').update(text).digest('hex').slice(0, 16)
    writeFileSync(join(folder, path), text)
    for (const ending of ['.gz', '.br']) rmSync(join(folder, path + ending), { force: true })
  }
  for (const ending of ['.gz', '.br']) rmSync(join(folder, `service.js${ending}`), { force: true })
  writeFileSync(join(folder, 'service.js'), `self.files=${JSON.stringify(files)};\n${rest}`)
  return newer
}

describe('the service worker', () => {
  it('tells of a newer version, keeps nothing but files, and can be installed', async () => {
    const web = mkdtempSync(join(tmpdir(), 'terrane-web-'))
    cpSync(join(ROOT, 'web/dist'), web, { recursive: true, preserveTimestamps: true })
    const server = await TestServer.start(undefined, '0', web)
    const { page, complaints, close } = await openPage(here.browser, server.address, '/',
      { serviceWorkers: 'allow' })
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await page.locator('[data-play]').first().waitFor()
    const kept = await page.evaluate(async () =>
      (await (await caches.open('terrane.page')).keys()).map((r) => new URL(r.url).pathname))
    expect(kept).toContain('/index.html')
    const files = /^\/(assets\/|begin\.js$|[\w-]+\.(html|svg|png|webmanifest)$)/
    expect(kept.filter((path) => !files.test(path))).toEqual([])
    expect(kept.some((path) => path.startsWith('/assets/terrane-'))).toBe(false) // nobody has asked for the engine
    const manifest = (await (await fetch(`${server.address}/manifest.webmanifest`)).json()) as
      { start_url: string; icons: { src: string }[] }
    for (const { src } of manifest.icons) expect((await fetch(server.address + src)).status).toBe(200)
    expect((await fetch(server.address + manifest.start_url)).status).toBe(200)

    const newer = publish(web)
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await page.locator('[data-newer] button').click()
    await page.waitForFunction((path) => document.querySelector(`script[src="${path}"]`), newer)
    await page.locator('[data-play]').first().waitFor()
    expect(await page.locator('[data-newer]').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
    await server.stop()
    rmSync(web, { recursive: true })
  })
})
