import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'
import type { Chromium } from './chromium.ts'

// A phone or desktop: a real Chromium process with its own profile, which survives the process.
// Spawned directly rather than by Playwright, so that it can be killed as a phone kills an app.

export interface Device {
  /** Opens the browser on the profile, with the data of earlier sessions. */
  start(): Promise<BrowserContext>
  /** Closes the browser gracefully: it flushes its data to disk first. */
  stop(): Promise<void>
  /** Kills the browser process at once, as a phone kills an app. */
  kill(): Promise<void>
  /** Whether localStorage on disk contains the text. Chromium flushes seconds after a write. */
  hasWritten(text: string): Promise<boolean>
  /** Deletes IndexedDB from the profile of a stopped browser, as Chromium itself may do. */
  loseDatabases(): Promise<void>
  /** Kills the browser and deletes the profile. */
  dispose(): Promise<void>
}

export const PHONE = { width: 390, height: 844 }
export const TABLET = { width: 820, height: 1180 }
export const DESKTOP = { width: 1440, height: 900 }
const STEP_MS = 30_000 // Playwright's timeout for one action on a page, long enough for a busy machine
const START_MS = 60_000 // starting during a build on two cores has taken more than 30 s

const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--remote-debugging-port=0',
]

/** The new tab page would contact an unreachable search engine and block the debugger. */
const START_PAGE = 'about:blank'

/** `browser` defaults to the one from the Vitest setup; callers outside Vitest must pass it. */
export async function createDevice(browser: Chromium = inject('chromium')): Promise<Device> {
  const profile = await mkdtemp(join(tmpdir(), 'device-'))
  let running: RunningBrowser | null = null

  async function kill(): Promise<void> {
    if (!running) return
    const { process, browser } = running
    running = null
    const exited = once(process, 'exit')
    process.kill('SIGKILL')
    await exited
    await browser.close()
  }

  return {
    async start() {
      running = await launch(browser, profile)
      const [context] = running.browser.contexts()
      if (!context) throw new Error('The browser has no default context.')
      return context
    },
    async stop() {
      if (!running) return
      const { process, browser } = running
      running = null
      const exited = once(process, 'exit')
      await (await browser.newBrowserCDPSession()).send('Browser.close')
      await exited
    },
    kill,
    async hasWritten(text) {
      const folder = join(profile, 'Default', 'Local Storage')
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile())
      const contents = await Promise.all(
        files.map(({ parentPath, name }) => readFile(join(parentPath, name))),
      )
      return contents.some((content) => content.includes(text))
    },
    async loseDatabases() {
      if (running) throw new Error('The browser is running.')
      await rm(join(profile, 'Default', 'IndexedDB'), { recursive: true })
    },
    async dispose() {
      await kill()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

interface RunningBrowser {
  process: ChildProcess
  browser: Browser
}

/** Starts the browser and connects a debugger. Kills the browser if the connection fails. */
async function launch({ executablePath, env }: Chromium, profile: string): Promise<RunningBrowser> {
  const child = spawn(executablePath, [...FLAGS, `--user-data-dir=${profile}`, START_PAGE], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  try {
    const address = await findDebugger(child)
    const browser = await chromium.connectOverCDP(address, { timeout: START_MS })
    return { process: child, browser }
  } catch (error) {
    child.kill('SIGKILL')
    await exited
    throw error
  }
}

/**
 * Returns the debugger URL that the browser prints. Keeps reading stderr: a full pipe would
 * block the browser.
 */
function findDebugger(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const address = /DevTools listening on (ws:\S+)\s/.exec(said)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) =>
      reject(new Error(`The browser ended before it could be used (exit ${code}): ${said}`)),
    )
  })
}

/**
 * Opens a page and collects its console errors and warnings in `noise`, for tests to assert that
 * there are none. Unless `readsAhead`, Save-Data is on, so that the app prefetches nothing: a prefetch
 * would use up a network fault that a test injects.
 */
export async function openPage(
  context: BrowserContext,
  size: { width: number; height: number },
  { readsAhead = false } = {},
): Promise<{ page: Page; noise: string[] }> {
  const page = await context.newPage()
  const debug = await context.newCDPSession(page)
  await debug.send('Emulation.setDataSaverOverride', { dataSaverEnabled: !readsAhead })
  await page.setViewportSize(size)
  page.setDefaultTimeout(STEP_MS)
  const noise: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') noise.push(message.text())
  })
  page.on('pageerror', (error) => noise.push(String(error)))
  return { page, noise }
}
