// A game printed from the page: what comes out of the printer are sheets of the paper that was chosen, without a page
// that is blank, with texts that can be found in it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atServer, openPage } from './support/server'

describe('a print from the page', () => {
  const here = atServer()
  let folder = ''
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'terrane-print-'))))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const ask = (tool: string, ...words: string[]) => execFileSync(tool, words, { encoding: 'utf8' })

  it('has the sheets one sees, each on its paper, and opens from its address', async () => {
    const { page, complaints, close } = await openPage(here.browser, here.server.address, '/rules/tinyforming')
    await page.click('[data-print]')
    await page.waitForURL('**/print/tinyforming')
    await page.locator('.printed .sheet').first().waitFor()
    await page.locator('[data-paper]').selectOption('letter')
    await page.locator('[data-part="rules"]').uncheck()
    await page.waitForURL('**/print/tinyforming?paper=letter&parts=cards*')
    const sheets = await page.locator('.printed .sheet').count()
    expect(sheets).toBeGreaterThan(8)
    const path = join(folder, 'page.pdf')
    writeFileSync(path, await page.pdf({ preferCSSPageSize: true, printBackground: true }))
    const said = ask('pdfinfo', '-f', '1', '-l', String(sheets), path)
    expect(said).toMatch(new RegExp(`Pages: +${sheets}\n`))
    expect(said.match(/size: +612 x 79[12]/g)?.length).toBe(sheets)
    const text = ask('pdftotext', '-layout', path, '-')
    for (const word of ['Greenhouses', 'Power Grid', 'Player 2', 'Tokens']) expect(text).toContain(word)
    await page.goto(`${here.server.address}/print/connect-four?parts=boards&paper=letter`)
    await page.locator('.printed.letter .sheet').first().waitFor()
    expect(await page.locator('.printed .sheet').count()).toBe(1)
    expect(complaints).toEqual([])
    await page.goto(`${here.server.address}/print/nosuchgame`)
    await page.locator('.message a').waitFor()
    await close()
  })
})
