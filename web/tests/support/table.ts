// Tables for the tests of the browser: made over HTTP, opened with the token of the host, played by clicks on what the
// page marks, and brought to the middle of a game quickly.
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Game, NewTable } from '../../src/protocol'
import { openPage, type PageOptions } from './server'

export const PATIENCE = 20000 // with nothing to click, in milliseconds
export const SEED = 7 // what comes up is the same each time

export const gamesOf = async (address: string): Promise<Game[]> =>
  (await fetch(`${address}/api/games`)).json() as Promise<Game[]>

export async function makeTable(
  address: string,
  game: Pick<Game, 'name'>,
  seats: NewTable['seats'],
  more: Partial<NewTable> = {},
) {
  const body = { game: game.name, options: {}, seats, listed: false, seed: SEED, clock: null, ...more }
  const answer = await fetch(`${address}/api/tables`, { method: 'POST', body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`no table: ${await answer.text()}`)
  return (await answer.json()) as { id: string; token: string }
}

/** Up to `persons` people and `bots` bots, as the game permits: people go first. */
export function seatsFor(game: Game, persons: number, bots: number): NewTable['seats'] {
  const n = Math.max(game.players[0], Math.min(persons + bots, game.players[1]))
  return Array.from({ length: n }, (_, i) => (i < persons ? { bot: null, name: ['Ann', 'Ben'][i] } : { bot: 'random' }))
}

/** The page of who holds the token, with what this browser is to remember. */
export async function openTable(
  browser: Browser,
  address: string,
  table: { id: string; token?: string },
  options: PageOptions = {},
  settings: object = {},
) {
  const origins = [
    {
      origin: address,
      localStorage: [
        { name: 'terrane.settings', value: JSON.stringify({ name: 'Ben', pace: 'off', hints: false, ...settings }) },
        ...(table.token ? [{ name: `terrane.token.${table.id}`, value: table.token }] : []),
      ],
    },
  ]
  return openPage(browser, address, `/table/${table.id}`, { storageState: { cookies: [], origins }, ...options })
}

/** Takes a free seat by the link of a table. */
export async function sitDown(page: Page, seat: number) {
  await page.waitForSelector('[data-join]')
  const choice = page.locator(`[data-seat="${seat}"]`)
  if ((await choice.count()) > 0) await choice.check()
  await page.click('[data-join]')
  await page.waitForSelector('.table')
}

export const isOver = (page: Page) => page.getByRole('heading', { name: 'The game is over' }).first().isVisible()
export const isAsked = async (page: Page) => (await page.locator('.answer:not([disabled])').count()) > 0

/** Gives the first answer for whoever is asked, until something is so. */
export async function playUntil(pages: Page[], so: () => Promise<boolean>, most = 100) {
  const asked = async () => (await Promise.all(pages.map(isAsked))).indexOf(true)
  for (let answers = 0; answers < most; answers++) {
    await expect.poll(async () => (await so()) || (await asked()) >= 0, { timeout: PATIENCE }).toBe(true)
    if (await so()) return
    await pages[await asked()]?.keyboard.press('1')
  }
  throw new Error(`${most} answers, and it is not so`)
}

/** Small numbers that look random and are the same each time. */
export function chances(seed: number) {
  let state = seed >>> 0 || 1
  return (below: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** Clicks one of the things the page marks, wherever they lie; what is asked back is confirmed. False: nothing is
 *  marked. */
export async function clickMarked(page: Page, chance: (below: number) => number): Promise<boolean> {
  const seen = (selector: string) => page.locator(selector).filter({ visible: true })
  const marked = [
    'dialog[open] .ways button',
    '.cell.legal',
    '.place.legal',
    '.card.playable .cover',
    '.tile.playable',
    '.goal.legal',
    '.answer:not([disabled])',
  ]
  const confirm = seen('[data-confirm]')
  const sure = await confirm.count()
  if (sure > 0) return press(confirm.nth(chance(sure)))
  const take = seen('[data-take]:not([disabled])')
  if ((await take.count()) > 0 && chance(3) > 0) return press(take)
  const counts = await Promise.all(
    marked.map(async (selector) => ({ all: seen(selector), n: await seen(selector).count() })),
  )
  const some = counts[0]!.n > 0 ? [counts[0]!] : counts.filter((c) => c.n > 0)
  if (some.length === 0) return false
  const { all, n } = some[chance(some.length)]!
  return press(all.nth(chance(n)))
}

/** What was marked may be gone by now: somebody else was faster, or the question is another one. */
async function press(what: ReturnType<Page['locator']>): Promise<boolean> {
  await what.click({ timeout: 2000 }).catch(async (e: Error) => {
    if (await what.isVisible().catch(() => false)) throw e
  })
  return true
}

/** Answers up to `answers` questions from the list inside the page, the way keys do, and waits for the next one or
 *  the end; for getting to the middle of a game. */
export const hurry = (page: Page, answers: number) =>
  page.evaluate(async (most) => {
    const one = (selector: string) => document.querySelector<HTMLButtonElement>(selector)
    const enabled = '.answer:not([disabled])'
    const LONGEST = 2000 // rounds of waiting for something to answer
    let given = 0
    let idle = 0
    while (idle < LONGEST && !one('dialog[open]') && !(given >= most && one(enabled))) {
      const all = document.querySelectorAll<HTMLButtonElement>(enabled)
      const button =
        given >= most
          ? undefined
          : (one('[data-confirm]') ??
            (given % 3 ? one('[data-take]:not([disabled])') : null) ??
            all[(given * 7) % Math.max(1, all.length)])
      if (button) {
        button.click()
        given++
      }
      idle = button ? 0 : idle + 1
      await new Promise((done) => setTimeout(done, 15))
    }
    return given
  }, answers)
