// What makes a table comfortable: deciding ahead, being told that it is one's turn, links to copy, a connection that
// breaks in the middle of a question, and coming closer to the map.
import { describe, expect, it } from 'vitest'
import type { View } from '../src/protocol'
import { atServer, openPage, type PageOptions } from './support/server'
import { makeTable, openTable, playUntil, sitDown } from './support/table'

const here = atServer()

const TWO = [{ bot: null, name: 'Ann' }, { bot: null }]

/** Two people at one table. */
async function twoAt(game: string, options: PageOptions = {}, settings: object = {}) {
  const table = await makeTable(here.server.address, { name: game }, TWO)
  const ann = await openTable(here.browser, here.server.address, table, options, settings)
  const ben = await openTable(here.browser, here.server.address, { id: table.id })
  await sitDown(ben.page, 1)
  return { ann, ben }
}

describe('a table', () => {
  it('takes an answer ahead of time, and gives it when it is asked', async () => {
    const { ann, ben } = await twoAt('tinyforming')
    const queue = ann.page.getByText('Answer in advance:').getByRole('button')
    await playUntil([ann.page, ben.page], () => queue.isVisible())
    const text = await queue.textContent()
    await queue.click()
    await ann.page.getByText(`Will answer “${text}” when asked`).waitFor()
    const passed = () => ann.page.locator('.log li', { hasText: text! }).count()
    const before = await passed()
    await playUntil([ben.page], async () => (await passed()) > before)
    expect([...ann.complaints, ...ben.complaints]).toEqual([])
    await ann.close()
    await ben.close()
  })

  it('tells by its title and a sound that it is one\'s turn', async () => {
    const init = () => {
      const heard = ((window as unknown as { heard: number[] }).heard = [] as number[])
      const Real = AudioContext
      window.AudioContext = class extends Real {
        override createOscillator() {
          heard.push(1)
          return super.createOscillator()
        }
      }
    }
    const { ann, ben } = await twoAt('tic-tac-toe', { init }, { sound: true })
    const heard = () => ann.page.evaluate(() => (window as unknown as { heard: number[] }).heard.length)
    await ann.page.locator('.cell.legal').first().click()
    await ann.page.waitForFunction(() => !document.title.startsWith('●'))
    const before = await heard()
    await ben.page.locator('.cell.legal').first().click()
    await ann.page.waitForFunction(() => document.title.startsWith('● Your turn'))
    expect(await heard()).toBe(before + 1)
    await ann.close()
    await ben.close()
  })

  it('asks back before an answer the game warns of, unless that is switched off', async () => {
    const rewrite = (m: Record<string, unknown>) => {
      for (const a of (m as unknown as View).question?.answers.slice(0, 4) ?? [])
        a.warn = [{ text: 'This brings nothing.' }]
      return m
    }
    const table = await makeTable(here.server.address, { name: 'tic-tac-toe' }, [
      { bot: null, name: 'Ann' },
      { bot: 'random' },
    ])
    const { page, complaints, close } = await openTable(here.browser, here.server.address, table, { rewrite })
    const marks = page.locator('.cell .mark')
    await page.waitForSelector('.answer')
    expect(await page.locator('.answer .warn').count()).toBe(4)
    await page.locator('.cell.legal').first().click()
    await page.getByText('This brings nothing.').waitFor()
    await page.keyboard.press('Escape')
    expect(await marks.count()).toBe(0)
    await page.keyboard.press('2')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForFunction(() => document.querySelectorAll('.cell .mark').length === 2)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByLabel('Ask before an answer that the game warns about').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('1')
    await page.waitForFunction(() => document.querySelectorAll('.cell .mark').length === 4)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByLabel('Ask before an answer that the game warns about').check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('1')
    await page.getByText('This brings nothing.').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('says why a card cannot be played when others are asked, and at what price it can', async () => {
    const { ann, ben } = await twoAt('mars')
    for (const { page } of [ann, ben]) {
      await page.waitForSelector('.answer')
      await page.keyboard.press('1')
      await page.waitForSelector('[data-take]')
      for (const card of await page.locator('.card.playable .cover').all()) await card.click()
      await page.locator('[data-take]').click()
    }
    await ann.page.waitForSelector('.hand .card.playable')
    await ben.page.getByText('Waiting for Ann').waitFor()
    await ben.page.locator('.hand .card .cover').first().click({ button: 'right' })
    await ben.page.locator('[data-why]', { hasText: 'When it is your turn' }).waitFor()
    await ann.page.locator('.hand .card.playable .cover').first().click({ button: 'right' })
    await ann.page.getByRole('heading', { name: 'How, and at what price' }).waitFor()
    expect(await ann.page.locator('[data-why] p').count()).toBeGreaterThan(0)
    expect([...ann.complaints, ...ben.complaints]).toEqual([])
    await ann.close()
    await ben.close()
  })

  it('lets the clock of who is asked tick', async () => {
    const table = await makeTable(here.server.address, { name: 'tic-tac-toe' }, TWO, { clock: 1 })
    const { page, close } = await openTable(here.browser, here.server.address, table)
    const clock = page.locator('.own [data-clock]')
    await page.locator('.own .late', { hasText: /0:\d?[1-9]/ }).waitFor()
    await page.locator('.cell.legal').first().click()
    await page.waitForSelector('.cell .mark')
    const stopped = await clock.textContent()
    await page.waitForFunction(() => document.querySelector('.players [data-clock]')?.textContent !== '0:00')
    expect(await clock.textContent()).toBe(stopped)
    await close()
  })

  it('asks for the words of the game in the language of the page', async () => {
    const table = await makeTable(here.server.address, { name: 'tic-tac-toe' }, TWO)
    const { page, close } = await openTable(here.browser, here.server.address, table, {}, { language: 'de' })
    await page.waitForSelector('.answer')
    const said: string[] = []
    const fetched: string[] = []
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => said.push(String(payload))))
    page.on('request', (r) => fetched.push(r.url()))
    await page.reload()
    await page.waitForSelector('.answer')
    expect(JSON.parse(said[0]!)).toMatchObject({ t: 'hello', lang: 'de' })
    expect(fetched.some((url) => /\/api\/game\/\w+\?lang=de$/.test(url))).toBe(true)
    said.length = 0
    await page.getByRole('button', { name: 'Einstellungen' }).click()
    await page.getByLabel('Sprache der Seite').selectOption('en')
    await page.waitForFunction(() => document.documentElement.lang === 'en')
    await page.keyboard.press('Escape')
    await page.locator('.cell.legal').first().click()
    await page.waitForSelector('.cell .mark')
    expect(JSON.parse(said[0]!)).toMatchObject({ t: 'hello', lang: 'en' })
    await close()
  })

  it('copies the link to itself, and a choice of options', async () => {
    const table = await makeTable(here.server.address, { name: 'tic-tac-toe' }, TWO)
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page, close } = await openTable(here.browser, here.server.address, table, { permissions })
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.click('[data-copy-link]')
    await page.getByText('The link is copied').waitFor()
    expect(await clipboard()).toBe(page.url())
    await page.goto(here.server.address)
    await page.locator('[data-game="tic-tac-toe"]').click()
    await page.getByRole('button', { name: 'Copy a link to this choice' }).click()
    await page.getByText('The link is copied').waitFor()
    expect(await clipboard()).toContain('/new?game=tic-tac-toe')
    await page.goto(await clipboard())
    await page.getByRole('heading', { name: /New table/ }).waitFor()
    await close()
  })

  it('goes on with a half given answer when the connection breaks', async () => {
    const init = () => {
      const Real = WebSocket
      const sockets = ((window as unknown as { sockets: WebSocket[] }).sockets = [] as WebSocket[])
      window.WebSocket = class extends Real {
        constructor(...args: ConstructorParameters<typeof Real>) {
          super(...args)
          sockets.push(this)
        }
      }
    }
    const table = await makeTable(here.server.address, { name: 'mars' }, [
      { bot: null, name: 'Ann' },
      { bot: 'random' },
    ])
    const { page, complaints, close } = await openTable(here.browser, here.server.address, table, { init })
    await page.waitForSelector('.answer')
    await page.keyboard.press('1')
    await page.waitForSelector('[data-take]')
    for (const i of [0, 1]) await page.locator('.card.playable .cover').nth(i).click()
    const lost = page.getByText('Reconnecting').waitFor()
    await page.evaluate(() => (window as unknown as { sockets: WebSocket[] }).sockets.at(-1)!.close())
    await lost
    await page.getByText('Reconnecting').waitFor({ state: 'detached' })
    expect(await page.locator('.card.picked').count()).toBe(2)
    await page.getByRole('button', { name: 'Done: 2 selected' }).click()
    await page.waitForFunction(() => document.querySelectorAll('.hand [data-held] .card').length === 2)
    expect(complaints).toEqual([])
    await close()
  })

  it('begins anew where the server has a newer page, whose parts have other names', async () => {
    const table = await makeTable(here.server.address, { name: 'connect-four' }, [{ bot: null, name: 'Ann' },
      { bot: 'random' }])
    const { page, close } = await openTable(here.browser, here.server.address, table)
    await page.locator('.cell.legal').first().waitFor()
    const PART = '**/assets/People*.js' // asked for more than once: ahead by a link, and when it is imported
    await page.route(PART, (route) => route.fulfill({ status: 404 }))
    const anew = page.waitForEvent('framenavigated')
    await page.locator('[data-open="people"]').click()
    await anew
    await page.unroute(PART)
    await page.locator('.cell.legal').first().waitFor()
    await page.locator('[data-open="people"]').click()
    await page.locator('dialog').waitFor()
    await close()
  })

  it('comes closer to the map by buttons, keys, the wheel and two fingers, and a drag is no click', async () => {
    const table = await makeTable(here.server.address, { name: 'connect-four' }, TWO)
    const { page, complaints, close } = await openTable(here.browser, here.server.address, table, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    await page.waitForSelector('.cell.legal')
    const size = async () => (await page.locator('.cell').first().boundingBox())!.width
    const whole = await size()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    expect(await size()).toBeGreaterThan(whole * 1.3)
    const map = (await page.locator('.map svg').first().boundingBox())!
    const centre = { x: map.x + map.width / 2, y: map.y + map.height / 2 }
    const place = async () => (await page.locator('.cell').nth(4).boundingBox())!.x
    const before = await place()
    await page.mouse.move(centre.x, centre.y)
    await page.mouse.down()
    await page.mouse.move(centre.x + 40, centre.y, { steps: 4 })
    await page.mouse.up()
    expect(await place()).toBeGreaterThan(before + 20)
    expect(await page.locator('.cell .mark').count()).toBe(0)
    await page.getByRole('button', { name: 'Show the whole map' }).click()
    expect(Math.abs((await size()) - whole)).toBeLessThan(1)
    await page.keyboard.press('+')
    expect(await size()).toBeGreaterThan(whole * 1.3)
    await page.keyboard.press('-')
    await page.mouse.wheel(0, -400)
    await page.waitForFunction((w) => document.querySelector('.cell')!.getBoundingClientRect().width > w * 1.2, whole)
    await page.getByRole('button', { name: 'Show the whole map' }).click()
    const client = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [-apart, apart].map((d, id) => ({ id, x: centre.x + d, y: centre.y })),
      })
    await touch('touchStart', 20)
    for (const apart of [30, 45, 60]) await touch('touchMove', apart)
    await touch('touchEnd', 0)
    await page.waitForFunction((w) => document.querySelector('.cell')!.getBoundingClientRect().width > w * 1.5, whole)
    expect(await page.locator('.cell .mark').count()).toBe(0)
    await page.getByRole('button', { name: 'Show the whole map' }).tap()
    await page.locator('.cell.legal').nth(4).tap()
    await page.waitForSelector('.cell .mark')
    expect(complaints).toEqual([])
    await close()
  })
})

describe('an address that is no table', () => {
  it('is said to be none, with a way home', async () => {
    const { page, close } = await openPage(here.browser, here.server.address, '/table/nonsense')
    await page.getByText('There is no such table.').waitFor()
    await page.locator('.message a').click()
    await page.locator('[data-game]').first().waitFor()
    await close()
  })
})
