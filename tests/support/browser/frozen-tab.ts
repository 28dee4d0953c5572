import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, launch, type Page } from 'puppeteer-core'
import type { TestServer } from '#tests/support/server/server-fixture.ts'
import type { Chromium } from './chromium.ts'

// Two tabs of an operator, of which the first can be really frozen. Puppeteer, because Playwright keeps every tab visible
// and active.

const BEGUN_HIDDEN = 'Begun while hidden:'

export type TwoTabs = Awaited<ReturnType<typeof openTwoTabs>>

/** Starts a browser on a new profile. */
export async function launchTabs({ executablePath, env }: Chromium) {
  const profile = await mkdtemp(join(tmpdir(), 'frozen-tab-'))
  const browser = await launch({
    executablePath,
    env: { ...process.env, ...env },
    userDataDir: profile,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
    defaultViewport: { width: 1440, height: 900 },
  })
  return {
    browser,
    async close() {
      await browser.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Signs in and opens the dashboard in two tabs; the second one is in front. */
export async function openTwoTabs(browser: Browser, { operator }: TestServer, url: string) {
  const first = await browser.newPage()
  const begunHidden: string[] = []
  first.on('console', (message) => {
    if (message.text().startsWith(BEGUN_HIDDEN)) begunHidden.push(message.text())
  })
  await first.evaluateOnNewDocument(watchTransactions, BEGUN_HIDDEN)
  await first.goto(`${url}/login`)
  await first.type('input[type=email]', operator.email)
  await first.type('input[type=password]', operator.password)
  await first.keyboard.press('Enter')
  await first.waitForSelector('.board-card')
  const second = await browser.newPage()
  await second.goto(`${url}/dashboard`)
  await second.waitForSelector('.board-card')
  const debug = await first.createCDPSession()
  const setState = (state: 'frozen' | 'active') =>
    debug.send('Page.setWebLifecycleState', { state })
  const accepted: string[] = []
  return {
    first,
    /** The transactions that the first tab began while it was hidden. */
    begunHidden,
    /** The ids of the listings that the second tab accepted. */
    accepted,
    /** Accepts the next listing in the second tab. */
    async accept(): Promise<void> {
      accepted.push(await acceptNext(second, accepted))
    },
    /** Accepts the next listing, and keeps the transaction open in which the first tab reads that. */
    async acceptAndHoldRead(): Promise<void> {
      await first.evaluate(() => dispatchEvent(new Event('hold-next')))
      await this.accept()
      await first.waitForSelector('html[data-held]', { timeout: 0 }) // a machine may be busy
    },
    freeze: () => setState('frozen'),
    thaw: () => setState('active'),
  }
}

/** The ids of the listings about which the server has applied a decision. */
export async function listDecidedIds({ db }: TestServer): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select('entity_id')
    .where('entity', '=', 'listing')
    .execute()
  return rows.map((row) => row.entity_id)
}

/**
 * Logs every transaction that the page begins while it is hidden. After a `hold-next` event, the next transaction on the
 * outbox stays open, as on a slow disk, and the attribute `data-held` reports it. Runs before the app, which binds the method.
 * Without functions in variables: tsx would wrap them in a helper that the page does not have.
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
      const counters = begun.objectStore('counters')
      const request = counters.count()
      request.onsuccess = () => {
        const next = counters.count()
        next.onsuccess = request.onsuccess
        next.onerror = request.onerror
      }
      request.onerror = (event) => event.stopPropagation() // as the app does for its own requests
      document.documentElement.dataset['held'] = ''
    }
    return begun
  }
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
