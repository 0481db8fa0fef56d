// Every game in the middle, in the windows of a desk, a notebook, a tablet and a phone: nothing scrolls but parts of
// the page, the board is as high as it should be, no text is cut off that should not be, and a picture of each lies in
// build/screenshots for whoever wants to look.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../src/protocol'
import { atServer, fits, ROOT } from './support/server'
import { gamesOf, hurry, isOver, makeTable, openTable, seatsFor } from './support/table'

const FOLDER = join(ROOT, 'build/screenshots')
const SCREENS = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 1024, height: 700 },
  { width: 820, height: 1180 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
]
/** Of the height of the window: alone in the middle, beside a market, on an upright screen. */
const ALONE = 0.7
const BESIDE = 0.5
const UPRIGHT = 0.42
const soak = process.env.TERRANE_TEST_LEVEL === 'soak'
const THEMES = soak ? (['light', 'dark'] as const) : (['light'] as const)
const ANSWERS = soak ? 150 : 40

const here = atServer()

/** Texts that stand out of their box sideways, where the box does not scroll and shows no dots. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.table *')]
      .filter(
        (e) =>
          e.checkVisibility() &&
          e.scrollWidth > e.clientWidth + 1 &&
          e.clientWidth > 0 &&
          e.textContent?.trim() &&
          !e.closest('.unseen'),
      )
      .filter((e) => getComputedStyle(e).overflowX === 'hidden' && getComputedStyle(e).textOverflow !== 'ellipsis')
      .map((e) => `${e.className}: ${e.textContent?.trim().slice(0, 40)}`),
  )

/** Signs and numbers of a panel that stand over one another. */
const overlaps = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header, .strip, .own, .goal, .supply li, .race, .market li')].flatMap((panel) => {
      const cut = (e: Element) => {
        let box = e.getBoundingClientRect()
        for (let p = e.parentElement; p && p !== panel.parentElement; p = p.parentElement) {
          if (getComputedStyle(p).overflow === 'visible') continue
          const frame = p.getBoundingClientRect()
          const [x, y] = [Math.max(box.x, frame.x), Math.max(box.y, frame.y)]
          box = new DOMRect(x, y, Math.min(box.right, frame.right) - x, Math.min(box.bottom, frame.bottom) - y)
        }
        return box
      }
      const parts = '.chip, [data-number], .name, .score, .cards > span, .phase, .when b, .badge, nav button'
      const all = [...panel.querySelectorAll(parts)]
        .filter((e) => e.checkVisibility() && !e.closest('.unseen, .here'))
        .map((e) => ({ e, box: cut(e) }))
        .filter(({ box }) => box.width > 1 && box.height > 1)
      const over = (a: DOMRect, b: DOMRect) =>
        Math.min(a.right, b.right) - Math.max(a.x, b.x) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.y, b.y) > 1.5
      return all.flatMap(({ e, box }, i) =>
        all.slice(i + 1).filter((o) => !e.contains(o.e) && !o.e.contains(e) && over(box, o.box))
          .map((o) => `${e.className} ${e.textContent?.trim()} over ${o.e.className} ${o.e.textContent?.trim()}`))
    }),
  )

/** Numbers outside of their boxes, captions of the market over one another, a question over the hand, what brings the
 *  board closer over a space of it, a hand over what lies in the middle, and what pulls it up over the question. */
const astray = (page: Page) =>
  page.evaluate(() => {
    const box = (e: Element) => e.getBoundingClientRect()
    const seen = (selector: string) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility())
    const numbers = seen('.own .amounts [data-number]').filter((e) => box(e).right > box(e.closest('li')!).right + 0.5)
    const piles = seen('.market .pile').filter((e) => box(e).width > box(e.closest('li')!).width + 8)
    const hand = seen('.upright .hand')[0]
    const ask = seen('.upright .ask')[0]
    const asked = hand && ask && box(hand).bottom > box(ask).top + 1 ? [ask] : []
    const over = seen('[data-closer]').filter((e) => {
      const { x, y, width, height } = box(e)
      const [top, ...under] = document.elementsFromPoint(x + width / 2, y + height / 2)
      return top !== e || under.some((o) => o.matches('.spot'))
    })
    const meet = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.x, b.x) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.y, b.y) > 1
    const covered = seen('.felt .middle li').filter((e) => seen('.hand .lies').some((card) => meet(box(e), box(card))))
    const pulls = seen('.cards:not(.open) .pull').filter((e) => seen('.ask').some((ask) => meet(box(e), box(ask))))
    const mute = seen('.pull').filter((e) => (e as HTMLElement).innerText.trim().length < 2) // its name is its text
    const all = [...numbers, ...piles, ...asked, ...over, ...covered, ...pulls, ...mute]
    return all.map((e) => `${e.className} ${e.textContent?.slice(0, 30)}`)
  })

/** Names of goals that are cut although what they ask for stands beside them, and what ends a choice out of sight. */
const unseen = (page: Page) =>
  page.evaluate(() => {
    const cut = [...document.querySelectorAll<HTMLElement>('.goal .named')].filter((named) => {
      const [what, asks] = ['.what', '.asks'].map((s) => named.querySelector<HTMLElement>(s)!)
      return what!.scrollWidth > what!.clientWidth && asks!.offsetTop < named.clientHeight
    })
    const frame = document.querySelector('.ask')?.getBoundingClientRect()
    const out = [...document.querySelectorAll('.ask [data-take]')].filter((e) =>
      e.checkVisibility() && e.getBoundingClientRect().bottom > frame!.bottom)
    return [...cut, ...out].map((e) => e.textContent)
  })

/** How much of the window's height the board takes, and how much it should. */
const boardOf = (page: Page) =>
  page.evaluate(
    ([alone, beside, upright]) => {
      const map = document.querySelector('.map')
      const table = document.querySelector('.table')!
      const wanted = table.matches('.upright') ? upright! : document.querySelector('.markets') ? beside! : alone!
      return { part: map ? map.getBoundingClientRect().height / innerHeight : 1, wanted }
    },
    [ALONE, BESIDE, UPRIGHT],
  )

async function look(page: Page, name: string) {
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' })
  expect(await fits(page), name).toBe(true)
  const { part, wanted } = await boardOf(page)
  expect(part, `${name}: height of the board`).toBeGreaterThanOrEqual(wanted - 0.004)
  expect(await cutOff(page), name).toEqual([])
  expect(await overlaps(page), name).toEqual([])
  expect(await unseen(page), name).toEqual([])
  expect(await astray(page), name).toEqual([])
}

/** A page in the middle of a game: a short one is begun again and left at half its length. */
async function middleOf(game: Game, answers = ANSWERS): ReturnType<typeof openTable> {
  const table = await makeTable(here.server.address, game, seatsFor(game, 1, 2))
  const opened = await openTable(here.browser, here.server.address, table, {}, { confirm: 'never' })
  await opened.page.waitForSelector('.table')
  const given = await hurry(opened.page, answers)
  // It goes on, however quickly it was played
  await opened.page.waitForSelector('.answer:not([disabled]), dialog[open]')
  if (!(await isOver(opened.page))) return opened
  await opened.close()
  return middleOf(game, given >> 1)
}

describe('every game on every screen', () => {
  beforeAll(() => {
    mkdirSync(FOLDER, { recursive: true })
  })

  it('fits, and cuts no text off', { timeout: 300000 }, async () => {
    for (const game of await gamesOf(here.server.address)) {
      const { page, complaints, close } = await middleOf(game)
      for (const theme of THEMES)
        for (const screen of SCREENS) {
          await page.emulateMedia({ colorScheme: theme })
          await page.setViewportSize(screen)
          await look(page, `${game.name}-${screen.width}x${screen.height}-${theme}`)
        }
      expect(complaints, game.name).toEqual([])
      await close()
    }
  })
})
