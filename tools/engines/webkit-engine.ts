import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine, EngineBrowser, EngineTab } from './engine-browser.ts'
import { findFreePort } from './free-port.ts'
import { findWebKitDriver } from './installed-browsers.ts'
import { killTree, waitForEnd } from './process-tree.ts'
import { until } from './until.ts'
import { isReady, type Method, openSession, type WebDriverSession } from './webdriver-client.ts'

// WebKitGTK over WebDriver. Only one WebKitWebDriver may run at a time: two of them end each other.

const BROWSER = join(import.meta.dirname, 'kept-profile-browser.py')
const TAB_KEY = '\uE004' // https://www.w3.org/TR/webdriver2/#keyboard-actions

export const WEBKIT: Engine = {
  name: 'webkit',
  async start(profile) {
    const port = await findFreePort()
    const driver = spawn(findWebKitDriver(), ['--host=127.0.0.1', `--port=${port}`], {
      stdio: 'ignore',
    })
    try {
      const url = `http://127.0.0.1:${port}`
      await until('WebKitWebDriver accepts calls', () => isReady(url))
      const session = await openSession(url, {
        // The tests wait for elements, not for page loads.
        pageLoadStrategy: 'none',
        'webkitgtk:browserOptions': { binary: BROWSER, args: [profile] },
      })
      return wrapSession(session, driver, profile)
    } catch (error) {
      await endDriver(driver)
      throw error
    }
  },
}

async function endDriver(driver: ChildProcess): Promise<void> {
  if (driver.exitCode !== null || driver.signalCode !== null) return
  const exited = once(driver, 'exit')
  driver.kill('SIGKILL')
  await exited
}

async function wrapSession(
  session: WebDriverSession,
  driver: ChildProcess,
  profile: string,
): Promise<EngineBrowser> {
  const pidFile = join(profile, 'pid')
  const pid = Number(await readFile(pidFile, 'utf8'))
  const { browserName, browserVersion } = session.capabilities
  let isFirst = true

  async function end(): Promise<void> {
    await endDriver(driver)
    await rm(pidFile)
  }

  async function openTab(): Promise<EngineTab> {
    if (isFirst) {
      isFirst = false
      return wrapTab(session, String(await session.call('GET', '/window')))
    }
    const opened = await session.call('POST', '/window/new', { type: 'tab' })
    return wrapTab(session, (opened as { handle: string }).handle) // section 11.5 of the standard
  }

  return {
    version: `${browserName}/${browserVersion}`,
    openTab,
    async close() {
      process.kill(pid, 'SIGTERM')
      await waitForEnd(pid)
      await end()
    },
    async kill() {
      await killTree(pid)
      await end()
    },
  }
}

function wrapTab(session: WebDriverSession, handle: string): EngineTab {
  async function call(method: Method, path: string, body?: object) {
    await session.call('POST', '/window', { handle })
    return session.call(method, path, body)
  }
  const act = (actions: object) => call('POST', '/actions', { actions: [actions] })

  return {
    navigate: async (url) => {
      await call('POST', '/url', { url })
    },
    evaluate: (expression) =>
      call('POST', '/execute/sync', { script: `return (${expression})`, args: [] }),
    async clickAt({ x, y }) {
      await act({
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      })
    },
    typeText: (text) => press(text),
    pressTab: () => press(TAB_KEY),
    async setSize(size) {
      await call('POST', '/window/rect', { x: 0, y: 0, ...size })
    },
    takeScreenshot: async () => Buffer.from(String(await call('GET', '/screenshot')), 'base64'),
    bringToFront: async () => {
      await session.call('POST', '/window', { handle })
    },
    close: async () => {
      await call('DELETE', '/window')
    },
  }

  async function press(text: string): Promise<void> {
    const keys = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await act({ type: 'key', id: 'keyboard', actions: keys })
  }
}
