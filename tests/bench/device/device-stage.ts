import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import type { SignInAnswer } from '#src/domain/account/account.ts'
import { buildApp } from '#tests/support/browser/build-app.ts'
import { getChromium } from '#tests/support/browser/chromium.ts'
import type { DeviceKind } from './device-kind.ts'
import { type DeviceMarket, openOwnMarket, signInAt } from './device-market.ts'
import { tellPageStory } from './page-story.ts'

// A simulated device: Chromium with a throttled processor, a slow line and its own profile.

const SLOWER = 4 // a mid-range phone's processor is about this many times slower than a desktop's
export const BROWSER_START_MS = 3_000 // for processes that the browser starts after its window is open
const ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update']
const QUIET_MS = 1_000
const PLAIN_PAGE = '/api/healthz' // has the app's origin but does not load the app

type OpenMarket = (distDir: string, listingCount?: number) => Promise<DeviceMarket>

export interface DeviceStage {
  kind: DeviceKind
  /**
   * A backend with this many listings, or with the demo data if no number is given. The first call with the same
   * arguments starts the backend with `open`, by default our real server; later calls return it again.
   */
  getMarket(listingCount?: number, open?: OpenMarket): Promise<DeviceMarket>
  /** Runs `work` on a new device and deletes the device afterwards. */
  onDevice<Result>(work: (device: Device) => Promise<Result>): Promise<Result>
  findBrowserVersion(): Promise<string>
  /** With `--explain`, prints what a page did until `untilMs`. */
  explain(what: string, page: Page, untilMs: number): Promise<void>
  close(): Promise<void>
}

export interface DevicePage {
  page: Page
  debug: CDPSession
}

export interface Device {
  openPage(): Promise<DevicePage>
  /** Restarts the browser with the same profile. */
  restart(): Promise<void>
}

export async function openDeviceStage(
  kind: DeviceKind,
  isExplaining: boolean,
): Promise<DeviceStage> {
  const app = await buildApp()
  const probe = await buildProbe()
  const markets = new Map<string, Promise<DeviceMarket>>()

  async function onProfile<Result>(work: (profile: string) => Promise<Result>): Promise<Result> {
    const profile = await mkdtemp(join(tmpdir(), 'bench-device-'))
    try {
      return await work(profile)
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  }

  return {
    kind,
    getMarket(listingCount, open = openOwnMarket) {
      const name = `${open.name} ${listingCount}`
      const market = markets.get(name) ?? open(app.distDir, listingCount)
      markets.set(name, market)
      return market
    },
    onDevice: (work) =>
      onProfile(async (profile) => {
        let context = await launch(profile, kind)
        try {
          return await work({
            openPage: () => openPage(context, probe),
            async restart() {
              // Navigates away first, so that the app sees its page being hidden, as when a person leaves it.
              await Promise.all(context.pages().map((page) => page.goto('about:blank')))
              await context.close()
              context = await launch(profile, kind)
            },
          })
        } finally {
          await context.close()
        }
      }),
    findBrowserVersion: () =>
      onProfile(async (profile) => {
        const context = await launch(profile, kind)
        const debug = await context.newCDPSession(await context.newPage())
        const { product } = await debug.send('Browser.getVersion')
        await context.close()
        return product
      }),
    async explain(what, page, untilMs) {
      if (isExplaining) console.error(await tellPageStory(what, page, untilMs))
    },
    async close() {
      for (const market of markets.values()) await (await market).close()
      app.remove()
    },
  }
}

async function launch(profile: string, { options }: DeviceKind): Promise<BrowserContext> {
  const { executablePath, env } = getChromium()
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>, // Playwright omits undefined variables
    args: ARGS,
  })
  await new Promise((done) => setTimeout(done, BROWSER_START_MS))
  return context
}

async function openPage(context: BrowserContext, probe: string): Promise<DevicePage> {
  const page = await context.newPage()
  const debug = await context.newCDPSession(page)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.addInitScript({ content: probe })
  return { page, debug }
}

const sessions = new Map<string, Promise<SignInAnswer>>()

/** Stores a person's session in the page, by default the operator's, without loading the app. */
export async function putSession(
  page: Page,
  { origin, line, operator }: DeviceMarket,
  who = operator,
): Promise<void> {
  const name = `${who.email} ${origin}`
  const session = sessions.get(name) ?? signInAt(origin, who)
  sessions.set(name, session)
  const { account, token, takesKeys } = await session
  await page.goto(`${line.url}${PLAIN_PAGE}`)
  await page.evaluate(
    ([details, key, role]) => {
      localStorage.setItem('token', key)
      localStorage.setItem('session', details)
      if (role === 'admin') localStorage.setItem('admin', 'true')
    },
    [JSON.stringify({ account, expiresAt: null, takesKeys }), token, account.role] as const,
  )
}

/** Opens the panel and waits until it has finished its preloads. */
export async function openPanel(page: Page, market: DeviceMarket): Promise<void> {
  await page.goto(`${market.line.url}/dashboard`)
  await page.evaluate(() => window.probe.seen.figures)
  await settle(market)
}

/** Waits until nothing was transferred for a second, because the app has then finished its preloads. */
export function settle({ line }: DeviceMarket): Promise<void> {
  return line.quiet(QUIET_MS)
}

/** Bundles the page probe as one classic script. */
async function buildProbe(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: {
        entry: resolve('tests/bench/device/page-probe.ts'),
        formats: ['iife'],
        name: 'pageProbe',
      },
    },
  })
  const [bundle] = [result].flat()
  const code = bundle && 'output' in bundle ? bundle.output[0].code : null
  if (!code) throw new Error('the probe was not built')
  return code
}
