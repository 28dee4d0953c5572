import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, connect, launch, type Page } from 'puppeteer-core'
import { getChromium } from '#tests/support/browser/chromium.ts'
import type { Engine, EngineBrowser, EngineOptions, EngineTab, Size } from './engine-browser.ts'
import { findFirefox } from './installed-browsers.ts'

// Firefox over WebDriver BiDi; Chromium over its own protocol, for screenshots to compare the other engines with.

const REJECT_ALL_COOKIES = 2 // a value of Firefox's preference `network.cookie.cookieBehavior`; it blocks all site data

/** Without these preferences, Firefox opens its own pages in a new profile and contacts servers that tests cannot reach. */
const QUIET_PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'media.autoplay.default': 0,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

/** Starts Firefox without Puppeteer's `launch`, which changes the profile even while the previous browser exits. */
export const FIREFOX: Engine = {
  name: 'firefox',
  async start(profile, { blocksSiteData = false }: EngineOptions = {}) {
    const blocked = blocksSiteData ? { 'network.cookie.cookieBehavior': REJECT_ALL_COOKIES } : {}
    await writePreferences(profile, { ...QUIET_PREFERENCES, ...blocked })
    const child = spawn(
      findFirefox(),
      [
        '--headless',
        '--no-remote',
        '--profile',
        profile,
        '--remote-debugging-port=0',
        'about:blank',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    try {
      const browserWSEndpoint = `${await findEndpoint(child)}/session`
      const browser = await connect({
        browserWSEndpoint,
        protocol: 'webDriverBiDi',
        networkEnabled: false,
        defaultViewport: null,
      })
      return wrapBrowser(browser, child)
    } catch (error) {
      child.kill('SIGKILL')
      throw error
    }
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
    const child = browser.process()
    if (!child) throw new Error('Chromium has no process of its own')
    return wrapBrowser(browser, child)
  },
}

function writePreferences(profile: string, preferences: Record<string, unknown>): Promise<void> {
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  return writeFile(join(profile, 'user.js'), `${lines.join('\n')}\n`)
}

/** Returns the debugger URL that the browser prints. Keeps reading stderr: a full pipe would block the browser. */
function findEndpoint(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const endpoint = /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1]
      if (endpoint) resolve(endpoint)
    })
    child.once('exit', (code) =>
      reject(new Error(`Firefox ended before it could be used (exit ${code}): ${output}`)),
    )
  })
}

async function wrapBrowser(browser: Browser, child: ChildProcess): Promise<EngineBrowser> {
  const exited = once(child, 'exit')
  return {
    version: await browser.version(),
    openTab: async () => wrapPage(await browser.newPage()),
    async close() {
      await browser.close()
      await exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/**
 * Sets the size of the viewport. Puppeteer sets the screen's orientation with it, by a command that some versions of
 * Firefox lack. No test needs it, so it is left out there, with a printed reason. @throws if the size itself was not set
 */
async function setSize(page: Page, size: Size): Promise<void> {
  const failure = await page.setViewport(size).then(
    () => null,
    (error: unknown) => error,
  )
  if (failure === null) return
  if (!(failure instanceof Error && /unknown command/i.test(failure.message))) throw failure
  const width = await page.evaluate(() => window.innerWidth)
  if (width !== size.width) throw failure
  console.info(`${await page.browser().version()} lacks a command: ${failure.message}`)
}

function wrapPage(page: Page): EngineTab {
  return {
    // Navigates by a script in the page, because Puppeteer's own navigation waits until the next page has loaded.
    async navigate(url) {
      await page.evaluate(`void setTimeout(() => { location.href = ${JSON.stringify(url)} })`)
    },
    evaluate: (expression) => page.evaluate(expression),
    clickAt: ({ x, y }) => page.mouse.click(x, y),
    typeText: (text) => page.keyboard.type(text),
    pressTab: () => page.keyboard.press('Tab'),
    setSize: (size) => setSize(page, size),
    takeScreenshot: async () => Buffer.from(await page.screenshot()),
    bringToFront: () => page.bringToFront(),
    close: () => page.close(),
  }
}
