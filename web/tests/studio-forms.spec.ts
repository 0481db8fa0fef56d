// The designer's view as somebody uses it who does not write rules: parts as forms, changes that are made, refused and
// taken back, a card from patterns, an action tried step by step.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { atServer } from './support/server'
import { choosePane, expectText, keptFiles, openStudio, PATIENCE, templateFiles } from './support/studio'

const here = atServer()
const FILE = 'harvest.game'

/** The part of that name as a form, once it is of the text as it is. */
async function openPart(page: Page, name: string) {
  await page.locator('.tree input').fill(name)
  await page.locator(`[data-entry="${name}"]`).first().click()
  await page.locator(`[data-form="${name}"]`).waitFor()
}
const ready = (page: Page) => page.locator('[data-parts]').waitFor({ timeout: PATIENCE })
async function openParts(what: string | Record<string, string>, options = {}) {
  const opened = await openStudio(here.browser, here.server.address, what, options)
  await choosePane(opened.page, 'parts')
  await ready(opened.page)
  return opened
}
/** What axe finds in a part of the page. */
async function faults(page: Page, where: string): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async (selector) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(selector)
    return violations.map((v) => `${v.id}: ${v.nodes[0]?.html}`)
  }, where)
}
/** Chooses the first form of a rule that says this. */
async function pick(page: Page, id: string, says: RegExp) {
  const select = page.locator(`[data-pick="${id}"] > select`)
  const all = await select.locator('option').allTextContents()
  const found = all.find((text) => says.test(text))
  expect(found, all.join(' | ')).toBeDefined()
  await select.selectOption({ label: found! })
}

describe('the designer’s view', () => {
  it('changes a number, and only the bytes of that number; refuses what is wrong, at its field', async () => {
    const files = templateFiles('cards')
    const { page, complaints, close } = await openParts(files)
    await openPart(page, 'Mill')
    await page.locator('[data-input="cost"] input').fill('6')
    await page.locator('[data-input="cost"] input').evaluate((input) => { // what it shows from now on
      const seen = ((window as unknown as { seen: string[] }).seen = [] as string[])
      const field = input.closest('[data-input]')!
      const note = () => seen.push(field.querySelector('input')!.value)
      new MutationObserver(note).observe(field, { subtree: true, childList: true, attributes: true })
    })
    await page.locator('.tree input').click() // a field is taken when it is left
    const changed = files[FILE]!.replace('house Mill(5,', 'house Mill(6,')
    await expectText(page, FILE, changed)
    await ready(page)
    expect(new Set(await page.evaluate(() => (window as unknown as { seen: string[] }).seen))).toEqual(new Set(['6']))
    await page.locator('[data-clause="points"] input').fill('')
    await page.locator('[data-clause="points"] input').press('Enter')
    await page.locator('[data-clause="points"] [data-problem]').first().waitFor({ timeout: PATIENCE })
    expect((await keptFiles(page))[FILE]).toBe(changed)
    await page.locator('[data-undo-form]').click()
    await expectText(page, FILE, files[FILE]!)
    await ready(page)
    await page.locator('[data-input="name"] input').fill('Water Mill')
    await page.locator('[data-input="name"] input').press('Enter')
    await expectText(page, FILE, files[FILE]!.replace('house Mill(', 'house "Water Mill"('))
    await page.locator('[data-form="Water Mill"]').waitFor({ timeout: PATIENCE })
    expect(await faults(page, '.parts')).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  it('adds a card with a requirement, an effect and an action without a bracket', async () => {
    const files = templateFiles('cards')
    const { page, complaints, close } = await openParts(files)
    await openPart(page, 'card')
    for (const wire of ['requires', 'action']) {
      const before = await page.locator('[data-parts]').getAttribute('data-parts')
      await page.locator(`[data-wire="${wire}"] button`).click()
      await expect.poll(() => page.locator('[data-parts]').getAttribute('data-parts'), { timeout: PATIENCE }).not.toBe(
        before)
    }
    await page.locator('[data-new="card"]').click()
    await page.locator('[data-new-kind]').selectOption('house')
    await page.locator('[data-new-name]').fill('Bakery')
    await page.locator('[data-new-value="cost"]').fill('4')
    for (const clause of ['requires', 'action', 'effect'])
      await page.locator(`[data-new-clause="${clause}"] input[type="checkbox"]`).check()
    await pick(page, 'new/requires/requires', /stock/)
    await pick(page, 'new/action/action/0', /^pay/)
    await page.locator('[data-new-clause="action"] [data-more-steps]').click()
    await pick(page, 'new/action/action/1', /^gain/)
    await pick(page, 'new/effect/when', /harvested/)
    await pick(page, 'new/effect/then/0', /^gain/)
    await page.locator('[data-new-form] [data-create]').click()
    await page.locator('[data-form="Bakery"] [data-face="Bakery"]').waitFor({ timeout: PATIENCE })
    const text = (await keptFiles(page))[FILE]!
    expect(text).toMatch(/house Bakery\(4\):\n {2}requires: me\.stock\[\w+\] >= 2\n {2}action: pay\(/)
    expect(text.split('\n').filter((line) => !files[FILE]!.split('\n').includes(line)).length).toBeLessThan(12)
    expect(files[FILE]!.split('\n').every((line) => text.includes(line))).toBe(true)
    await expect.poll(() => page.locator('[data-says]').textContent()).toMatch(/Action: pay/)
    await openPart(page, 'Meadow') // some game begins with one in the market
    await page.locator('[data-try-it]').click()
    await expect.poll(() => page.locator('[data-happens]').textContent(), { timeout: PATIENCE }).toMatch(/Meadow/)
    expect(complaints).toEqual([])
    await close()
  })

  it('tries an action step by step, with the line of each step', async () => {
    const { page, complaints, close } = await openStudio(here.browser, here.server.address, templateFiles('cards'))
    await choosePane(page, 'try')
    await page.locator('[data-answer="Buy a card"]').click({ timeout: PATIENCE })
    await page.locator('[data-happens]').waitFor({ timeout: PATIENCE })
    expect(await page.locator('[data-happened="change"]').count()).toBeGreaterThan(1)
    expect(await page.locator('[data-different]').first().textContent()).toMatch(/coin stock\s*3/)
    await page.locator('[data-whole]').check()
    expect(await page.locator('[data-whole-position] tr.other').count()).toBeGreaterThan(0)
    await page.locator('[data-place]').nth(1).click()
    await page.locator('[data-again]').click()
    await page.locator('[data-where]').selectOption({ index: 2 })
    await page.locator('[data-asked]').first().waitFor({ timeout: PATIENCE })
    expect(await faults(page, '.try')).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })

  it('goes from a part to where it matters, and fits a phone', async () => {
    const { page, complaints, close } = await openParts('tic-tac-toe', { viewport: { width: 390, height: 844 },
      hasTouch: true, isMobile: true })
    await openPart(page, 'grid')
    await page.locator('[data-back]').click()
    await page.locator('.tree input').fill('cell')
    await page.locator('[data-entry="cell"]').first().click()
    await page.locator('[data-uses] [data-use]').first().click()
    await page.locator('[data-form]:not([data-form="cell"])').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(complaints).toEqual([])
    await close()
  })
})
