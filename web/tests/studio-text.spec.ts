// The text of a project: what is typed is kept and checked, a mistake is told and mended, and what was right stays
// beside it as long as the text is wrong.
import { describe, expect, it } from 'vitest'
import { atServer } from './support/server'
import {
  changeText, choosePane, expectText, keptFiles, openStudio, PATIENCE, templateFiles, writeText,
} from './support/studio'

const here = atServer()

describe('the text of a project', () => {
  it('comes by a link, is kept as it is typed, and a mistake is told and mended', async () => {
    const files = templateFiles('cards')
    const { page, complaints, close } = await openStudio(here.browser, here.server.address, files)
    await page.locator('[data-face="Mill"]').first().waitFor({ timeout: PATIENCE })
    await changeText(page, 'house Mill(5', 'house Forge(nonsense')
    await expectText(page, 'harvest.game', files['harvest.game']!.replace('house Mill(5', 'house Forge(nonsense'))
    await page.locator('[data-old]').waitFor({ timeout: PATIENCE })
    expect(await page.locator('[data-face="Mill"]').count()).toBeGreaterThan(0)
    await changeText(page, 'Forge(nonsense', 'Forge(6')
    await page.locator('[data-face="Forge"][data-mark="new"]').first().waitFor({ timeout: PATIENCE })
    expect(await page.locator('[data-old]').count()).toBe(0)
    expect((await keptFiles(page, 'saved'))['harvest.game']).toBe(files['harvest.game'])
    await choosePane(page, 'rules')
    await page.locator('[data-rules]').waitFor()

    const begun = `${files['harvest.game']!}def over:\n  ` // a verb that is chosen comes with its brackets
    await writeText(page, begun)
    await page.keyboard.type('wi')
    const verb = page.locator('.cm-tooltip-autocomplete .cm-completionLabel').getByText('win', { exact: true })
    await verb.dispatchEvent('mousedown') // the list may reach below the window
    await page.keyboard.type('me')
    await expectText(page, 'harvest.game', `${begun}win(me)`)
    await page.setViewportSize({ width: 920, height: 700 })
    await expect.poll(() => page.locator('[data-editor] .cm-scroller').evaluate((text) => text.scrollWidth -
      text.clientWidth)).toBe(0) // long lines are wrapped
    expect(complaints).toEqual([])
    await close()
  })
})
