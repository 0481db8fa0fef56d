// A server of its own with an empty store, and a browser: Debian's chromium, never one that a tool fetched.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'

export const ROOT = process.env.ROOT ?? resolve(import.meta.dirname, '../../..')
const PROGRAM = process.env.TERRANE ?? join(ROOT, 'build/release/terrane')

export class TestServer {
  private constructor(
    readonly address: string,
    private readonly process: ChildProcess,
    private readonly data: string,
  ) {}

  static start(data = mkdtempSync(join(tmpdir(), 'terrane-page-')), port = '0', web = join(ROOT, 'web/dist')):
    Promise<TestServer> {
    const flags = ['serve', '--port', port, '--data', data, '--web', web, '--per-address', '0']
    const child = spawn(PROGRAM, flags, { env: { ...process.env, TERRANE_GAMES: join(ROOT, 'games') } })
    return new Promise((done, fail) => {
      let said = ''
      child.stdout.on('data', (bytes) => {
        said += bytes
        const address = /http:\/\/[^/]+/.exec(said)?.[0]
        if (address) done(new TestServer(address, child, data))
      })
      child.on('exit', (code) => fail(new Error(`the server ended with ${code}: ${said}`)))
    })
  }

  private end(signal: NodeJS.Signals): Promise<void> {
    const { exitCode, signalCode } = this.process
    if (exitCode !== null || signalCode !== null) return Promise.resolve() // it was killed before
    return new Promise((done) => {
      this.process.removeAllListeners('exit')
      this.process.on('exit', () => done())
      this.process.kill(signal)
    })
  }

  async stop() {
    await this.end('SIGTERM')
    rmSync(this.data, { recursive: true, force: true })
  }

  /** Killed, with its store kept. */
  kill(): Promise<void> {
    return this.end('SIGKILL')
  }

  /** Killed, and started again with the same store at the same address. */
  async crash(): Promise<TestServer> {
    await this.kill()
    return TestServer.start(this.data, new URL(this.address).port)
  }
}

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ],
  })

/** A server and a browser for all tests of a file or a group; a test that kills the server puts its successor here. */
export function atServer() {
  const at = {} as { server: TestServer; browser: Browser }
  beforeAll(async () => {
    ;[at.server, at.browser] = await Promise.all([TestServer.start(), startBrowser()])
  })
  afterAll(async () => {
    await at.browser?.close()
    await at.server?.stop()
  })
  return at
}

export interface PageOptions extends BrowserContextOptions {
  /** First games are taught; notes would lie before what is clicked otherwise. */
  taught?: boolean
  /** Runs in the page before anything else. */
  init?: () => void
  /** Changes what the server says before the page hears it. */
  rewrite?: (message: Record<string, unknown>) => Record<string, unknown>
}

/** A page of a person of its own; what the browser complains about is collected, the content policy included. */
export async function openPage(browser: Browser, address: string, path = '/', options: PageOptions = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    serviceWorkers: 'block', // pages are the server's, unless a test is about what is kept of them
    ...options,
  })
  if (!options.taught)
    await context.addInitScript(() => {
      const known = localStorage.getItem('terrane.settings')
      if (known === null) localStorage.setItem('terrane.settings', '{"hints":false}')
    })
  if (options.init) await context.addInitScript(options.init)
  const page = await context.newPage()
  const { rewrite } = options
  if (rewrite)
    await page.routeWebSocket(/\/ws\//, (ws) => {
      const real = ws.connectToServer()
      real.onMessage((m) => ws.send(JSON.stringify(rewrite(JSON.parse(String(m))))))
    })
  const complaints: string[] = []
  page.on('console', (m) => m.type() === 'error' && complaints.push(m.text()))
  page.on('pageerror', (e) => complaints.push(e.message))
  await page.goto(address + path)
  return { page, complaints, close: () => context.close() }
}

/** Whether the whole page fits the window: nothing scrolls but parts of it. */
export const fits = (page: Page) =>
  page.evaluate(
    () => document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight,
  )
