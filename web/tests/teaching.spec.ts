// A first game is taught: notes that point at the page, what a question is for, what a bot would choose; and nobody is
// taught twice.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atServer, type PageOptions } from './support/server'
import { makeTable, openTable } from './support/table'

const SEATS = [{ bot: null, name: 'Ann' }, { bot: 'random' }]
const WINDOWS = [
  [1440, 900],
  [1280, 720],
  [1024, 700],
  [844, 390],
  [390, 844],
] as const

const lesson = (page: Page) => page.locator('[data-lesson]')
const keyOf = (page: Page) => lesson(page).getAttribute('data-lesson')

describe('a first game', () => {
  const here = atServer()
  const open = async (game: string, options: PageOptions = {}, seats = SEATS) => {
    const table = await makeTable(here.server.address, { name: game }, seats)
    return openTable(here.browser, here.server.address, table, { taught: true, ...options }, { hints: true })
  }

  it('is taught in notes that lie in the window and point at something, whatever its size', async () => {
    for (const [width, height] of WINDOWS) {
      const { page, complaints, close } = await open('mars', { viewport: { width, height } })
      for (const key of ['wins', 'ends', 'turn', 'card', 'income']) {
        await page.locator(`[data-lesson="${key}"]:not(.waiting)`).waitFor()
        const box = (await lesson(page).boundingBox())!
        expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height,
          `${key} at ${width}`).toBe(true)
        const light = (await page.locator('.light').boundingBox())!
        expect(light.width > 8 && light.height > 8, `${key} at ${width} points at something`).toBe(true)
        expect((await lesson(page).innerText()).length).toBeGreaterThan(30)
        await page.click('[data-got-it]')
      }
      await lesson(page).waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
      await close()
    }
  })

  it('goes by keyboard alone, and where one was after a reload', async () => {
    const { page, close } = await open('mars')
    await page.locator('[data-got-it]:focus').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => keyOf(page)).toBe('ends')
    await page.reload()
    await expect.poll(() => keyOf(page)).toBe('ends')
    await page.locator('[data-got-it]:focus').waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => keyOf(page)).toBe('turn')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await lesson(page).waitFor({ state: 'detached' })
    await close()
  })

  it('ends by one click for good, and begins again from the menu', async () => {
    const { page, close } = await open('connect-four')
    await page.locator('[data-purpose]').waitFor()
    await page.click('[data-lessons-off]')
    await lesson(page).waitFor({ state: 'detached' })
    expect(await page.locator('[data-purpose], [data-hint], .answer.lit').count()).toBe(0)
    await page.reload()
    await page.locator('.answer').first().waitFor()
    expect(await lesson(page).count()).toBe(0)
    await page.click('[data-hints]')
    await expect.poll(() => keyOf(page)).toBe('wins')
    await page.locator('[data-hint]').waitFor()
    await close()
  })

  it('goes on where one was when hints are wanted again: what was read is not read twice', async () => {
    const { page, close } = await open('connect-four')
    await page.click('[data-got-it]')
    const next = await keyOf(page)
    expect(next).not.toBe('wins')
    await page.click('[data-hints]')
    await lesson(page).waitFor({ state: 'detached' })
    await page.click('[data-hints]')
    await expect.poll(() => keyOf(page)).toBe(next)
    while ((await lesson(page).count()) > 0) await page.click('[data-got-it]')
    await page.click('[data-hints]')
    await page.click('[data-hints]')
    await page.locator('[data-hint]').waitFor()
    expect(await lesson(page).count()).toBe(0)
    await close()
  })

  it('advises an undertaking to its end: to each of its questions what is left of it', async () => {
    const { page, close } = await open('pluto')
    const asked: string[] = []
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => String(payload).includes('"hint"') && asked.push(String(payload))),
    )
    await page.reload()
    await page.locator('[data-hint]').waitFor()
    const advice = await page.locator('[data-hint]').innerText()
    const before = asked.length
    await page.locator('.answer.lit').click()
    if (await page.locator('[data-confirm]').isVisible()) await page.locator('[data-confirm]').click()
    await page.locator('h2', { hasNotText: 'Which' }).first().waitFor()
    await page.locator('.answer.lit').waitFor()
    const rest = (await page.locator('[data-hint]').innerText()).replace(/^.*A bot would choose /, '')
    expect(advice).toContain(`: ${rest}`)
    expect(asked.length).toBe(before)
    await close()
  })

  it('is taught once: the second table of a game has no notes', async () => {
    const { page, close } = await open('connect-four')
    await lesson(page).waitFor()
    const second = await makeTable(here.server.address, { name: 'connect-four' }, SEATS)
    await page.evaluate(({ id, token }) => localStorage.setItem(`terrane.token.${id}`, token), second)
    await page.goto(`${here.server.address}/table/${second.id}`)
    await page.locator('.answer').first().waitFor()
    expect(await lesson(page).count()).toBe(0)
    expect(await page.locator('[data-purpose]').count()).toBe(0)
    await close()
  })

  it('says what a question is for, and lights one answer, that of the bot', async () => {
    const { page, close } = await open('pluto')
    await page.locator('[data-purpose]').waitFor()
    expect(await page.locator('[data-purpose]').innerText()).toMatch(/One of these, as you choose/)
    await page.locator('[data-hint]').waitFor()
    expect(await page.locator('.answer.lit').count()).toBe(1)
    const lit = (await page.locator('.answer.lit .title').innerText()).trim()
    expect(await page.locator('[data-hint]').innerText()).toContain(`A bot would choose ${lit}`)
    await close()
  })

  it('leaves the room to the answers: what is said before them is three lines, or nothing is scrolled', async () => {
    const { page, close } = await open('pluto')
    for (const [width, height] of [[1280, 720], [844, 390], [390, 844]] as const) {
      await page.setViewportSize({ width, height })
      const high = (selector: string) => page.locator(selector).evaluate((e) => e.getBoundingClientRect().height)
      await page.locator('[data-hint]').waitFor()
      const scrolled = await page.locator('.answers').evaluate((e) => e.scrollHeight > e.clientHeight + 1)
      if (width < 1000 || scrolled)
        expect((await high('[data-purpose]')) + (await high('[data-hint]')), `at ${width}`).toBeLessThan(66)
    }
    expect(await page.locator('[data-hint]').getAttribute('title')).toMatch(/^A bot would choose \S+/)
    await close()
  })

  it('is told whole where there is room, and names what it means where there is not', async () => {
    const { page, close } = await open('mars')
    for (const [width, height] of [[1280, 1000], [390, 844]] as const) {
      await page.setViewportSize({ width, height })
      await page.locator('[data-hint] b button').first().waitFor()
      const shown = () => page.locator('[data-hint]').evaluate((hint) => {
        const [box, named] = [hint, hint.querySelector('b button')!].map((e) => e.getBoundingClientRect())
        return { named: named!.width > 20 && named!.bottom <= box!.bottom + 1 && named!.right <= box!.right + 1,
          whole: hint.scrollHeight <= hint.clientHeight + 1 && !document.querySelector('[data-whole]') }
      })
      await expect.poll(shown, { timeout: 10000 }).toEqual(width > 1000 ? { named: true, whole: true } :
        expect.objectContaining({ named: true }))
      expect(await page.locator('[data-hint]').innerText()).not.toContain('…')
    }
    await close()
  })

  it('is nobody\'s business who looks on or does not want it', async () => {
    const table = await makeTable(here.server.address, { name: 'mars' }, SEATS)
    const off = await openTable(here.browser, here.server.address, table, { taught: true }, { hints: false })
    await off.page.locator('.answer').first().waitFor()
    expect(await lesson(off.page).count()).toBe(0)
    await off.close()
    const { id } = table
    const looks = await openTable(here.browser, here.server.address, { id }, { taught: true }, { hints: true })
    await looks.page.locator('.table').waitFor()
    expect(await lesson(looks.page).count()).toBe(0)
    expect(await looks.page.locator('[data-hints]').count()).toBe(0)
    await looks.close()
  })
})

describe('a sign under the pointer', () => {
  const here = atServer()
  /** In the middle of a sign of a card in the hand that is not covered. */
  const signIn = (page: Page) => page.evaluate(() => {
    for (const use of document.querySelectorAll('.hand .card [data-part] use')) {
      const r = use.getBoundingClientRect()
      const [x, y] = [r.x + r.width / 2, r.y + r.height / 2]
      const hit = y < innerHeight - 4 && document.elementsFromPoint(x, y).includes(use)
      if (use.querySelector('title') && hit) return { x, y, name: use.querySelector('title')!.textContent! }
    }
    return null
  })

  it('is named where a mouse rests on it, with what it says there', async () => {
    const table = await makeTable(here.server.address, { name: 'mars' }, SEATS)
    const { page, complaints, close } = await openTable(here.browser, here.server.address, table)
    await page.locator('.hand .card').first().hover()
    let name = ''
    await expect.poll(async () => { // the card rises: its signs are where they are a moment later
      const sign = await signIn(page)
      if (!sign) return false
      name = sign.name
      await page.mouse.move(sign.x, sign.y)
      await page.mouse.move(sign.x + 1, sign.y)
      return page.locator('[data-under]').isVisible()
    }, { timeout: 20000, interval: 500 }).toBe(true)
    const said = await page.locator('[data-under]').innerText()
    expect(said.toLowerCase()).toContain(name.toLowerCase())
    expect(said.split('\n').filter(Boolean).length).toBeGreaterThan(1)
    await page.mouse.move(2, 2)
    await page.locator('[data-under]').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await close()
  })

  it('on a track says what the mark gives, not only what it is called', async () => {
    const table = await makeTable(here.server.address, { name: 'mars' }, SEATS)
    const { page, close } = await openTable(here.browser, here.server.address, table)
    const gift = page.locator('.gauges .gift').first()
    await gift.waitFor()
    const said = (await gift.getAttribute('title'))!
    expect(said).toMatch(/^−?\d+: .+/)
    await gift.hover()
    await page.locator('[data-under]').waitFor()
    expect(await page.locator('[data-under]').innerText()).toContain(said)
    await close()
  })

  it('of a board is named, too, with the space it stands on', async () => {
    const table = await makeTable(here.server.address, { name: 'mars' }, SEATS)
    const { page, close } = await openTable(here.browser, here.server.address, table)
    await page.locator('.cell').first().waitFor()
    const { x, y, name } = await page.evaluate(() => {
      const use = document.querySelector('.map .gift use:has(title)')!
      const r = use.getBoundingClientRect()
      return { x: r.x + r.width / 2, y: r.y + r.height / 2, name: use.querySelector('title')!.textContent! }
    })
    await page.mouse.move(x, y)
    await page.locator('[data-under]').waitFor()
    expect((await page.locator('[data-under] b').innerText()).toLowerCase()).toBe(name.toLowerCase())
    expect(await page.locator('[data-under]').innerText()).toContain('row 1')
    const bare = page.locator('.map .cell').last()
    await bare.hover({ position: { x: 4, y: 20 } })
    const title = (await bare.locator('.spot').getAttribute('aria-label'))!.split(', ')[0]!
    await page.locator('[data-under] b', { hasText: new RegExp(title, 'i') }).waitFor()
    await page.locator('.gauges [data-track]').first().hover()
    await page.locator('[data-under] b', { hasText: /temperature/i }).waitFor()
    await page.mouse.move(2, 2)
    await page.locator('[data-under]').waitFor({ state: 'detached' })
    expect(await page.locator('.gauges [data-track]').first().getAttribute('title')).toMatch(/temperature/)
    await close()
  })

  it('is not named by a tap, and what a finger asked for goes with the question', async () => {
    const table = await makeTable(here.server.address, { name: 'mars' }, SEATS)
    const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const { page, close } = await openTable(here.browser, here.server.address, table, options)
    await page.locator('.hand .card').first().waitFor()
    await expect.poll(async () => (await signIn(page)) !== null).toBe(true)
    const at = (await signIn(page))!
    const press = (type: string) =>
      page.evaluate(({ type, x, y }) => {
        const init = { pointerType: 'touch', isPrimary: true, bubbles: true, clientX: x, clientY: y, pointerId: 5 }
        document.elementFromPoint(x, y)!.dispatchEvent(new PointerEvent(type, init))
      }, { type, ...at })
    await press('pointerdown')
    await press('pointerup')
    await page.evaluate(() => new Promise((done) => setTimeout(done, 600))) // longer than a finger must be held
    expect(await page.locator('[data-under]').count()).toBe(0)
    await press('pointerdown')
    await page.locator('[data-under]').waitFor()
    await press('pointerup')
    await page.locator('.answer').first().evaluate((e) => (e as HTMLElement).click())
    await page.locator('[data-under]').waitFor({ state: 'detached' })
    await close()
  })

  it('is named where a finger is held', async () => {
    const table = await makeTable(here.server.address, { name: 'mars' }, SEATS)
    const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const { page, close } = await openTable(here.browser, here.server.address, table, options)
    await page.locator('.hand .card').first().waitFor()
    await expect.poll(async () => (await signIn(page)) !== null).toBe(true)
    const { x, y, name } = (await signIn(page))!
    const at = { pointerType: 'touch', isPrimary: true, bubbles: true, clientX: x, clientY: y, pointerId: 5 }
    await page.evaluate((init) => document.elementFromPoint(init.clientX, init.clientY)!.dispatchEvent(
      new PointerEvent('pointerdown', init)), at)
    await page.locator('[data-under]').waitFor()
    expect((await page.locator('[data-under]').innerText()).toLowerCase()).toContain(name.toLowerCase())
    await close()
  })
})
