// The lobby and what leads to a table: the proof, set-ups that are kept and sent, links that do not fit.
import { describe, expect, it } from 'vitest'
import { atServer, fits, openPage } from './support/server'
import { isOver, makeTable, openTable, playUntil } from './support/table'

const here = atServer()

describe('the lobby', () => {
  it('shows lines of a definition beside the card they are, and nothing moves once it is painted', async () => {
    const { page, complaints, close } = await openPage(here.browser, here.server.address, '/replay')
    await page.addInitScript(() => {
      const w = window as unknown as { moved: number }
      w.moved = 0
      const add = (list: PerformanceObserverEntryList) => {
        for (const e of list.getEntries()) w.moved += (e as unknown as { value: number }).value
      }
      new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
    })
    for (const [width, height] of [[1440, 900], [1024, 700], [390, 844]] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(here.server.address)
      await page.locator('.cover.drawn').first().waitFor()
      // Games come first: the first can be played without scrolling, and what they are made from stands below them
      const play = (await page.locator('.games button').first().boundingBox())!
      expect(play.y + play.height).toBeLessThanOrEqual(height)
      await page.locator('.proof .card').waitFor()
      const proofAt = (await page.locator('.proof').boundingBox())!.y
      const last = (await page.locator('.games > *').last().boundingBox())!
      expect(proofAt).toBeGreaterThanOrEqual(last.y + last.height)
      const proof = (await (await fetch(`${here.server.address}/api/proof`)).json()) as {
        lines: string[]
        description: { cards: { name: string }[] }
      }
      const said = (await page.locator('.proof pre').textContent())!
      expect(said).toBe(proof.lines.join(''))
      expect(proof.lines).toHaveLength(4)
      const label = await page.locator('.proof .card').getAttribute('aria-label')
      expect(label).toContain(proof.description.cards[0]!.name)
      expect(await page.evaluate(() => (window as unknown as { moved: number }).moved)).toBeLessThan(0.001)
      expect(await fits(page)).toBe(true)
    }
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a game of one\'s own that is over', () => {
  it('says what it was and who won, is taken off the list for good, and is found among the replays', async () => {
    const made = await makeTable(here.server.address, { name: 'tic-tac-toe' }, [{ bot: null, name: 'Ann' },
      { bot: 'random' }])
    const { page, complaints, close } = await openTable(here.browser, here.server.address, made)
    await page.waitForSelector('.answer')
    await playUntil([page], () => isOver(page))
    await page.locator('dialog[open]').getByRole('link', { name: 'Back to the lobby' }).waitFor()
    await page.keyboard.press('Escape')
    const won = await page.locator('[data-won]').innerText() // stays in sight
    expect(won).toMatch(/ wins?$/)
    await page.locator('.question').getByRole('link', { name: 'Back to the lobby' }).click()
    const own = page.locator('[data-own="over"]')
    await own.waitFor()
    const said = await own.innerText()
    const name = won.replace(/ wins?$/, '')
    expect(said).toContain(name.startsWith('You') ? 'Ann' : name)
    expect(said).toContain('Tic-tac-toe')
    await own.locator('[data-hide]').click()
    await own.waitFor({ state: 'detached' })
    await page.reload()
    await page.waitForSelector('.games [data-tile]')
    expect(await own.count()).toBe(0)
    await page.goto(`${here.server.address}/replay`)
    await page.locator('[data-own-replay]', { hasText: 'Tic-tac-toe' }).click()
    await page.waitForSelector('[data-at]')
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the page', () => {
  it('is small: what every player loads is at most 130 KB', async () => {
    const html = await (await fetch(here.server.address)).text()
    const files = [...html.matchAll(/\/assets\/[^"]+/g)].map(([path]) => path)
    const sizes = files.map(async (path) => {
      const got = await fetch(here.server.address + path, { headers: { 'accept-encoding': 'br' } })
      expect(got.headers.get('content-encoding')).toBe('br')
      return Number(got.headers.get('content-length'))
    })
    const all = (await Promise.all(sizes)).reduce((sum, n) => sum + n, 0)
    expect(files.length).toBeGreaterThan(1)
    expect(all).toBeLessThan(130 * 1000)
  })
})

describe('a set-up', () => {
  it('is kept under a name, sent as a link, and opened filled in', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page, complaints, close } = await openPage(here.browser, here.server.address, '/', { permissions })
    await page.locator('[data-game="tinyforming"]').click()
    expect(await page.getByLabel('Seat 2').inputValue()).toBe('') // friends
    await page.getByLabel('Seat 2').selectOption('random')
    await page.getByLabel('For each answer').selectOption('30')
    await page.getByLabel('When time is up').selectOption('bot')
    await page.locator('[data-practice]').check()
    await page.getByLabel('Save this as').fill('quick')
    await page.locator('[data-save]').click()
    await page.locator('[data-copy-setup]').click()
    await page.getByText('The link is copied').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    await page.goto(`${here.server.address}/new?game=tinyforming`)
    expect(await page.getByLabel('Seat 2').inputValue()).toBe('')
    await page.locator('[data-saved="quick"] a').click()
    await page.waitForURL(link)
    expect([await page.getByLabel('Seat 2').inputValue(), await page.getByLabel('When time is up').inputValue(),
      await page.locator('[data-practice]').isChecked(), await page.locator('[data-listed]').isChecked(),
    ]).toEqual(['random', 'bot', true, false])
    await page.getByRole('button', { name: 'Create the table' }).click()
    await page.waitForSelector('.table')
    const made = (await (await fetch(page.url().replace('/table/', '/api/tables/'))).json()) as { settings: object }
    expect(made.settings).toMatchObject({ move_clock: 30, clock: null, late: 'bot', practice: true, listed: false })
    await page.goto(link)
    await page.getByRole('button', { name: 'Forget quick' }).click()
    expect(await page.locator('[data-saved]').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('that does not fit the game is refused, and what is wrong is said', async () => {
    const wrong = '/new?game=tinyforming&seats=,x&with.colour=red&clock=never'
    const { page, close } = await openPage(here.browser, here.server.address, wrong)
    const said = await page.locator('[data-refused]').innerText()
    expect(said).toMatch(/no such bot[^]*no option “colour”[^]*“clock” is a number of seconds/)
    expect(await page.locator('form').count()).toBe(0)
    await page.getByRole('link', { name: 'Set up a table anew' }).click()
    await page.getByRole('button', { name: 'Create the table' }).waitFor()
    await page.goto(`${here.server.address}/new?game=nonsense`)
    await page.getByText('There is no game “nonsense” on this server.').waitFor()
    await close()
  })
})
