// What makes a table pleasant, held to numbers: paying in one dialog, a plan that is carried out, what was missed shown
// after all, animations that cost nothing, a first paint that comes soon and stays, and everything by the keyboard.
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atServer, openPage, type PageOptions } from './support/server'
import { isOver, makeTable, openTable, sitDown } from './support/table'

const here = atServer()
const TITANIUM = 1 // the seed with which the first corporation owns some, and cards of the first hand take it
const PHONE: PageOptions = { viewport: { width: 390, height: 844 }, hasTouch: true }
const MOVING: PageOptions = { reducedMotion: 'no-preference' }

const seats = (bots: number) => [{ bot: null, name: 'Ann' }, ...Array.from({ length: bots }, () => ({ bot: 'greedy' }))]

/** A table of Mars with all cards of the first hand bought. */
async function atMars(options: PageOptions = {}, settings: object = {}, bots = 1, seed = TITANIUM) {
  const table = await makeTable(here.server.address, { name: 'mars' }, seats(bots), { seed })
  const opened = await openTable(here.browser, here.server.address, table, options, { confirm: 'never', ...settings })
  await begin(opened.page)
  return { ...opened, table }
}

async function begin(page: Page, cards = 3) {
  await page.waitForSelector('.answer')
  await page.keyboard.press('1')
  await page.waitForSelector('[data-take]')
  for (let i = 0; i < cards; i++) await page.locator('.answer').nth(i).click()
  await page.locator('[data-take]').click()
}

describe('paying', () => {
  /** Convoy From Europa costs 15, of which titanium may pay; the socket tells what is sent. */
  async function paying(options: PageOptions = {}) {
    const table = await makeTable(here.server.address, { name: 'mars' }, seats(1), { seed: TITANIUM })
    const opened = await openTable(here.browser, here.server.address, table, options, { confirm: 'never' })
    const { page } = opened
    const sent: { t: string; path?: number[] }[] = []
    page.on('websocket', (ws) => ws.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload)))))
    await page.reload()
    await page.waitForSelector('.answer')
    await page.keyboard.press('1')
    await page.waitForSelector('[data-take]')
    const list = page.locator('[data-list]') // of a phone
    if ((await list.count()) > 0) await list.click()
    await page.locator('.answer', { hasText: 'Convoy From Europa' }).click()
    await page.locator('[data-take]').click()
    await page.locator('.answer', { hasText: 'Play a card' }).click()
    await page.locator('[data-pay], .answer:has-text("Convoy")').first().waitFor()
    if ((await page.locator('[data-pay]').count()) === 0) await page.locator('.answer', { hasText: 'Convoy' }).click()
    await page.locator('[data-pay]').waitFor()
    sent.length = 0
    return { ...opened, sent }
  }
  const counts = (page: Page) => page.locator('.part .of b').allTextContents()

  it('on a phone held sideways ends by a button that is in sight', async () => {
    const { page, close } = await paying({ viewport: { width: 844, height: 375 }, hasTouch: true })
    const seen = await page.locator('[data-pay-now]').evaluate((e) => {
      const { x, y, width, height } = e.getBoundingClientRect()
      return [3, height / 2, height - 3].every((down) => e.contains(document.elementFromPoint(x + width / 2, y + down)))
    })
    expect(seen).toBe(true)
    await page.locator('[data-pay-now]').tap()
    await page.locator('[data-pay]').waitFor({ state: 'detached' })
    await close()
  })

  it('has a slider for each thing that is accepted: one moves the other way, and what is wasted is said', async () => {
    const { page, complaints, close } = await paying()
    expect(await page.locator('.part').count()).toBe(2)
    const seen = await page.locator('.part, [data-pay-now]').evaluateAll((all) => all.map((e) => {
      const { x, y, width, height } = e.getBoundingClientRect()
      return e.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    }))
    expect(seen).toEqual([true, true, true]) // nothing cuts it
    const [first] = await page.locator('.part input[type=range]').all()
    await first!.focus()
    await page.keyboard.press('Home')
    expect(await counts(page)).toEqual(['0', '15'])
    await page.keyboard.press('ArrowRight')
    const [titanium, money] = (await counts(page)).map(Number)
    expect(titanium).toBe(1)
    expect(money).toBeLessThan(15)
    await page.keyboard.press('End')
    const worth = (15 - money!) * Number((await counts(page))[0])
    const wasted = await page.locator('[data-wasted]').count()
    expect(wasted).toBe(worth > 15 ? 1 : 0)
    expect(complaints).toEqual([])
    await close()
  })

  it('keeps what one wants to keep, and all of it is one path', async () => {
    const { page, sent, complaints, close } = await paying()
    await page.getByRole('button', { name: 'Keep money' }).click()
    const [titanium, money] = (await counts(page)).map(Number)
    expect(titanium).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Keep titanium' }).click()
    expect(await counts(page)).toEqual(['0', '15'])
    await page.getByRole('button', { name: 'Keep money' }).click()
    expect((await counts(page)).map(Number)).toEqual([titanium, money])
    await page.locator('[data-pay-now]').click()
    await page.locator('[data-pay]').waitFor({ state: 'detached' })
    const answers = sent.filter((m) => m.t === 'answer')
    expect(answers).toHaveLength(1)
    expect(answers[0]!.path!.length).toBeGreaterThan(0)
    await page.locator('.log li', { hasText: 'Convoy From Europa' }).first().waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('has steppers on a phone, and no slider', async () => {
    const { page, complaints, close } = await paying(PHONE)
    expect(await page.locator('.part input').first().isVisible()).toBe(false)
    const before = (await counts(page)).map(Number)
    const less = page.getByRole('button', { name: /less titanium/i })
    await less.click()
    const after = (await counts(page)).map(Number)
    expect(after[0]).toBe(before[0]! - 1)
    expect(after[1]).toBeGreaterThan(before[1]!)
    await page.locator('[data-pay-now]').click()
    await page.locator('[data-pay]').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a plan', () => {
  async function waiting() {
    const two = [{ bot: null, name: 'Ann' }, { bot: null, name: 'Ben' }]
    const table = await makeTable(here.server.address, { name: 'mars' }, two, { seed: TITANIUM })
    const ann = await openTable(here.browser, here.server.address, table, {}, { confirm: 'never' })
    await ann.page.waitForSelector('.table')
    const ben = await openTable(here.browser, here.server.address, { id: table.id }, {}, { confirm: 'never' })
    await sitDown(ben.page, 1)
    for (const { page } of [ann, ben]) await begin(page, 4)
    await ann.page.locator('.answer', { hasText: 'Pass' }).waitFor()
    await ben.page.getByText('Waiting for Ann').waitFor()
    return { ann, ben }
  }
  const pick = (page: Page, name: string) => page.locator(`.hand .cover[aria-label^="${name}"]`).click()

  it('is carried out when one is asked', async () => {
    const { ann, ben } = await waiting()
    await pick(ben.page, 'Callisto Penal Mines')
    await ben.page.locator('[data-planned] [data-row]').waitFor()
    await ann.page.locator('.answer', { hasText: 'Pass' }).click()
    await ben.page.locator('.log li', { hasText: /plays.*Callisto Penal Mines/ }).first().waitFor()
    expect([...ann.complaints, ...ben.complaints]).toEqual([])
    await ann.close()
    await ben.close()
  })

  it('can be dropped, and is dropped with a word where it cannot be carried out', async () => {
    const { ann, ben } = await waiting()
    await pick(ben.page, 'Worms')
    await ben.page.locator('[data-planned]').waitFor()
    await pick(ben.page, 'Worms')
    await ben.page.locator('[data-planned]').waitFor({ state: 'detached' })
    await pick(ben.page, 'Worms')
    await ann.page.locator('.answer', { hasText: 'Pass' }).click()
    await ben.page.getByText('Worms cannot be played now').waitFor()
    expect(await ben.page.locator('.hand [role=tab] .n').first().innerText()).toBe('4')
    expect(await ben.page.locator('.answer:not([disabled])').count()).toBeGreaterThan(0)
    expect([...ann.complaints, ...ben.complaints]).toEqual([])
    await ann.close()
    await ben.close()
  })
})

describe('what was missed', () => {
  it('while others were far ahead can be shown after all', async () => {
    const { page, complaints, close } = await atMars({}, { pace: 'slow' }, 4)
    await page.locator('.answer', { hasText: 'Pass' }).click()
    const missed = page.locator('[data-missed]')
    await missed.waitFor()
    const n = Number(/\d+/.exec(await missed.innerText())![0])
    expect(n).toBeGreaterThan(2)
    const lines = () => page.locator('ol.log li').count()
    const now = await lines()
    await missed.click()
    await page.locator('[data-banner]').waitFor()
    expect(await lines()).toBeLessThan(now) // the drawing is back where it was
    const said = await page.locator('[data-banner] .words').innerText()
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.keyboard.press(' ')
    await page.waitForFunction(
      (before) => document.querySelector<HTMLElement>('[data-banner] .words')?.innerText !== before, said)
    await page.keyboard.press('Escape')
    await page.locator('[data-banner]').waitFor({ state: 'detached' })
    await expect.poll(lines).toBeGreaterThanOrEqual(now)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('motion', () => {
  /** What the animations of some answers change, and of what. */
  const changed = (page: Page, answers: number) =>
    page.evaluate(async (most) => {
      const found = new Set<string>()
      const note = () => {
        for (const a of document.getAnimations())
          for (const frame of (a.effect as KeyframeEffect | null)?.getKeyframes() ?? [])
            for (const key of Object.keys(frame))
              if (!['offset', 'computedOffset', 'easing', 'composite'].includes(key)) found.add(key)
      }
      for (let i = 0; i < most; i++) {
        const take = document.querySelector<HTMLButtonElement>('[data-confirm], [data-take]:not([disabled])')
        const all = document.querySelectorAll<HTMLButtonElement>('.answer:not([disabled])')
        ;(take ?? all[(i * 7) % Math.max(1, all.length)])?.click()
        for (let k = 0; k < 4; k++) {
          note()
          await new Promise((done) => requestAnimationFrame(done))
        }
      }
      return [...found].sort()
    }, answers)

  it('changes only what needs no new layout and no new drawing', async () => {
    const { page, close } = await atMars(MOVING, { pace: 'quick' }, 2)
    const keys = await changed(page, 60)
    expect(keys).toContain('transform')
    expect(keys.filter((key) => !['transform', 'opacity', 'translate', 'scale'].includes(key))).toEqual([])
    await close()
  })

  /** What the main thread did since it was asked last: how often, and how long by its own clock, which stands still
   *  while other programs run. */
  async function meterOf(page: Page) {
    const cdp = await page.context().newCDPSession(page)
    // Not among the typed ones, and the only clock of that kind
    await (cdp.send as (what: string, how: object) => Promise<unknown>)('Performance.enable', {
      timeDomain: 'threadTicks',
    })
    const read = async () =>
      new Map((await cdp.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value] as const))
    let before = await read()
    return async () => {
      const now = await read()
      const since = (name: string) => now.get(name)! - before.get(name)!
      const did = { layouts: since('LayoutCount'), script: since('ScriptDuration') }
      before = now
      return did
    }
  }

  /** So long does this machine take for a work of the same sort: strings and small objects, as a beat. */
  const calibrate = (page: Page) =>
    page.evaluate(() => new Promise<number>((done) => {
      const work = () => {
        let n = 0
        for (let i = 0; i < 400; i++) {
          const all = Array.from({ length: 200 }, (_, k) => ({ key: `${k}.${i}`, at: [k, i], text: 'a'.repeat(k % 9) }))
          n += JSON.stringify(all.map((o) => ({ ...o, more: o.text + o.key }))).length
        }
        done(n)
      }
      setTimeout(work) // what a debugger runs is not counted
    }))

  it('leaves time for the frames of a beat', { timeout: 180000 }, async () => {
    const { page, close } = await atMars({ ...MOVING, viewport: { width: 1280, height: 720 } }, { pace: 'quick' }, 2)
    await changed(page, 30) // into the game: a hand, tiles, a log
    await page.evaluate(() => {
      const seen = new WeakSet<Element>()
      const count = (globalThis as unknown as { beats: number[] }).beats = [0]
      new MutationObserver(() => {
        const banner = document.querySelector('[data-banner]')
        if (banner && !seen.has(banner)) (seen.add(banner), count[0]!++)
      }).observe(document.body, { childList: true, subtree: true })
    })
    const meter = await meterOf(page)
    await calibrate(page)
    const unit = (await meter()).script
    await page.waitForFunction(() => {
      const take = document.querySelector<HTMLButtonElement>('[data-confirm], [data-take]:not([disabled])')
      const all = document.querySelectorAll<HTMLButtonElement>('.answer:not([disabled])')
      if (!document.querySelector('[data-banner]')) (take ?? all[all.length - 1])?.click()
      return (globalThis as unknown as { beats: number[] }).beats[0]! >= 20
    }, null, { polling: 200, timeout: 150000 })
    const did = await meter()
    const beats = await page.evaluate(() => (globalThis as unknown as { beats: number[] }).beats[0]!)
    // From run to run 3.9 to 4.7 and 0.37 to 0.53, as what a beat shows differs: these are for what is much worse.
    expect(did.layouts / beats).toBeLessThanOrEqual(6)
    expect(did.script / beats / unit).toBeLessThanOrEqual(0.65)
    await close()
  })

  it('does not run at all where it is reduced', async () => {
    const { page, close } = await atMars({}, { pace: 'quick' }, 2)
    expect(await changed(page, 60)).toEqual([])
    await close()
  })
})

describe('a page', () => {
  const MOST = 130_000 // bytes of scripts and styles that a player is sent, compressed

  it('is small: what is loaded to play', async () => {
    const { page, close } = await atMars()
    await page.locator('.answer', { hasText: 'Pass' }).waitFor()
    const sizes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter((e) => e.name.endsWith('.js') || e.name.endsWith('.css'))
        .map((e) => e.encodedBodySize))
    expect(sizes.length).toBeGreaterThan(1)
    expect(sizes.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(MOST)
    await close()
  })

  const FIRST = 350 // milliseconds until something is painted, on a machine that does nothing else

  /** How many times as long a work takes as it should, because other programs run: its time by the clock on the wall
   *  over its time by the clock of the thread. At least 1. */
  async function crowdOf(page: Page): Promise<number> {
    const cdp = await page.context().newCDPSession(page)
    await (cdp.send as (what: string, how: object) => Promise<unknown>)('Performance.enable', {
      timeDomain: 'threadTicks',
    })
    const script = async () =>
      (await cdp.send('Performance.getMetrics')).metrics.find((m) => m.name === 'ScriptDuration')!.value * 1000
    const before = await script()
    const wall = await page.evaluate(() => new Promise<number>((done) => {
      const work = () => {
        const began = performance.now()
        const rows = Array.from({ length: 120000 }, (_, i) => ({ key: `${i % 977}`, at: i }))
        const text = JSON.stringify(rows.sort((a, b) => a.key.localeCompare(b.key)))
        done(performance.now() - began + (text.length > 0 ? 0 : 1))
      }
      setTimeout(work) // what a debugger runs is not counted
    }))
    return Math.max(1, wall / ((await script()) - before))
  }

  it('is painted soon, and stays where it is painted', async () => {
    const { table, close, page } = await atMars()
    await page.locator('.answer', { hasText: 'Pass' }).waitFor()
    const storageState = await page.context().storageState()
    await close()
    const paints: number[] = []
    for (let i = 0; i < 5; i++) {
      const opened = await openPage(here.browser, here.server.address, `/table/${table.id}`, {
        storageState,
        init: () => {
          const shifts = ((globalThis as unknown as { shifts: number[] }).shifts = [] as number[])
          new PerformanceObserver((list) => {
            for (const e of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
              if (!e.hadRecentInput) shifts.push(e.value)
          }).observe({ type: 'layout-shift', buffered: true })
        },
      })
      await opened.page.locator('.answer:not([disabled])').first().waitFor()
      await opened.page.waitForLoadState('networkidle')
      const { paint, shifts } = await opened.page.evaluate(() => ({
        paint: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
        shifts: (globalThis as unknown as { shifts: number[] }).shifts,
      }))
      paints.push(paint / (await crowdOf(opened.page)))
      expect(shifts.reduce((sum, n) => sum + n, 0)).toBeLessThan(0.01)
      await opened.close()
    }
    expect(Math.min(...paints)).toBeLessThanOrEqual(FIRST)
  })
})

describe('the keyboard alone', () => {
  it('plays a whole game', async () => {
    const table = await makeTable(here.server.address, { name: 'connect-four' }, seats(1))
    const { page, complaints, close } = await openTable(here.browser, here.server.address, table)
    await page.waitForSelector('.cell.legal')
    for (let move = 0; move < 25 && !(await isOver(page)); move++) {
      await page.waitForFunction(() => document.querySelector('.cell.legal, dialog[open]'))
      if (await isOver(page)) break
      await page.keyboard.press('m')
      await page.waitForFunction(() => document.activeElement?.closest('.cell.legal'))
      for (let i = 0; i < (move * 3) % 5; i++) await page.keyboard.press('ArrowRight')
      const before = await page.locator('ol.log li').count()
      await page.keyboard.press('Enter')
      await page.waitForFunction(
        (n) => document.querySelectorAll('ol.log li').length > n || document.querySelector('dialog[open]'), before)
    }
    expect(await isOver(page)).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })

  it('comes to every control of a table, and shows where it is', { timeout: 120000 }, async () => {
    const { page, close } = await atMars()
    await page.locator('.answer', { hasText: 'Pass' }).waitFor()
    const wanted = await page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLElement>('button, a[href], input, select, [tabindex="0"]')]
      const seen = all.filter((e) => e.tabIndex >= 0 && e.checkVisibility() && !(e as HTMLButtonElement).disabled)
      seen.forEach((e, i) => e.setAttribute('data-nth', String(i)))
      return seen.length
    })
    const reached = new Set<string>()
    const unseen: string[] = []
    for (let i = 0; i < wanted + 8; i++) {
      await page.keyboard.press('Tab')
      const { nth, shows, what } = await page.evaluate(() => {
        const e = document.activeElement as HTMLElement
        const style = getComputedStyle(e)
        const outlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0
        return { nth: e.dataset.nth, shows: outlined || !!document.querySelector('.pointed'), what: e.outerHTML.slice(0,
          90) }
      })
      if (nth === undefined) continue
      reached.add(nth)
      if (!shows) unseen.push(what)
    }
    expect(unseen).toEqual([])
    expect(reached.size).toBe(wanted)
    await close()
  })
})
