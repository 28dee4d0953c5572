import { once } from 'node:events'
import { type Browser, launch, type Page } from 'puppeteer-core'
import { getChromium } from '#tests/support/chromium.ts'
import type { Engine, EngineBrowser, EngineOptions, EngineTab } from './engine-browser.ts'
import { findFirefox } from './installed-browsers.ts'

// Firefox over WebDriver BiDi; Chromium over its own protocol, for screenshots beside the others.

const REJECT_ALL_COOKIES = 2 // network.cookie.cookieBehavior: blocks every kind of site data

/** Without them a new profile opens pages of its own and asks servers that are not there. */
const QUIET_PREFERENCES = {
  'app.normandy.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'media.autoplay.default': 0,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

export const FIREFOX: Engine = {
  name: 'firefox',
  async start(profile, { blocksSiteData = false }: EngineOptions = {}) {
    const blocked = blocksSiteData ? { 'network.cookie.cookieBehavior': REJECT_ALL_COOKIES } : {}
    const browser = await launch({
      browser: 'firefox',
      executablePath: findFirefox(),
      userDataDir: profile,
      extraPrefsFirefox: { ...QUIET_PREFERENCES, ...blocked },
    })
    return wrapBrowser(browser)
  },
}

export const CHROMIUM: Engine = {
  name: 'chromium',
  async start(profile) {
    const { executablePath, env } = getChromium()
    const browser = await launch({
      executablePath,
      env: { ...process.env, ...env },
      userDataDir: profile,
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    })
    return wrapBrowser(browser)
  },
}

async function wrapBrowser(browser: Browser): Promise<EngineBrowser> {
  return {
    version: await browser.version(),
    openTab: async () => wrapPage(await browser.newPage()),
    close: () => browser.close(),
    async kill() {
      const child = browser.process()
      if (!child) throw new Error('this browser was not started here')
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

function wrapPage(page: Page): EngineTab {
  return {
    // By script, because the protocol's own navigation is waited for.
    async navigate(url) {
      await page.evaluate(`void setTimeout(() => { location.href = ${JSON.stringify(url)} })`)
    },
    evaluate: (expression) => page.evaluate(expression),
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    typeText: (text) => page.keyboard.type(text),
    pressTab: () => page.keyboard.press('Tab'),
    setSize: (size) => page.setViewport(size),
    takeScreenshot: async () => Buffer.from(await page.screenshot()),
    bringToFront: () => page.bringToFront(),
    close: () => page.close(),
  }
}
