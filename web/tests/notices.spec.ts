// Being told when one does not look: by the page behind another, by receivers of the server, by mail.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createMailbox } from 'node:net'
import type { AddressInfo, Server as Mailbox } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atServer, ROOT } from './support/server'
import { makeTable, openTable, sitDown } from './support/table'

const here = atServer()
const got: Record<string, string>[] = [] // by a receiver of the operator
const mails: string[] = []
let web: Server
let mailbox: Mailbox
let server: ChildProcess
let address = ''
const folder = mkdtempSync(join(tmpdir(), 'terrane-notices-'))
const portOf = (s: { address(): unknown }) => (s.address() as AddressInfo).port

/** As much of a mail server as one mail after another needs. */
const takeMails = () =>
  createMailbox((socket) => {
    let text = ''
    let mail: string | null = null
    socket.write('220 here\r\n')
    socket.on('data', (bytes) => {
      text += bytes
      for (let end; (end = text.indexOf('\r\n')) >= 0; text = text.slice(end + 2)) {
        const line = text.slice(0, end)
        if (mail !== null && line === '.') {
          mails.push(mail)
          mail = null
          socket.write('250 kept\r\n')
        } else if (mail !== null) mail += `${line}\n`
        else if (line === 'DATA') {
          mail = ''
          socket.write('354 go on\r\n')
        } else socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n')
      }
    })
    socket.on('error', () => {})
  })

const wordsOf = (mail: string) => Buffer.from(mail.slice(mail.indexOf('\n\n')), 'base64').toString()

beforeAll(async () => {
  web = createServer((request, answer) => {
    let body = ''
    request.on('data', (bytes) => (body += bytes))
    request.on('end', () => {
      got.push(JSON.parse(body))
      answer.end()
    })
  })
  mailbox = takeMails()
  await Promise.all([web, mailbox].map((s) => new Promise<void>((done) => s.listen(0, '127.0.0.1', done))))
  const config = {
    site: 'https://play.example', after: 0,
    mail: { server: `smtp://127.0.0.1:${portOf(mailbox)}`, from: 'play@play.example' },
    hooks: { club: { format: 'json', url: `http://127.0.0.1:${portOf(web)}/` } },
  }
  writeFileSync(join(folder, 'notices.json'), JSON.stringify(config))
  const flags = ['serve', '--port', '0', '--data', join(folder, 'data'), '--web', join(ROOT, 'web/dist'),
    '--per-address', '0', '--notices', join(folder, 'notices.json')]
  server = spawn(process.env.TERRANE ?? join(ROOT, 'build/release/terrane'), flags,
    { env: { ...process.env, TERRANE_GAMES: join(ROOT, 'games') } })
  address = await new Promise((done, fail) => {
    server.stdout!.on('data', (bytes) => done(/http:\/\/[^/]+/.exec(String(bytes))![0]))
    server.on('exit', (code) => fail(new Error(`the server ended with ${code}`)))
  })
})
afterAll(async () => {
  const ended = new Promise((done) => server.removeAllListeners('exit').on('exit', done))
  server.kill()
  await ended
  web.close()
  mailbox.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Before somebody or not, as browsers say it. */
const hide = (page: Page, hidden: boolean) =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => is })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

/** Notifications of the page are collected in place of shown; permission is given when it is asked for. */
function collect() {
  const shown: string[] = []
  let permission = 'default'
  class Collected {
    static get permission() {
      return permission
    }
    static async requestPermission() {
      return (permission = 'granted')
    }
    constructor(title: string, options: { body: string }) {
      shown.push(`${title}: ${options.body}`)
    }
    close() {}
  }
  Object.assign(window, { Notification: Collected, shown })
}
const shownOn = (page: Page) => page.evaluate(() => (window as unknown as { shown: string[] }).shown)

describe('who does not look', () => {
  it('is told by the page, by a receiver and by mail, until they want it no more', async () => {
    const table = await makeTable(address, { name: 'tic-tac-toe' }, [{ bot: null, name: 'Ann' }, { bot: null }])
    const ann = await openTable(here.browser, address, table, { init: collect }, { name: 'Ann' })
    const ben = await openTable(here.browser, address, { id: table.id })
    await sitDown(ben.page, 1)
    const { page } = ann
    await page.click('[data-open="people"]')
    await page.locator('[data-notices] summary').click()
    await page.check('[data-here]')
    await page.check('[data-hook="club"]')
    await page.fill('[data-mail]', 'ann@mail.example')
    await page.getByRole('button', { name: 'Send a code' }).click()
    await expect.poll(() => mails.length).toBe(1)
    await page.fill('[data-code]', /code is (\d{6})/.exec(wordsOf(mails[0]!))![1]!)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.locator('[data-code]').waitFor({ state: 'detached' })
    expect(await page.isChecked('[data-hook="club"]')).toBe(true)
    await page.keyboard.press('Escape')
    await page.locator('.cell.legal').first().click()
    await hide(page, true)
    await ben.page.waitForSelector('.cell.legal')
    expect([got.length, mails.length]).toEqual([0, 1])
    await ben.page.locator('.cell.legal').first().click()
    await expect.poll(() => [got.length, mails.length]).toEqual([1, 2])
    expect(got[0]).toMatchObject({ name: 'Ann', others: 'Ben', link: `https://play.example/table/${table.id}` })
    await expect.poll(() => shownOn(page)).toEqual(['Tic-tac-toe: It is your turn at Tic-tac-toe.'])
    await hide(page, false)
    // The link in the mail: one click
    const key = /\?quiet=(\w{22})/.exec(wordsOf(mails[1]!))![1]!
    await page.goto(`${address}/table/${table.id}?quiet=${key}`)
    await page.getByText('No more mails about this table.').waitFor()
    expect(page.url()).toBe(`${address}/table/${table.id}`)
    await page.locator('.cell.legal').first().click()
    await ben.page.waitForSelector('.cell.legal')
    await page.close()
    await ben.page.locator('.cell.legal').first().click()
    await expect.poll(() => got.length).toBe(2)
    expect(mails.length).toBe(2)
    expect([ann.complaints, ben.complaints]).toEqual([[], []])
    await ann.close()
    await ben.close()
  })
})
