import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'
import type { Chromium } from './chromium.ts'

// A phone or a desk: a real Chromium process on a profile of its own, which survives the process. Started by hand
// rather than by Playwright, so that it can be killed as a phone kills an app.

export interface Device {
  /** Opens the browser on the profile; what it kept before is still there. */
  start(): Promise<BrowserContext>
  /** Ends the browser in good order: what it holds in memory is written first. */
  stop(): Promise<void>
  /** Ends the browser process at once, as a battery pulled out would. */
  kill(): Promise<void>
  /** Whether a text stands in what the browser has written of the pages' localStorage, which it does seconds late. */
  hasWritten(text: string): Promise<boolean>
  /** Takes the pages' databases out of the profile of a browser that is not running, as Chromium itself may do. */
  loseDatabases(): Promise<void>
  /** Ends the browser and throws the profile away. */
  dispose(): Promise<void>
}

export const PHONE = { width: 390, height: 844 }
export const TABLET = { width: 820, height: 1180 }
export const DESKTOP = { width: 1440, height: 900 }
const STEP_MS = 30_000 // one step of a story on a busy machine; a step that hangs is told by its own name
const START_MS = 60_000 // a browser that starts beside a build on two cores has taken more than 30 s

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

/** Without it the new tab page asks a search engine that is not there, and the debugger waits with it, up to minutes. */
const START_PAGE = 'about:blank'

/** `browser` is the one that the tests' set-up found, unless this runs outside of them. */
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

/** One browser process for the stories of a file: each gets a profile of its own, which ends with the story. */
export interface SharedBrowser {
  open(): Promise<BrowserContext>
  close(): Promise<void>
}

export async function startSharedBrowser(): Promise<SharedBrowser> {
  const device = await createDevice()
  const browser = (await device.start()).browser()
  if (!browser) throw new Error('The device has no browser.')
  return { open: () => browser.newContext(), close: device.dispose }
}

interface RunningBrowser {
  process: ChildProcess
  browser: Browser
}

/** A browser that cannot be driven is not left behind. */
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

/** The address that the browser prints for its debugger. What it prints later is read too: a full pipe would stop it. */
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
 * A page of a given size that keeps everything its console says, to be asserted silent. Its person saves data unless they
 * read ahead: a story that harms the network means the calls that it names, and none that comes by itself.
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
