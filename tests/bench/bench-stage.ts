import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { getChromium } from '#tests/support/browser/chromium.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'

// The environment of the measurements: a production build of the app with an extra page that can call its modules, and a
// browser with a profile on disk, because a private window keeps its databases in memory.

export interface BenchStage {
  distDir: string
  /** Runs `work` on a fresh profile and deletes the profile afterwards. */
  onDevice<Result>(work: (context: BrowserContext) => Promise<Result>): Promise<Result>
  /** Runs `work` on a fresh profile with the bench's page open, after the browser has had time to start. */
  onBenchPage<Result>(work: (page: Page) => Promise<Result>): Promise<Result>
  findBrowserVersion(): Promise<string>
  close(): Promise<void>
}

const BROWSER_START_MS = 3_000 // for processes that the browser starts after its first page is open
const BENCH_PAGE = 'tests/bench/page/bench.html'
const ARGS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update']

export async function openBenchStage(): Promise<BenchStage> {
  const distDir = await mkdtemp(join(tmpdir(), 'bench-app-'))
  await buildApp(distDir)
  // Serves only the bench page. A bench that needs data starts its own server.
  const server = await startTestServer({ seed: 'none', inMemory: true, distDir })
  const url = await server.listen()

  async function onDevice<Result>(work: (context: BrowserContext) => Promise<Result>) {
    const profile = await mkdtemp(join(tmpdir(), 'bench-device-'))
    const { executablePath, env } = getChromium()
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      env: { ...process.env, ...env } as Record<string, string>, // Playwright omits undefined variables
      args: ARGS,
    })
    try {
      return await work(context)
    } finally {
      await context.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  }

  return {
    distDir,
    onDevice,
    onBenchPage: (work) =>
      onDevice(async (context) => {
        const page = await openBenchPage(context, url)
        await page.waitForTimeout(BROWSER_START_MS)
        return work(page)
      }),
    findBrowserVersion: () =>
      onDevice(async (context) => {
        const page = await context.newPage()
        const debug = await context.newCDPSession(page)
        return (await debug.send('Browser.getVersion')).product
      }),
    async close() {
      await server.close()
      await rm(distDir, { recursive: true, force: true })
    },
  }
}

/** Opens the page that can call the app's modules. `url` is the origin of a server with the stage's build. */
export async function openBenchPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/${BENCH_PAGE}`)
  return page
}

/** Imports the bench's modules into a page of the app, where they share the app's loaded modules. */
export async function loadBench(page: Page, { distDir }: BenchStage): Promise<void> {
  const html = readFileSync(join(distDir, BENCH_PAGE), 'utf8')
  const script = /<script[^>]+src="([^"]+)"/.exec(html)?.[1]
  if (!script) throw new Error('the bench page has no script')
  await page.evaluate(`import(${JSON.stringify(script)}).then(() => undefined)`)
}

async function buildApp(outDir: string): Promise<void> {
  await build({
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      rolldownOptions: { input: [resolve('index.html'), resolve(BENCH_PAGE)] },
    },
  })
}
