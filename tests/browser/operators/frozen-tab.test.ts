import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch, type Page } from 'puppeteer-core'
import { expect } from 'vitest'
import { FILE, marketTest } from '#tests/browser/pages/market-test.ts'
import { listAuditRows } from '#tests/browser/pages/marketplace.ts'

// A tab that the browser has really frozen. Puppeteer, because Playwright keeps every tab visible and active.

const CYCLES = 3 // frozen at another moment of the sibling's decision each time
const SOON_MS = 20_000 // longer than a busy machine takes, and a third of the time for which a frozen read blocks

const test = marketTest.extend(
  'window',
  FILE,
  async ({ chromium: { executablePath, env } }, { onCleanup }) => {
    const profile = await mkdtemp(join(tmpdir(), 'frozen-tab-'))
    const browser = await launch({
      executablePath,
      env: { ...process.env, ...env },
      userDataDir: profile,
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
      defaultViewport: { width: 1440, height: 900 },
    })
    onCleanup(async () => {
      await browser.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    })
    return browser
  },
)

test('a decision reaches the server at once while a sibling tab is frozen', async ({
  window,
  server,
  url,
}) => {
  const first = await window.newPage()
  await first.goto(`${url}/login`)
  await first.type('input[type=email]', server.operator.email)
  await first.type('input[type=password]', server.operator.password)
  await first.keyboard.press('Enter')
  await first.waitForSelector('.board-card')
  const second = await window.newPage()
  await second.goto(`${url}/dashboard`)
  await second.waitForSelector('.board-card')
  const debug = await first.createCDPSession()
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    await acceptNext(second)
    // Freezes while the first tab reads what the second one has written.
    await debug.send('Page.setWebLifecycleState', { state: 'frozen' })
    await acceptNext(second)
    const wanted = (cycle + 1) * 2
    await expect
      .poll(async () => (await listAuditRows(server)).length, { timeout: SOON_MS })
      .toBe(wanted)
    await debug.send('Page.setWebLifecycleState', { state: 'active' })
  }
})

/** Accepts the first pending listing of the board by a click event, because a background tab renders rarely. */
async function acceptNext(page: Page): Promise<void> {
  const isAccepted = await page.evaluate(() => {
    const cards = [...document.querySelectorAll('.board-card')]
    const card = cards.find(({ textContent }) => textContent?.includes('Pending'))
    const buttons = [...(card?.querySelectorAll('button') ?? [])]
    const accept = buttons.find(({ textContent }) => textContent?.trim() === 'Accept')
    accept?.click()
    return accept !== undefined
  })
  expect(isAccepted).toBe(true)
}
