import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { findAccount } from '#server/auth/account-repository.ts'
import { makeBenchMarket } from '#tests/bench/bench-market.ts'
import { buildApp } from '#tests/support/build-app.ts'
import { getChromium } from '#tests/support/chromium.ts'
import { PHONE } from '#tests/support/device.ts'
import { startTestServer, type TestServer } from '#tests/support/server-fixture.ts'
import { tellPageStory } from './page-story.ts'
import { type SlowLine, startSlowLine } from './slow-line.ts'

// A mid-range phone in front of the real server: Chromium with a slow processor on a slow line, on a profile of its own.

const SLOWER = 4 // times, as a mid-range phone's processor against a desk's
export const BROWSER_START_MS = 3_000 // its processes are still starting behind the first page
const ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update']
const QUIET_MS = 1_000
const PLAIN_PAGE = '/api/healthz' // of the app's origin, but not the app

/** The server with its line. */
export interface PhoneMarket {
  server: TestServer
  line: SlowLine
  /** The server's own address, for what brings a slow line of its own. */
  origin: string
}

export interface PhoneStage {
  /** The market with so many listings; the demo's own without a number. It is made once. */
  getMarket(listingCount?: number): Promise<PhoneMarket>
  /** A new phone, which is thrown away after the work. */
  onPhone<Result>(work: (phone: Phone) => Promise<Result>): Promise<Result>
  /** The browser's name and version. */
  findBrowserVersion(): Promise<string>
  /** Prints what kept a page busy until a moment, where that was asked for. */
  explain(what: string, page: Page, untilMs: number): Promise<void>
  close(): Promise<void>
}

export interface PhonePage {
  page: Page
  debug: CDPSession
}

export interface Phone {
  openPage(): Promise<PhonePage>
  /** Ends the browser and starts it again on what it kept. */
  restart(): Promise<void>
}

export async function openPhoneStage(isExplaining: boolean): Promise<PhoneStage> {
  const app = buildApp()
  const probe = await buildProbe()
  const markets = new Map<number | undefined, Promise<PhoneMarket>>()

  async function openMarket(listingCount?: number): Promise<PhoneMarket> {
    const server = await startTestServer({
      seed: listingCount === undefined ? 'demo' : makeBenchMarket(listingCount),
      isClockRunning: true,
      distDir: app.distDir,
    })
    const origin = await server.listen()
    return { server, line: await startSlowLine(Number(new URL(origin).port)), origin }
  }

  return {
    getMarket(listingCount) {
      const market = markets.get(listingCount) ?? openMarket(listingCount)
      markets.set(listingCount, market)
      return market
    },
    async onPhone(work) {
      const profile = await mkdtemp(join(tmpdir(), 'bench-phone-'))
      let context = await launch(profile)
      try {
        return await work({
          openPage: () => openPage(context, probe),
          async restart() {
            // Whoever opens an app again has left it before, and the app has seen them go.
            await Promise.all(context.pages().map((page) => page.goto('about:blank')))
            await context.close()
            context = await launch(profile)
          },
        })
      } finally {
        await context.close()
        await rm(profile, { recursive: true, force: true, maxRetries: 5 })
      }
    },
    async findBrowserVersion() {
      const profile = await mkdtemp(join(tmpdir(), 'bench-phone-'))
      const context = await launch(profile)
      const debug = await context.newCDPSession(await context.newPage())
      const { product } = await debug.send('Browser.getVersion')
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
      return product
    },
    async explain(what, page, untilMs) {
      if (isExplaining) console.error(await tellPageStory(what, page, untilMs))
    },
    async close() {
      for (const market of markets.values()) {
        const { server, line } = await market
        await line.close()
        await server.close()
      }
      app.remove()
    },
  }
}

async function launch(profile: string): Promise<BrowserContext> {
  const { executablePath, env } = getChromium()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>, // unset variables are left out by the copy
    args: ARGS,
    viewport: PHONE,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  await new Promise((done) => setTimeout(done, BROWSER_START_MS))
  return context
}

async function openPage(context: BrowserContext, probe: string): Promise<PhonePage> {
  const page = await context.newPage()
  const debug = await context.newCDPSession(page)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.addInitScript({ content: probe })
  return { page, debug }
}

/** The session of someone who signed in some other day, by default the operator; nothing of the app has been loaded. */
export async function putSession(
  page: Page,
  { server, line }: PhoneMarket,
  { email } = server.operator,
): Promise<void> {
  const account = await findAccount(server.db, email)
  const token = await server.signIn({ email })
  await page.goto(`${line.url}${PLAIN_PAGE}`)
  await page.evaluate(
    ([details, key, role]) => {
      localStorage.setItem('token', key)
      localStorage.setItem('session', details)
      if (role === 'admin') localStorage.setItem('admin', 'true')
    },
    [
      JSON.stringify({ account, expiresAt: null, takesKeys: true }),
      token,
      account?.role ?? '',
    ] as const,
  )
}

/** Opens the panel and waits until nothing more comes. */
export async function openPanel(page: Page, market: PhoneMarket): Promise<void> {
  await page.goto(`${market.line.url}/dashboard`)
  await page.evaluate(() => window.phone.seen.figures)
  await settle(market)
}

/** A person reads, and what the app fetches ahead comes meanwhile. */
export function settle({ line }: PhoneMarket): Promise<void> {
  return line.quiet(QUIET_MS)
}

/** The script that notes things in a page, as one classic script. */
async function buildProbe(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: {
        entry: resolve('tests/bench/phone/page-probe.ts'),
        formats: ['iife'],
        name: 'probe',
      },
    },
  })
  const [bundle] = [result].flat()
  const code = bundle && 'output' in bundle ? bundle.output[0].code : null
  if (!code) throw new Error('the probe was not built')
  return code
}
