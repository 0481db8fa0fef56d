// People: the lobby, joining by a link, names, spectators, undo, and the end.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atServer, fits, openPage } from './support/server'
import { hurry, makeTable, openTable, sitDown } from './support/table'

const here = atServer()
const TWO = [{ bot: null, name: 'Ann' }, { bot: null }]
const ONE = [{ bot: null, name: 'Ann' }, { bot: 'random' }]
const log = async (page: Page) => (await page.locator('.log li').allInnerTexts()).join('\n')

describe('the lobby', () => {
  it('says what games are, and starts one against a bot with one click', async () => {
    const { page, complaints, close } = await openPage(here.browser, here.server.address)
    await page.locator('[data-tile="tinyforming"]', { hasText: 'Most points win' }).waitFor()
    await page.locator('[data-tile="tinyforming"]', { hasText: 'about 12 generations' }).waitFor()
    await page.locator('[data-tile="tic-tac-toe"]', { hasText: /2 players.*9 spaces.*9 times/s }).waitFor()
    await page.getByLabel('You play as').fill('Ann')
    await page.click('[data-play="tic-tac-toe"]')
    await page.waitForSelector('.cell.legal')
    expect(await page.locator('.own .name').innerText()).toBe('Ann')
    await page.goto(here.server.address)
    const own = page.locator('[data-own]').first()
    await own.waitFor()
    expect([await own.getAttribute('data-own'), await own.innerText()]).toEqual([
      'turn',
      expect.stringMatching(/Your turn.*Ann · Medium.*Tic-tac-toe/s),
    ])
    await own.getByRole('link').click()
    await page.waitForSelector('.cell.legal')
    expect(complaints).toEqual([])
    await close()
  })

  it('lists tables that wait, forgets those that are no more, and fits a phone', async () => {
    await makeTable(
      here.server.address,
      { name: 'pluto' },
      [{ bot: null, name: 'Clara' }, { bot: null }, { bot: 'greedy' }],
      { listed: true },
    )
    const origins = [
      {
        origin: here.server.address,
        localStorage: [{ name: `terrane.token.${'x'.repeat(22)}`, value: 'y'.repeat(22) }],
      },
    ]
    const { page, close } = await openPage(here.browser, here.server.address, '/', {
      viewport: { width: 390, height: 844 },
      storageState: { cookies: [], origins },
    })
    await page
      .locator('[data-table]', { hasText: 'Clara 2 of 3' })
      .getByRole('link', { name: 'Sit' })
      .waitFor()
    await page.waitForFunction(() => Object.keys(localStorage).every((key) => !key.startsWith('terrane.token.')))
    expect([await page.locator('[data-own]').count(), await fits(page)]).toEqual([0, true])
    await close()
  })
})

/** A page whose time stands still until `pass` lets it pass: what it asks the server for while nobody does anything. */
async function still(page: Page, path: string) {
  const asked: string[] = []
  const answered: string[] = []
  page.on('request', (r) => asked.push(new URL(r.url()).pathname))
  page.on('requestfinished', (r) => answered.push(new URL(r.url()).pathname))
  const began = Date.now()
  await page.clock.install({ time: began })
  await page.clock.pauseAt(began + 1000)
  await page.goto(here.server.address + path)
  const pass = async (ms: number) => {
    await page.clock.runFor(ms)
    const marker = `/marker${asked.length}.svg` // requested after everything that was requested by then
    await page.evaluate((path) => fetch(path), marker)
    await expect.poll(() => asked).toContain(marker)
  }
  /** All of `paths` were answered so often, and the page has heard it: a slow server is not asked again before that. */
  const heard = async (paths: string[], times: number) => {
    const counts = () => paths.map((path) => answered.filter((a) => a === path).length)
    await expect.poll(counts).toEqual(paths.map(() => times))
    await page.evaluate(() => fetch('/icon.svg').then((r) => r.text()))
  }
  return { asked: () => asked.filter((path) => path.startsWith('/api/')), pass, heard }
}

describe('an idle page', () => {
  it('leaves the server alone: a lobby asks for its tables every four seconds', async () => {
    const own = await Promise.all(
      ['tic-tac-toe', 'kuhn-poker'].map((name) => makeTable(here.server.address, { name }, ONE)),
    )
    const origins = [
      {
        origin: here.server.address,
        localStorage: own.map((t) => ({ name: `terrane.token.${t.id}`, value: t.token })),
      },
    ]
    const { page, close } = await openPage(here.browser, here.server.address, '/icon.svg', {
      storageState: { cookies: [], origins },
    })
    const { asked, pass, heard } = await still(page, '/')
    const times = (path: string) => asked().filter((a) => a === path).length
    const tables = ['/api/tables', ...own.map((t) => `/api/tables/${t.id}`)]
    await expect.poll(() => page.locator('[data-own]').count()).toBe(2)
    for (const round of [1, 2, 3]) {
      await heard(tables, round)
      await pass(3500)
      expect(tables.map(times)).toEqual([round, round, round])
      await pass(500)
    }
    expect(times('/api/games')).toBe(1)
    const games = new Set(asked().filter((a) => a.startsWith('/api/games/')))
    for (const path of games) expect(times(path)).toBe(1)
    expect([times('/api/proof'), asked().length]).toEqual([1, 4 * tables.length + 2 + games.size])
    await close()
  })

  it('asks for nothing again at a table, nor while its points are shown', async () => {
    const table = await makeTable(here.server.address, { name: 'tinyforming' }, ONE)
    const { page, close } = await openTable(here.browser, here.server.address, table)
    await page.waitForSelector('.answer')
    const sent: string[] = []
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => sent.push((JSON.parse(String(payload)) as { t: string }).t)),
    )
    const { asked, pass } = await still(page, `/table/${table.id}`)
    await page.click('[data-open="points"]')
    await page.locator('dialog[open]').waitFor()
    await pass(60000)
    expect(asked().length).toBe(1) // the description
    for (const what of new Set(sent.filter((s) => s !== 'ahead'))) expect(sent.filter((s) => s === what).length).toBe(1)
    expect(sent.length).toBeLessThan(20)
    await close()
  })

  it('says what a server says that is asked too often', async () => {
    const { page, close } = await openPage(here.browser, 'data:text/html,', '')
    const error = { code: 'too_often', text: 'That is too often.' }
    await page.route('**/api/tables', (route) => route.fulfill({ status: 429, json: { error } }))
    await page.goto(here.server.address)
    await page.getByRole('alert').filter({ hasText: error.text }).waitFor()
    await close()
  })
})

describe('a table with free seats', () => {
  it('shows its link plainly, and is joined with a name and one click', async () => {
    const table = await makeTable(here.server.address, { name: 'tic-tac-toe' }, TWO)
    const ann = await openTable(here.browser, here.server.address, table, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await ann.page.click('[data-copy-link]')
    await ann.page.getByText('The link is copied').waitFor()
    const link = await ann.page.evaluate(() => navigator.clipboard.readText())
    const ben = await openPage(here.browser, here.server.address, link.slice(here.server.address.length))
    await ben.page.getByLabel('Your name').fill('Ben')
    await ben.page.click('[data-join]')
    await ben.page.getByText('Waiting for Ann').waitFor()
    await ann.page.locator('[data-invite]').waitFor({ state: 'detached' })
    await ann.page.locator('.players', { hasText: 'Ben' }).waitFor()
    const next = await makeTable(here.server.address, { name: 'tic-tac-toe' }, TWO)
    await ben.page.goto(`${here.server.address}/table/${next.id}`)
    expect(await ben.page.getByLabel('Your name').inputValue()).toBe('Ben')
    await ben.page.keyboard.press('Enter')
    await ben.page.getByText('Waiting for Ann').waitFor()
    expect([...ann.complaints, ...ben.complaints]).toEqual([])
    await ann.close()
    await ben.close()
  })

  it('is filled with bots by its host', async () => {
    const table = await makeTable(here.server.address, { name: 'pluto' }, [...TWO, { bot: null }])
    const { page, close } = await openTable(here.browser, here.server.address, table)
    await page.click('[data-fill]')
    await page.locator('[data-invite]').waitFor({ state: 'detached' })
    expect(await page.locator('.players .name').allInnerTexts()).toEqual(['Medium 2', 'Medium 3'])
    await close()
  })

  it('is given bots of any level by its host, who may change them, in words', async () => {
    const table = await makeTable(here.server.address, { name: 'connect-four' }, TWO)
    const { page, close } = await openTable(here.browser, here.server.address, table)
    const there = (n: number) => page.locator('dialog li').nth(n).locator('strong')
    await page.locator('[data-open="people"]').click()
    await page.locator('[data-which-bot]').selectOption('hard')
    await page.locator('dialog li').nth(1).getByRole('button', { name: 'Let a bot play' }).click()
    await expect.poll(() => there(1).innerText()).toBe('bot hard')
    await page.locator('[data-bot-of="1"]').selectOption('easy')
    await expect.poll(() => there(1).innerText()).toBe('bot easy')
    await page.getByRole('button', { name: 'Let a bot play' }).click() // at one's own seat
    await page.locator('dialog li').first().getByText('bot hard').waitFor()
    await close()
    const german = await openTable(here.browser, here.server.address, table, {}, { language: 'de' })
    await german.page.locator('[data-open="people"]').click()
    await expect.poll(() => german.page.locator('dialog li').nth(1).locator('strong').innerText()).toBe('Bot leicht')
    expect(await german.page.locator('[data-bot-of="1"] option[value="easy"]').innerText()).toBe(
      'Bot: leicht – sieht bis ans Ende des eigenen Zuges')
    await german.close()
  })
})

describe('names', () => {
  it('stand in the log in place of letters, and follow who changes them', async () => {
    const table = await makeTable(here.server.address, { name: 'tinyforming' }, ONE)
    const { page, complaints, close } = await openTable(
      here.browser,
      here.server.address,
      table,
      {},
      { confirm: 'never' },
    )
    await page.waitForSelector('.answer')
    await hurry(page, 12)
    const before = await log(page)
    expect(before).toMatch(/Ann/)
    expect(before).toMatch(/Random/)
    expect(before).not.toMatch(/^[AB][: ]/m)
    await page.click('[data-open="people"]')
    await page.getByLabel('Your name').fill('Zoe')
    await page.keyboard.press('Tab')
    await page.locator('.log li', { hasText: 'Zoe' }).first().waitFor()
    expect(await log(page)).not.toMatch(/Ann/)
    expect(complaints).toEqual([])
    await close()
  })

  it('come along to the replay, whose list keeps the moment in view and whose chart is one request', async () => {
    const table = await makeTable(here.server.address, { name: 'tinyforming' }, [
      { bot: 'random', name: 'Ann' },
      { bot: 'random' },
    ])
    const { page, complaints, close } = await openTable(here.browser, here.server.address, table)
    const asked: string[] = []
    page.on('request', (r) => r.url().endsWith('/api/replay') && asked.push(r.postData() ?? ''))
    await page.locator('[data-replay]').click({ timeout: 60000 })
    await page.locator('[data-at="0"]').waitFor()
    for (let n = 1; n <= 30; n++) {
      await page.keyboard.press('ArrowRight')
      await page.locator(`[data-at="${n}"]`).waitFor()
    }
    await page.waitForFunction(() => {
      const [row, list] = ['.list [aria-current]', '.list'].map((s) =>
        document.querySelector(s)!.getBoundingClientRect(),
      )
      return row!.top >= list!.top && row!.bottom <= list!.bottom
    })
    expect(await page.locator('[data-step]').textContent()).toMatch(/Moment 30 of \d+:/)
    await page.waitForFunction(() => document.querySelectorAll('.log li').length > 10)
    expect(await log(page)).toMatch(/Ann/)
    expect(await log(page)).not.toMatch(/^[AB][: ]/m)
    expect(await page.locator('[data-eyes] option').allInnerTexts()).toEqual([
      'a spectator',
      'Ann',
      'Random',
      'everybody at once',
    ])
    await page.click('[data-open="points"]')
    await page.locator('dialog polyline').first().waitFor()
    expect((await page.locator('dialog polyline').first().getAttribute('points'))!.split(' ').length).toBeGreaterThan(4)
    expect(asked.filter((body) => body.includes('scores'))).toHaveLength(1)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('undo', () => {
  it('does not go behind what a bot did, but where the table is for practice, which everybody sees', async () => {
    const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })
    const marks = (page: Page, n: number) =>
      page.waitForFunction(
        (n) =>
          document.querySelectorAll('.cell .mark').length === n && (n === 0 || document.querySelector('.cell.legal')),
        n,
      )
    const [plain, practice] = await Promise.all(
      [false, true].map((practice) => makeTable(here.server.address, { name: 'tic-tac-toe' }, ONE, { practice })),
    )
    const ann = await openTable(here.browser, here.server.address, plain!)
    await ann.page.locator('.cell.legal').first().click()
    await marks(ann.page, 2)
    expect([await undo(ann.page).count(), await ann.page.locator('[data-practice]').count()]).toEqual([0, 0])
    await ann.close()
    const ben = await openTable(here.browser, here.server.address, practice!)
    await ben.page.locator('.cell.legal').first().click()
    await marks(ben.page, 2)
    await undo(ben.page).click()
    await marks(ben.page, 0)
    const other = await openTable(
      here.browser,
      here.server.address,
      { id: practice!.id },
      { viewport: { width: 390, height: 844 } },
    )
    expect(await other.page.locator('header [data-practice]').innerText()).toBe('Practice')
    expect([...ann.complaints, ...ben.complaints, ...other.complaints]).toEqual([])
    await ben.close()
    await other.close()
  })
})

describe('spectators', () => {
  it('sees goals with everybody\'s progress, and nothing marked that cannot be chosen', async () => {
    const table = await makeTable(here.server.address, { name: 'mars' }, ONE)
    const { page, complaints, close } = await openTable(here.browser, here.server.address, { id: table.id })
    const goal = page.locator('.common .goal', { hasText: 'Terraformer' })
    await goal.waitFor()
    expect(await goal.innerText()).toMatch(/20\/35.*20\/35/s)
    expect(await page.locator('.goal.legal').count()).toBe(0)
    expect(await page.locator('.common').innerText()).not.toContain('✓')
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the end', () => {
  it.each(['Play again', 'Again with the same start'])(
    'takes who wants to play again to the new table, and nobody else: %s',
    async (button) => {
      const table = await makeTable(here.server.address, { name: 'tic-tac-toe' }, TWO)
      const ann = await openTable(here.browser, here.server.address, table)
      const ben = await openTable(here.browser, here.server.address, { id: table.id })
      await sitDown(ben.page, 1)
      for (const [page, cell] of [
        [ann.page, 0],
        [ben.page, 3],
        [ann.page, 1],
        [ben.page, 4],
        [ann.page, 2],
      ] as const) {
        await page.locator(`.cell[data-space="${cell}"].legal`).click()
        await page.waitForFunction(() => !document.querySelector('.cell.legal'))
      }
      await ann.page.getByRole('button', { name: button }).click()
      await ann.page.waitForSelector('.cell.legal')
      expect(await ann.page.locator('.cell .mark').count()).toBe(0)
      expect(await ann.page.locator('.own .name').innerText()).toBe('Ann')
      await ben.page.getByRole('link', { name: 'To the next game' }).click()
      await ben.page.getByText('Waiting for Ann').waitFor()
      expect(new URL(ben.page.url()).pathname).toBe(new URL(ann.page.url()).pathname)
      expect([...ann.complaints, ...ben.complaints]).toEqual([])
      await ann.close()
      await ben.close()
    },
  )

  it('says what decided between equal points', async () => {
    const table = await makeTable(here.server.address, { name: 'tinyforming' }, [
      { bot: 'random', name: 'Ann' },
      { bot: 'random', name: 'Ben' },
    ])
    const rewrite = (m: Record<string, unknown>) =>
      m.t === 'view' && m.status === 'over'
        ? {
            ...m,
            scores: [
              [4, 0, 0, 1],
              [3, 0, 0, 2],
            ],
            ranks: [1, 2],
            ties: [[4], [3]],
          }
        : m
    const { page, close } = await openTable(here.browser, here.server.address, table, { rewrite })
    await page
      .locator('[data-decided]', { hasText: 'Equal points: the tie-break decided, cities 4 to 3.' })
      .waitFor({ timeout: 60000 })
    expect(await page.locator('[data-tie]').innerText()).toMatch(/Tie-break: cities\s+4\s+3/)
    await close()
  })
})

describe('a read-only table', () => {
  it('says why, and shows what was recorded', async () => {
    const table = await makeTable(here.server.address, { name: 'tic-tac-toe' }, ONE)
    const reason = 'its answer 4 is no longer possible'
    const rewrite = (m: Record<string, unknown>) => {
      if (m.t === 'welcome')
        return { ...m, game: null, table: { ...(m.table as object), hash: undefined, readonly: reason } }
      return m.t === 'view'
        ? {
            t: 'readonly',
            reason,
            lines: [
              { seat: 0, text: 'A: grid 5', spans: [[0, 1, 'seat', 0]] },
              { seat: 1, text: 'B answers', spans: [[0, 1, 'seat', 1]] },
            ],
          }
        : m
    }
    const { page, complaints, close } = await openTable(here.browser, here.server.address, table, { rewrite })
    await page.getByText(reason).waitFor()
    expect(await page.locator('main.kept li').allInnerTexts()).toEqual(
      ['Ann: grid 5', 'Random answers'].map((t) => expect.stringContaining(t)),
    )
    expect([await page.locator('main.kept h1').innerText(), await page.locator('.names').innerText()]).toEqual([
      'Tic-tac-toe',
      expect.stringContaining('Ann'),
    ])
    expect(complaints).toEqual([])
    await close()
  })
})
