// Choosing a card where it lies: what is clicked is shown first, with what it costs and does, and nothing is sent
// before it is wanted; quick by a second click, a double click or the keyboard alone. Cards a phone asks about.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atServer, type PageOptions } from './support/server'
import { makeTable, openTable } from './support/table'

const here = atServer()

/** Mars where somebody has cards to play, and the answers the page sends. */
async function atCards(options: PageOptions = {}, settings: object = {}) {
  const seats = [{ bot: null, name: 'Ann' }, { bot: 'greedy' }]
  const table = await makeTable(here.server.address, { name: 'mars' }, seats)
  const opened = await openTable(here.browser, here.server.address, table, options, settings)
  const { page } = opened
  const sent: { path: number[] }[] = []
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => {
    const said = JSON.parse(String(payload)) as { t: string; path: number[] }
    if (said.t === 'answer') sent.push(said)
  }))
  await page.reload()
  await page.waitForSelector('.answer')
  await page.keyboard.press('1')
  await page.waitForSelector('[data-take]')
  for (const key of ['1', '2', '3', '4', '6']) await page.keyboard.press(key)
  await page.locator('[data-take]').click()
  await page.locator('.answer', { hasText: 'Play a card' }).waitFor()
  sent.length = 0
  return { ...opened, sent }
}

const playable = (page: Page) => page.locator('.hand .card.playable .cover')
const inHand = (page: Page) => page.locator('.hand [role=tab]').first().textContent()

describe('a card that is clicked', () => {
  it('is shown first, with its price and what one will have, and is not sent before it is confirmed', async () => {
    const { page, sent, complaints, close } = await atCards()
    const before = await inHand(page)
    const name = (await playable(page).first().getAttribute('aria-label'))!.split(',')[0]!
    await playable(page).first().click()
    const chosen = page.getByRole('dialog', { name })
    await chosen.locator('[data-prospects]').waitFor()
    expect(await chosen.locator('[data-confirm]').innerText()).toMatch(/^Play a card · \d+/)
    expect(sent).toEqual([])
    await chosen.getByRole('button', { name: 'Cancel' }).click()
    await chosen.waitFor({ state: 'detached' })
    await playable(page).first().click()
    await page.locator('header .when').click() // elsewhere
    await chosen.waitFor({ state: 'detached' })
    expect(sent).toEqual([])
    expect(await inHand(page)).toBe(before)
    await playable(page).first().click()
    await chosen.locator('[data-confirm]').click()
    await expect.poll(() => inHand(page)).not.toBe(before)
    expect(sent.map(({ path }) => path.length)).toEqual([2]) // one undertaking, one message
    expect(complaints).toEqual([])
    await close()
  })

  it.each([
    ['a second click', async (page: Page) => (await playable(page).first().click(), playable(page).first().click())],
    ['a double click', (page: Page) => playable(page).first().dblclick()],
    ['Enter twice', async (page: Page) => {
      await page.keyboard.press('h')
      await page.keyboard.press('Enter')
      await page.waitForSelector('[data-chosen] [data-confirm]:focus')
      await page.keyboard.press('Enter')
    }],
  ])('is chosen by %s', async (_, choose) => {
    const { page, sent, complaints, close } = await atCards()
    const before = await inHand(page)
    await choose(page)
    await expect.poll(() => inHand(page)).not.toBe(before)
    expect(sent.map(({ path }) => path.length)).toEqual([2])
    expect(complaints).toEqual([])
    await close()
  })

  it('goes back to its place by Escape, and the focus with it', async () => {
    const { page, sent, close } = await atCards()
    await page.keyboard.press('h')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[data-chosen] [data-confirm]:focus')
    await page.keyboard.press('Escape')
    await page.waitForSelector('[data-chosen]', { state: 'detached' })
    await page.waitForSelector('.hand .card.playable .cover:focus')
    expect(sent).toEqual([])
    await close()
  })

  it('is chosen at once by who does not want to be asked', async () => {
    const { page, sent, close } = await atCards({}, { confirm: 'never' })
    await playable(page).first().click()
    await expect.poll(() => sent.length).toBe(1)
    expect(await page.locator('[data-chosen]').count()).toBe(0)
    await close()
  })

  it('is shown first wherever it lies: a goal, too', async () => {
    const { page, sent, close } = await atCards()
    const goal = page.locator('.goal.legal').first()
    await goal.click()
    await page.locator('[data-chosen] [data-confirm]').waitFor()
    expect(sent).toEqual([])
    await goal.click()
    await expect.poll(() => sent.length).toBe(1)
    await close()
  })

  it.each([
    [390, 844],
    [844, 390],
    [1024, 700],
    [1280, 720],
  ])('is wholly seen, buttons and all, in a window of %i × %i', async (width, height) => {
    const { page, close } = await atCards({ viewport: { width, height } })
    await page.keyboard.press('h')
    await page.keyboard.press('Enter')
    await page.locator('[data-chosen] [data-prospects]').waitFor()
    const box = (await page.locator('[data-chosen]').boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.y).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(width)
    expect(box.y + box.height).toBeLessThanOrEqual(height)
    expect(box.height).toBeGreaterThan(Math.min(300, height * 0.8))
    await close()
  })
})

describe('a hand', () => {
  it('says of a card that cannot be chosen the first reason where a mouse rests on it', async () => {
    const { page, close } = await atCards({ viewport: { width: 1280, height: 720 } })
    const grey = page.locator('.hand .card:not(.playable)').first()
    const chosen = playable(page).first()
    await chosen.hover()
    await page.locator('.large').waitFor()
    expect(await page.locator('[data-zoom-why]').count()).toBe(0)
    await grey.hover()
    await page.locator('[data-zoom-why]').waitFor()
    const said = await page.locator('[data-zoom-why]').innerText()
    const box = (await page.locator('.large').boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(720)
    await page.mouse.move(2, 2)
    await grey.click()
    await page.locator('dialog [data-why]').waitFor()
    expect(await page.locator('dialog [data-why]').innerText()).toContain(said)
    await close()
  })

  it('is seen whole in a window of 1280 × 720, and a card stays under the pointer it rises for', async () => {
    const { page, sent, close } = await atCards({ viewport: { width: 1280, height: 720 } })
    const bottoms = await page.locator('.hand .card').evaluateAll((all) => all.map((e) =>
      e.getBoundingClientRect().bottom))
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(720)
    const box = (await playable(page).first().boundingBox())!
    await page.mouse.move(box.x + 20, box.y + box.height - 3)
    await page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== 'running')) // it has risen
    await page.mouse.click(box.x + 20, box.y + box.height - 3)
    await page.waitForSelector('[data-chosen]')
    expect(sent).toEqual([])
    await close()
  })

  it('of which only the upper part is seen is pulled up by the wheel, no tab nor way back is cut', async () => {
    const { page, close } = await atCards({ viewport: { width: 1024, height: 768 } })
    const inside = (selector: string) => page.locator(selector).evaluateAll((all) => all.every((e) => {
      const r = e.getBoundingClientRect()
      const on = document.elementFromPoint(r.x + r.width - 4, r.y + r.height / 2)
      return r.right <= innerWidth && r.bottom <= innerHeight && on !== null && e.contains(on)
    }))
    const lowest = () => page.locator('.hand .lies').evaluateAll((all) => Math.max(...all.map((e) =>
      e.getBoundingClientRect().bottom)))
    expect(await lowest()).toBeGreaterThan(768)
    expect(await inside('.hand [role=tab]')).toBe(true)
    const box = (await page.locator('.hand .card').first().boundingBox())!
    await page.mouse.move(box.x + 30, box.y + 30)
    await page.mouse.wheel(0, 100)
    await page.waitForSelector('.cards.open')
    await expect.poll(lowest).toBeLessThanOrEqual(768)
    await page.mouse.move(900, 20) // nothing large stands over them
    await page.waitForSelector('.large', { state: 'detached' })
    expect(await inside('.hand [role=tab], [data-pull]')).toBe(true)
    await page.locator('.hand .card').first().hover()
    await page.mouse.wheel(0, -100)
    await page.waitForSelector('.cards.open', { state: 'detached' })
    await close()
  })

  it('stands back when one is asked what to do, as far as it cannot be played', async () => {
    const { page, close } = await atCards()
    const stands = () => page.locator('.hand .lies[data-held]').evaluateAll((all) => all.map((e) =>
      [e.classList.contains('quiet'), e.querySelector('.card.playable') !== null]))
    const held = await stands()
    expect(held.length).toBeGreaterThan(1)
    for (const [quiet, playable] of held) expect(quiet).toBe(!playable)
    await close()
  })

  it('is followed by one list of what can be done next, and no question whether', async () => {
    const { page, sent, close } = await atCards()
    await playable(page).first().dblclick()
    await page.getByRole('heading', { name: 'Another action?' }).waitFor()
    expect(await page.locator('.answer .title').allTextContents()).toEqual(
      ['Play a card', 'Standard project', 'Sell patents', 'Fund an award', 'No, that is all'])
    await page.locator('.answer', { hasText: 'Standard project' }).click()
    await page.getByRole('heading', { name: 'Which standard project?' }).waitFor()
    expect(await page.locator('.answer .cost').first().innerText()).toBe('11') // what it costs now, once
    expect(sent.at(-1)!.path.length).toBe(2)
    await page.keyboard.press('Escape') // nothing was done yet
    await page.getByRole('heading', { name: 'Another action?' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).waitFor() // a card was played
    await close()
  })
})

describe('a dialog', () => {
  it('stays as high as it is while one searches in it', async () => {
    const { page, close } = await atCards()
    await page.keyboard.press('c')
    await page.waitForSelector('dialog .card')
    const high = async () => (await page.locator('dialog').boundingBox())!.height
    const before = await high()
    await page.locator('dialog input[type=search]').fill('no card says so')
    await page.waitForFunction(() => document.querySelectorAll('dialog .card').length === 0)
    expect(await high()).toBe(before)
    await close()
  })
})

describe('on a phone held sideways', () => {
  it('what others did is said in a line below the board', async () => {
    const seats = [{ bot: null, name: 'Ann' }, { bot: 'greedy' }]
    const table = await makeTable(here.server.address, { name: 'mars' }, seats)
    const { page, complaints, close } = await openTable(here.browser, here.server.address, table,
      { viewport: { width: 844, height: 390 }, hasTouch: true, taught: true }, { hints: true })
    for (let note = 0; note < 9 && await page.locator('.light').count() > 0; note++)
      await page.getByRole('button', { name: 'Got it' }).click()
    await page.locator('.answer').first().waitFor()
    await page.keyboard.press('1')
    await page.locator('[data-take]').tap()
    await page.locator('.answer', { hasText: 'Pass' }).waitFor()
    await page.locator('.answer', { hasText: 'Pass' }).click()
    await page.getByRole('button', { name: 'Confirm' }).tap().catch(() => {})
    await page.locator('[data-lately] .line').first().waitFor()
    const strip = (await page.locator('[data-lately]').boundingBox())!
    expect(strip.y + strip.height).toBeLessThanOrEqual(390)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('on a phone held upright', () => {
  const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

  async function buying() {
    const seats = [{ bot: null, name: 'Ann' }, { bot: 'greedy' }]
    const table = await makeTable(here.server.address, { name: 'mars' }, seats)
    const opened = await openTable(here.browser, here.server.address, table, PHONE)
    await opened.page.waitForSelector('.answer')
    await opened.page.keyboard.press('1')
    await opened.page.waitForSelector('[data-take]')
    return opened
  }

  it('cards that are asked about are seen whole above the question, and picked there', async () => {
    const { page, complaints, close } = await buying()
    const panel = (await page.locator('.ask').boundingBox())!
    const covers = await page.locator('.hand .card.playable').evaluateAll((all) => all.map((e) =>
      e.getBoundingClientRect().bottom))
    expect(covers.filter((bottom) => bottom <= panel.y).length).toBeGreaterThanOrEqual(3)
    await page.locator('.hand .card.playable .cover').first().tap()
    await page.getByRole('button', { name: 'Done: 1 selected' }).waitFor()
    await page.keyboard.press('2') // keys know the list that is not shown
    await page.getByRole('button', { name: 'Done: 2 selected' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('the list of them has their prices and icons', async () => {
    const { page, close } = await buying()
    expect(await page.locator('.answer').first().isVisible()).toBe(false)
    await page.locator('[data-list]').tap()
    const rows = page.locator('.answer')
    await rows.first().waitFor()
    expect(await rows.locator('.cost').count()).toBe(await rows.count())
    expect(await rows.locator('svg').count()).toBeGreaterThan(3)
    await close()
  })

  it('what is asked can be folded away, and is there again with the next question', async () => {
    const { page, close } = await buying()
    const high = async () => (await page.locator('.ask').boundingBox())!.height
    const before = await high()
    await page.locator('[data-fold]').tap()
    await expect.poll(high).toBeLessThan(before / 1.8)
    expect(await page.locator('[data-take]').isVisible()).toBe(false)
    await page.locator('[data-fold]').tap()
    await page.locator('[data-take]').tap()
    await page.locator('.answer', { hasText: 'Pass' }).waitFor()
    await close()
  })

  it('a finger that was held to read a sign presses nothing when it lets go', async () => {
    const { page, close } = await buying()
    const cover = page.locator('.hand .card.playable .cover').first()
    const at = (await cover.boundingBox())!
    const pointer = { pointerType: 'touch', isPrimary: true, bubbles: true, clientX: at.x + 14, clientY: at.y + 14 }
    await cover.dispatchEvent('pointerdown', pointer)
    await page.locator('[data-under]').waitFor()
    await cover.dispatchEvent('pointerup', pointer)
    await cover.dispatchEvent('click', { bubbles: true, detail: 1 })
    expect(await page.locator('.hand .card.playable [aria-pressed="true"]').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Done: 1 selected' }).count()).toBe(0)
    await cover.tap() // a tap does as ever
    await page.getByRole('button', { name: 'Done: 1 selected' }).waitFor()
    await close()
  })

  it('own points, what belongs to nobody and what others did last are seen', async () => {
    const { page, complaints, close } = await buying()
    await page.locator('[data-take]').tap()
    await page.locator('.answer', { hasText: 'Pass' }).waitFor()
    const own = page.locator('.others [data-seat-at="0"]')
    expect(await own.innerText()).toMatch(/^\s*(Ann\s*)?\d+/)
    await page.locator('[data-pools]').tap()
    await page.getByRole('dialog', { name: 'Table' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.answer', { hasText: 'Pass' }).tap()
    await page.getByRole('button', { name: 'Confirm' }).tap().catch(() => {})
    await page.locator('[data-lately] .line').first().waitFor()
    await page.locator('[data-take]').waitFor() // all that others do is done: nothing new ends what is shown again
    await page.locator('[data-lately] [data-again]').tap()
    await page.locator('[data-banner]').waitFor()
    await page.locator('[data-lately] .lines').tap()
    await page.getByRole('dialog', { name: 'Log' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('numbers at the edge say where a row is that a space is called by', async () => {
    const { page, close } = await buying()
    expect(await page.locator('.map .edge').allTextContents()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
    const [mark, space] = await Promise.all([page.locator('.map .edge', { hasText: '7' }).boundingBox(),
      page.locator('.map .spot[aria-label^="row 7 space 1"]').boundingBox()])
    expect(Math.abs(mark!.y + mark!.height / 2 - (space!.y + space!.height / 2))).toBeLessThan(space!.height / 4)
    expect(mark!.x).toBeLessThan(space!.x + 4)
    await close()
  })

  it('what a note points at is not ringed where something else lies over it', async () => {
    const seats = [{ bot: null, name: 'Ann' }, { bot: 'greedy' }]
    const table = await makeTable(here.server.address, { name: 'mars' }, seats)
    const { page, close } = await openTable(here.browser, here.server.address, table, { ...PHONE, taught: true },
      { hints: true })
    for (let note = 1; note <= 3; note++) await page.getByRole('button', { name: 'Got it' }).click()
    await page.getByText('A card of yours').waitFor()
    const bottom = async () => {
      const ring = (await page.locator('.light').boundingBox())!
      return ring.y + ring.height - (await page.locator('.ask').boundingBox())!.y
    }
    await expect.poll(bottom).toBeLessThanOrEqual(8)
    await close()
  })
})

describe('who has resigned', () => {
  it('is not offered to plan or to answer in advance', async () => {
    const { page, close } = await atCards()
    await page.locator('.answer', { hasText: 'Pass' }).click()
    await page.locator('[data-open=people]').click()
    await page.locator('[data-resign]').click()
    await page.locator('[data-sure]').click()
    await page.keyboard.press('Escape')
    await page.locator('.own .badge', { hasText: 'resigned' }).waitFor()
    expect(await page.getByText('Answer in advance').count()).toBe(0)
    expect(await page.getByText('You can plan').count()).toBe(0)
    await close()
  })
})
