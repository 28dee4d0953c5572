import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'
import { startTestServer } from '#tests/support/server/server-fixture.ts'
import { onNewProfile } from './bench-browser.ts'

// The environment of the measurements: a production build of the app with an extra page that can call its modules.

export type BenchStage = Awaited<ReturnType<typeof openBenchStage>>

const BENCH_PAGE = 'tools/bench/page/bench.html'

export async function openBenchStage() {
  const distDir = await mkdtemp(join(tmpdir(), 'bench-app-'))
  const input = [resolve('index.html'), resolve(BENCH_PAGE)]
  await build({
    logLevel: 'error',
    build: { outDir: distDir, emptyOutDir: true, rolldownOptions: { input } },
  })
  // Serves only the bench page. A bench that needs data starts its own server.
  const server = await startTestServer({ seed: 'none', distDir })
  const url = await server.listen()
  return {
    distDir,
    /** Runs `work` on a new profile with the bench's page open. */
    onBenchPage: <Result>(work: (page: Page) => Promise<Result>) =>
      onNewProfile(async (launch) => work(await openBenchPage(await launch(), url))),
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

/** Stores a session and unsent decisions on the device. */
export async function prepareDevice(
  context: BrowserContext,
  url: string,
  content: Parameters<typeof window.bench.prepareDevice>[0],
): Promise<void> {
  const page = await openBenchPage(context, url)
  await page.evaluate((given) => window.bench.prepareDevice(given), content)
  await page.close()
}

/** Imports the bench's modules into a page of the app, where they share the app's loaded modules. */
export async function loadBench(page: Page, { distDir }: BenchStage): Promise<void> {
  const html = readFileSync(join(distDir, BENCH_PAGE), 'utf8')
  const script = /<script[^>]+src="([^"]+)"/.exec(html)?.[1]
  if (!script) throw new Error('the bench page has no script')
  await page.evaluate(`import(${JSON.stringify(script)}).then(() => undefined)`)
}
