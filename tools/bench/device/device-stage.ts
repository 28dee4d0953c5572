import { resolve } from 'node:path'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { build } from 'vite'
import type { SignInAnswer } from '#src/domain/account/account.ts'
import { buildApp } from '#tests/support/browser/build-app.ts'
import { onNewProfile } from '#tools/bench/bench-browser.ts'
import type { DeviceKind } from './device-kind.ts'
import { type DeviceMarket, openOwnMarket, signInAt } from './device-market.ts'
import { tellPageStory } from './page-story.ts'

// A simulated device: Chromium with a throttled processor, a slow line and its own profile.

const SLOWER = 4 // a mid-range phone's processor is about this many times slower than a desktop's
const QUIET_MS = 1_000
/** Has the app's origin but does not load the app. */
export const PLAIN_PAGE = '/api/healthz'

export type OpenMarket = (distDir: string, listingCount?: number) => Promise<DeviceMarket>
export type DeviceStage = Awaited<ReturnType<typeof openDeviceStage>>

export interface DevicePage {
  page: Page
  debug: CDPSession
}

export interface Device {
  openPage(): Promise<DevicePage>
  /** Restarts the browser with the same profile. */
  restart(): Promise<void>
}

export async function openDeviceStage(kind: DeviceKind, isExplaining: boolean) {
  const app = await buildApp()
  const probe = await buildProbe()
  const markets = new Map<string, Promise<DeviceMarket>>()
  return {
    kind,
    /**
     * A backend with this many listings, or with the demo data if no number is given. The first call with the same
     * arguments starts the backend with `open`, by default our real server; later calls return it again.
     */
    getMarket(listingCount?: number, open: OpenMarket = openOwnMarket): Promise<DeviceMarket> {
      const name = `${open.name} ${listingCount}`
      const market = markets.get(name) ?? open(app.distDir, listingCount)
      markets.set(name, market)
      return market
    },
    /** Runs `work` on a new device and deletes the device afterwards. */
    onDevice: <Result>(work: (device: Device) => Promise<Result>) =>
      onNewProfile(async (launch) => {
        let context = await launch(kind.options)
        return work({
          openPage: () => openPage(context, probe),
          async restart() {
            // Navigates away first, so that the app sees its page being hidden, as when a person leaves it.
            await Promise.all(context.pages().map((page) => page.goto('about:blank')))
            await context.close()
            context = await launch(kind.options)
          },
        })
      }),
    /** With `--explain`, prints what a page did until `untilMs`. */
    async explain(what: string, page: Page, untilMs: number): Promise<void> {
      if (isExplaining) console.error(await tellPageStory(what, page, untilMs))
    },
    async close(): Promise<void> {
      for (const market of markets.values()) await (await market).close()
      app.remove()
    },
  }
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

/** Opens the panel as the operator on a new device. */
export async function openFirstPanel(device: Device, market: DeviceMarket): Promise<DevicePage> {
  const opened = await device.openPage()
  await putSession(opened.page, market)
  await openPanel(opened.page, market)
  return opened
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
  const entry = resolve('tools/bench/device/page-probe.ts')
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['iife'], name: 'pageProbe' },
    },
  })
  const [bundle] = [result].flat()
  const code = bundle && 'output' in bundle ? bundle.output[0].code : null
  if (!code) throw new Error('the probe was not built')
  return code
}
