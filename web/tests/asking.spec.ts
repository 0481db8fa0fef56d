// What a person sees of a question: whose rule asks, what was done meanwhile, what lies in another tab, what was picked
// and what that comes to; and what one looks at while it is open.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { sentence } from '../src/model/log'
import type { Description, Message, View } from '../src/protocol'
import { atServer } from './support/server'
import { hurry, makeTable, openTable, sitDown } from './support/table'

const here = atServer()

const ANN = { bot: null, name: 'Ann' }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

async function alone(game: string, options = {}) {
  const table = await makeTable(here.server.address, { name: game }, [ANN, { bot: 'random' }])
  const opened = await openTable(here.browser, here.server.address, table, options)
  await opened.page.waitForSelector('.answer')
  return { ...opened, table }
}

/** Everything the server says from now on; a new connection is heard, too. */
function hear(page: Page): Message[] {
  const heard: Message[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => heard.push(JSON.parse(String(payload)) as Message)),
  )
  return heard
}

const isView = (m: Message): m is Message & { t: 'view' } => m.t === 'view'
const lastView = (heard: Message[]): View | undefined => heard.filter(isView).at(-1)

const aboutTable = async (id: string): Promise<Description> => {
  const { hash } = (await (await fetch(`${here.server.address}/api/tables/${id}`)).json()) as { hash: string }
  return (await (await fetch(`${here.server.address}/api/game/${hash}`)).json()) as Description
}

const enabled = '.answer:not([disabled])'

/** Answers with the first of the list, and picks nothing, until something is so. */
async function answerUntil(page: Page, so: () => Promise<boolean>, most = 200) {
  let answers = 0
  for (; answers < most; answers++) {
    // What was answered has come about
    await page.waitForSelector(`${enabled}, [data-confirm], [data-take]:not([disabled])`)
    if (await so()) break
    const ending = page.locator('[data-confirm], [data-take]:not([disabled])')
    await ((await ending.count()) > 0 ? ending : page.locator(enabled)).first().click()
  }
  expect(answers).toBeLessThan(most)
}

describe('a question', () => {
  it('tells what was done in one\'s name because nothing else was possible, until one decides again', async () => {
    const { page, complaints, close } = await alone('tinyforming')
    const heard = hear(page)
    await page.reload()
    await page.waitForSelector('.answer')
    const forced = page.locator('[data-forced]')
    await answerUntil(page, () => forced.isVisible())
    const told = lastView(heard)!.forced
    expect(told.length).toBeGreaterThan(0)
    const lines = await forced.locator('li').allTextContents()
    const plain = (text: string) => text.replace(/\s+/g, ' ')
    for (const [i, line] of told.slice(-3).entries())
      expect(plain(lines[i]!)).toContain(plain(sentence(line, ['Ann', 'Random'])))
    expect(await forced.evaluate((e) => e.closest('[aria-live=polite]') !== null)).toBe(true)
    await page.reload()
    const was = await forced.textContent()
    await page.locator(enabled).last().click()
    if (await page.locator('[data-confirm]').isVisible()) await page.locator('[data-confirm]').click()
    await page.waitForFunction((was) => document.querySelector('[data-forced]')?.textContent !== was, was)
    expect(complaints).toEqual([])
    await close()
  })

  it('names the card whose rule asks, and shows it', async () => {
    const { page, close } = await alone('mars')
    const about = page.locator('[data-about]')
    expect(await about.count()).toBe(0)
    const project = page.locator('.answer', { hasText: /Standard project/ })
    await answerUntil(page, () => project.isVisible())
    await project.click()
    await about.waitFor()
    expect(await about.textContent()).toBe('Standard project')
    await about.click()
    await page.getByRole('dialog', { name: 'Standard project' }).waitFor()
    await close()
  })

  it('comes back when a clicked card is taken back: one is where one was before the click', async () => {
    const { page, complaints, close } = await alone('mars')
    const playable = page.locator('.hand .card.playable .cover')
    const action = page.locator('.answer', { hasText: /Play a card/ })
    await answerUntil(page, () => page.locator('[data-take]').isVisible())
    for (let i = 0; i < 6; i++) await page.locator('.answer').nth(i).click()
    await page.locator('[data-take]').click()
    await answerUntil(page, () => action.isVisible())
    const asked = await page.locator('.ask h2').innerText()
    const lines = await page.locator('.answer .title').allTextContents()
    await playable.first().click()
    const before = await page.locator('.ask').textContent()
    await page.locator('[data-confirm]').first().click()
    await page.waitForFunction((was) => document.querySelector('.ask')?.textContent !== was, before)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.locator('.ask h2').innerText()).toBe(asked)
    expect(await page.locator('.answer .title').allTextContents()).toEqual(lines)
    expect(complaints).toEqual([])
    await close()
  })

  it('says of each award and milestone what it asks for, in signs and in words', async () => {
    const { page, table, close } = await alone('mars')
    const award = page.locator('.answer', { hasText: /Fund an award/ })
    await answerUntil(page, () => award.isVisible())
    await award.click()
    await page.locator('.ask h2', { hasText: 'Which award, for' }).waitFor()
    const { cards } = await aboutTable(table.id)
    const names = await page.locator('.answer .title').allTextContents()
    expect(names.length).toBeGreaterThan(4)
    for (const [i, name] of names.entries()) {
      const { text } = cards.find((c) => c.name === name)!
      expect(await page.locator('.answer').nth(i).locator('small').innerText()).toBe(text)
      expect(await page.locator('.answer').nth(i).locator('.goal-sign use').count()).toBeGreaterThan(0)
    }
    await close()
  })

  it('says how many answers lie farther down, and shows them', async () => {
    const { page, close } = await alone('mars')
    const project = page.locator('.answer', { hasText: /Standard project/ })
    await answerUntil(page, () => project.isVisible())
    await page.setViewportSize({ width: 700, height: 320 })
    const hidden = () => page.evaluate(() => {
      const foot = Math.min(...['.ask', '.question', '.answers'].map((s) =>
        document.querySelector(s)!.getBoundingClientRect().bottom))
      return [...document.querySelectorAll('.answer')].filter((e) => {
        const r = e.getBoundingClientRect()
        return r.top + r.height / 2 > foot
      }).length
    })
    const n = await hidden()
    expect(n).toBeGreaterThan(0)
    await page.locator('[data-further]', { hasText: `${n} more` }).click()
    await expect.poll(hidden).toBe(0)
    await page.locator('[data-further]').waitFor({ state: 'detached' })
    await close()
  })

  it('brings the cards it is about to the front once, and leaves what one looks at afterwards', async () => {
    const { page, complaints, close } = await alone('tinyforming')
    const tab = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
    await page.locator(enabled).first().click()
    await tab('Project').waitFor()
    await page.waitForSelector(enabled)
    expect(await tab('In question').getAttribute('aria-selected')).toBe('true')
    expect(await page.locator('.hand .card.playable').count()).toBe(2)
    await tab('Project').click()
    expect(await tab('In question').locator('.hot').textContent()).toBe('2')
    expect(await page.locator('.hand .card.playable').count()).toBe(0)
    await tab('In question').click()
    const name = (await page.locator('.hand .card .cover').first().getAttribute('aria-label'))!.split(',')[0]
    await page.locator('.hand .card.playable .cover').first().click()
    await page.locator('[data-confirm]').first().click()
    await page.locator('.log li', { hasText: name! }).first().waitFor()
    await tab('In question').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await close()
  })

  it('on a phone is one page: map, question and cards are all there, and the seam between them moves', async () => {
    const { page, close } = await alone('tinyforming', PHONE)
    for (const part of ['.map', '.own', '.hand .card', '.ask'])
      expect(await page.locator(part).first().isVisible()).toBe(true)
    const height = async () => (await page.locator('.map').boundingBox())!.height
    const before = await height()
    await page.getByRole('separator').focus()
    await page.keyboard.press('ArrowUp')
    expect(await height()).toBeLessThan(before - 20)
    const seam = (await page.getByRole('separator').boundingBox())!
    await page.mouse.move(seam.x + 100, seam.y + 6)
    await page.mouse.down()
    await page.mouse.move(seam.x + 100, seam.y + 106, { steps: 4 })
    await page.mouse.up()
    expect(await height()).toBeGreaterThan(before)
    await close()
  })

  it('says whose each card is, one\'s own first', async () => {
    const { page, close } = await alone('tinyforming')
    const heads = page.locator('.hand [data-whose]')
    await answerUntil(page, async () => (await heads.count()) === 2)
    expect(await heads.allTextContents()).toEqual(['Ann', 'Random'].map((t) => expect.stringContaining(t.trim())))
    const owners = await page.locator('.hand .card .owner').allTextContents()
    expect(owners.map((t) => t.trim())).toEqual(
      [...owners.map((t) => t.trim())].sort((a, b) => Number(b === 'Ann') - Number(a === 'Ann')),
    )
    await close()
  })
})

describe('picking several', () => {
  it('keeps picks while others answer, says what they come to, and what ends it', async () => {
    const table = await makeTable(here.server.address, { name: 'mars' }, [ANN, { bot: null }])
    const ann = await openTable(here.browser, here.server.address, table)
    const ben = await openTable(here.browser, here.server.address, { id: table.id })
    await sitDown(ben.page, 1)
    const { page } = ann
    const heard = hear(page)
    await page.reload()
    await page.waitForSelector('.answer')
    await page.locator(enabled).first().click()
    const take = page.locator('[data-take]')
    const prospects = page.locator('[data-prospects]')
    await prospects.waitFor()
    const money = Number(/\d+/.exec((await prospects.textContent())!)![0])
    expect(money).toBeGreaterThan(20)
    expect(await take.textContent()).toBe('None of them')
    for (const i of [0, 2]) await page.locator('.hand .card .cover').nth(i).click()
    await page.locator('[data-prospects]', { hasText: new RegExp(`${money - 6}.*\\(−6\\)`) }).waitFor()
    expect(await take.textContent()).toBe('Done: 2 selected')
    const views = heard.filter(isView).length
    await ben.page.waitForSelector('.answer')
    await ben.page.locator(enabled).first().click()
    await ben.page.waitForSelector('[data-take]')
    await expect.poll(() => heard.filter(isView).length).toBeGreaterThan(views)
    expect(await page.locator('.hand .card.picked .tick').count()).toBe(2)
    expect(await page.locator('.answer.picked').count()).toBe(2)
    await page.locator('.hand .card .cover').nth(2).click()
    await page.locator('[data-prospects]', { hasText: `${money - 3}` }).waitFor()
    await page.keyboard.press('Escape')
    expect(await take.textContent()).toBe('None of them')
    await page.locator('.answer').nth(1).click()
    await take.click()
    await page.getByText('Waiting for').waitFor()
    expect([...ann.complaints, ...ben.complaints]).toEqual([])
    await ann.close()
    await ben.close()
  })

  it('says that picks are not possible together, and asks back', async () => {
    const rewrite = (m: Record<string, unknown>) =>
      m.t === 'ahead' && (m.path as number[]).length > 1 ? { ...m, possible: false } : m
    const { page, close } = await alone('mars', { rewrite })
    await page.locator(enabled).first().click()
    await page.waitForSelector('[data-take]')
    await page.locator('.answer').nth(0).click()
    await page.locator('[data-apart]').waitFor()
    await page.locator('[data-take]').click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.locator('.answer.picked').count()).toBe(1)
    await close()
  })
})

describe('behind a yes', () => {
  it('marks cards that can be played, and none that could only be sold', async () => {
    const { page, table, complaints, close } = await alone('mars')
    const { cards } = await aboutTable(table.id)
    const heard = hear(page)
    await page.reload()
    await page.waitForSelector('.answer')
    await page.locator(enabled).first().click()
    await page.waitForSelector('[data-take]')
    for (let i = 0; i < 8; i++) await page.locator('.answer').nth(i).click()
    await page.locator('[data-take]').click()
    const yes = page.getByRole('heading', { name: 'Another action?' })
    await answerUntil(page, () => yes.isVisible())
    const { question } = lastView(heard)!
    const behind = question!.answers.find((a) => a.id === 1)!.then!
    const found = () =>
      heard.filter((m) => m.t === 'ahead').filter((m) => m.path[0] === 1 && behind.includes(m.path[1]!))
    await expect.poll(() => found().length).toBe(behind.length)
    const cardsIn = (several: boolean) => {
      const ids = new Set(found().filter((m) => m.flags.includes('subset') === several).flatMap((m) => m.answers))
      return cards.flatMap((c, i) => (ids.has(c.answer) ? [i] : []))
    }
    const playable = cardsIn(false)
    const soldOnly = cardsIn(true).filter((c) => !playable.includes(c))
    expect(soldOnly.length).toBeGreaterThan(0)
    await page.getByRole('tab', { name: /^Hand/ }).click()
    const marked = await page
      .locator('.hand .card.playable [data-card]')
      .evaluateAll((all) => all.map((e) => Number((e as HTMLElement).dataset.card)))
    const shown = await page
      .locator('.hand [data-card]')
      .evaluateAll((all) => all.map((e) => Number((e as HTMLElement).dataset.card)))
    expect(shown).toEqual(expect.arrayContaining(soldOnly))
    expect(marked.filter((c) => soldOnly.includes(c))).toEqual([])
    expect(marked).toEqual(shown.filter((c) => playable.includes(c)))
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the page around a question', () => {
  it('says no why of a space while nothing is asked about spaces', async () => {
    const { page, close } = await alone('mars')
    const sent: string[] = []
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
    await page.reload()
    await page.locator('.cell').first().waitFor()
    await page.waitForSelector('.answer')
    expect(await page.locator('.cell.legal').count()).toBe(0)
    await page.locator('.cell').nth(20).click()
    await page.locator('dialog[open] p').first().waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.hand [data-card]').first().click({ button: 'right' }) // of a card it is said
    await page.locator('dialog[open]').waitFor()
    await expect.poll(() => sent.filter((frame) => frame.includes('"why"')).length).toBe(1)
    await close()
  })

  it('has what ends a selection stay where it is, and loses no selection aloud when one takes back', async () => {
    const { page, close } = await alone('mars')
    const take = page.locator('[data-take]')
    await answerUntil(page, () => take.isVisible())
    const topOf = async () => Math.round((await take.boundingBox())!.y)
    const before = await topOf()
    await page.locator(enabled).first().click()
    await page.locator('[data-prospects]', { hasText: '−' }).waitFor()
    expect(await topOf()).toBe(before)
    await page.locator(enabled).first().click()
    await answerUntil(page, async () => (await take.isVisible()) && page.getByRole('button', { name: 'Undo' })
      .isVisible())
    await page.locator(enabled).first().click()
    const asked = await page.locator('.ask').innerText()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.waitForFunction((was) => document.querySelector<HTMLElement>('.ask')?.innerText !== was, asked)
    expect(await page.getByText('Your selection is lost').count()).toBe(0)
    await close()
  })

  it('follows the log again by a button and by the next question, and opens all of it', async () => {
    const { page, close } = await alone('tinyforming', { viewport: { width: 1440, height: 900 } })
    await hurry(page, 12)
    const log = page.locator('.side .log .frame')
    const newest = page.locator('[data-newest]')
    const up = () => log.evaluate((e) => e.scrollTo({ top: -e.scrollHeight }))
    await up()
    await newest.click()
    await newest.waitFor({ state: 'detached' })
    await up()
    await newest.waitFor()
    await hurry(page, 1)
    await newest.waitFor({ state: 'detached' })
    await page.locator('[data-whole-log]').click()
    await page.getByRole('dialog', { name: 'Log' }).waitFor()
    await close()
  })

  it('shows how points grew only where log and answers keep their room', async () => {
    const { page, close } = await alone('tinyforming', { viewport: { width: 1440, height: 1200 } })
    const chart = page.locator('.chart')
    await expect.poll(async () => (await hurry(page, 20)) > 0 && chart.isVisible(), { timeout: 60000 }).toBe(true)
    for (const height of [1100, 1000, 900, 860]) {
      await page.setViewportSize({ width: 1440, height })
      await page.waitForFunction((h) => innerHeight === h, height)
      const log = (await page.locator('.log.panel').boundingBox())!
      if (await chart.isVisible()) expect(log.height).toBeGreaterThan(150)
      expect(log.y + log.height).toBeLessThanOrEqual(height)
    }
    await close()
  })

  it('closes the menu of a phone by Escape and by a tap beside it', async () => {
    const { page, close } = await alone('tic-tac-toe', PHONE)
    const menu = page.getByRole('button', { name: 'Menu' })
    const item = page.locator('[data-open="rules"]')
    await menu.click()
    expect(await item.isVisible()).toBe(true)
    await item.focus()
    await page.keyboard.press('Escape')
    expect(await item.isVisible()).toBe(false)
    expect(await menu.evaluate((e) => e === document.activeElement)).toBe(true)
    await menu.click()
    const cell = (await page.locator('.cell.legal').last().boundingBox())!
    await page.touchscreen.tap(cell.x + cell.width / 2, cell.y + cell.height / 2)
    await item.waitFor({ state: 'hidden' })
    expect(await page.locator('.cell .mark').count()).toBe(0) // what lies there was not meant
    await page.locator('.cell.legal').last().click()
    await page.waitForFunction(() => document.querySelectorAll('.cell .mark').length > 0)
    await close()
  })

  it.each([{ viewport: { width: 1440, height: 900 } }, PHONE])(
    'looks back without covering cards or answers ($viewport.width)',
    async (screen) => {
      const { page, close } = await alone('tinyforming', screen)
      await page.locator(enabled).first().click()
      await page.waitForSelector('.answer')
      if (screen === PHONE) await page.getByRole('button', { name: 'Menu' }).click()
      await page.locator('[data-open="history"]').click()
      await page.locator('[data-back]').click()
      await page.getByText('This is an earlier moment.').waitFor()
      const bar = (await page.locator('.steps').boundingBox())!
      const others = await page
        .locator('.hand .card:visible')
        .evaluateAll((all) => all.map((e) => e.getBoundingClientRect().toJSON()))
      const end = (await page.locator('.hand').boundingBox())!
      for (const box of others) {
        expect(
          bar.y + bar.height <= box.y ||
            Math.min(box.y + box.height, end.y + end.height) <= bar.y || // a card that is scrolled out of sight
            bar.x + bar.width <= box.x ||
            box.x + box.width <= bar.x,
        ).toBe(true)
      }
      const hand = page.locator('.hand .card .cover').first()
      if (await hand.isVisible()) await hand.click({ trial: true })
      await close()
    },
  )
})
