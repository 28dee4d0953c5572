import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { getChromium } from '#tests/support/browser/chromium.ts'

// The browser of the benches. Its profile is on disk, because a private window keeps its databases in memory.

const BROWSER_START_MS = 3_000 // for processes that the browser starts after its window is open
const ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update']

/** Starts the browser and waits until it is at rest. */
export type Launch = (options?: BrowserContextOptions) => Promise<BrowserContext>

/** Runs `work` with a browser on a new profile. Closes the browser and deletes the profile afterwards. */
export async function onNewProfile<Result>(
  work: (launch: Launch) => Promise<Result>,
): Promise<Result> {
  const profile = await mkdtemp(join(tmpdir(), 'bench-device-'))
  const opened: BrowserContext[] = []
  try {
    return await work(async (options) => {
      const context = await chromium.launchPersistentContext(profile, {
        ...options,
        ...launchOptions(),
      })
      opened.push(context)
      await wait(BROWSER_START_MS)
      return context
    })
  } finally {
    for (const context of opened) await context.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Such as "Chromium 147.0.7727.0". */
export async function findBrowserVersion(): Promise<string> {
  const browser = await chromium.launch(launchOptions())
  const version = browser.version()
  await browser.close()
  return `Chromium ${version}`
}

/** Starts a browser that another program controls through this port. */
export async function launchOnPort<Result>(
  port: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch(launchOptions([`--remote-debugging-port=${port}`]))
  try {
    await wait(BROWSER_START_MS)
    return await work()
  } finally {
    await browser.close()
  }
}

function launchOptions(args: readonly string[] = []) {
  const { executablePath, env } = getChromium()
  return {
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>, // Playwright omits undefined variables
    args: [...ARGS, ...args],
  }
}
