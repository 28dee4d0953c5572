import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch, type Page } from 'puppeteer-core'
import { expect } from 'vitest'
import { FILE, marketTest } from '#tests/browser/pages/market-test.ts'
import { listAuditRows } from '#tests/browser/pages/marketplace.ts'

// A tab that the browser has really frozen. Puppeteer, because Playwright keeps every tab visible and active.

const CYCLES = 3 // frozen while it reads, and then while it is hidden
const BEGUN_HIDDEN = 'Begun while hidden:'
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

test('a decision reaches the server at once while a sibling tab is frozen, which begins no transaction while it is hidden', async ({
  window,
  server,
  url,
}) => {
  const first = await window.newPage()
  const begunHidden: string[] = []
  first.on('console', (message) => {
    if (message.text().startsWith(BEGUN_HIDDEN)) begunHidden.push(message.text())
  })
  await first.evaluateOnNewDocument(watchTransactions, BEGUN_HIDDEN)
  await first.goto(`${url}/login`)
  await first.type('input[type=email]', server.operator.email)
  await first.type('input[type=password]', server.operator.password)
  await first.keyboard.press('Enter')
  await first.waitForSelector('.board-card')
  const second = await window.newPage()
  await second.goto(`${url}/dashboard`)
  await second.waitForSelector('.board-card')
  const debug = await first.createCDPSession()
  const accepted: string[] = []
  // The first tab is frozen while it reads what the second one has written. Afterwards, it is a hidden tab.
  const isReading = nextTransactionHeld(first)
  accepted.push(await acceptNext(second, accepted))
  await isReading
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    await debug.send('Page.setWebLifecycleState', { state: 'frozen' })
    accepted.push(await acceptNext(second, accepted))
    await expect
      .poll(async () => (await listAuditRows(server)).map(({ entity_id }) => entity_id), {
        timeout: SOON_MS,
      })
      .toEqual(expect.arrayContaining(accepted))
    await debug.send('Page.setWebLifecycleState', { state: 'active' })
    accepted.push(await acceptNext(second, accepted))
  }
  expect(await first.evaluate(() => document.visibilityState)).toBe('hidden')
  expect(begunHidden).toEqual([])
})

/**
 * Logs every transaction that the page begins while it is hidden. After a `hold-next` event, the next transaction on the
 * outbox stays open, as on a slow disk, and a `held` event reports it. Runs before the app, which binds the method.
 */
function watchTransactions(begunHidden: string): void {
  let isNextHeld = false
  addEventListener('hold-next', () => {
    isNextHeld = true
  })
  const { transaction } = IDBDatabase.prototype
  IDBDatabase.prototype.transaction = function (...given) {
    if (document.visibilityState === 'hidden') console.info(begunHidden, this.name, ...given)
    const begun = transaction.apply(this, given)
    if (isNextHeld && this.name === 'outbox') {
      isNextHeld = false
      const read = () => {
        const request = begun.objectStore('counters').count()
        request.onsuccess = read
        request.onerror = (event) => event.stopPropagation() // as the app does for its own requests
      }
      read()
      dispatchEvent(new Event('held'))
    }
    return begun
  }
}

/** Resolves when the page has begun a transaction that it keeps open. */
function nextTransactionHeld(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('held', () => resolve(), { once: true })
        dispatchEvent(new Event('hold-next'))
      }),
  )
}

/**
 * Accepts the first pending listing of the board that is not `accepted` yet, and returns its id. By a click event, because a
 * background tab renders rarely; and the card of the last decision may still be shown as it was.
 */
async function acceptNext(page: Page, accepted: readonly string[]): Promise<string> {
  const id = await page.evaluate((ids) => {
    const cards = [...document.querySelectorAll<HTMLElement>('.board-card')]
    const card = cards.find(
      ({ dataset, textContent }) =>
        textContent.includes('Pending') && !ids.includes(dataset['row'] ?? ''),
    )
    const buttons = [...(card?.querySelectorAll('button') ?? [])]
    buttons.find(({ textContent }) => textContent.trim() === 'Accept')?.click()
    return card?.dataset['row']
  }, accepted)
  if (!id) throw new Error('The board shows no pending listing.')
  return id
}
