import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Market } from './marketplace.ts'

// What an operator does with the panel, in the words of its screens.

export async function signIn(
  page: Page,
  url: string,
  operator: { email: string; password: string },
) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill(operator.email)
  await page.getByLabel('Password', { exact: true }).fill(operator.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`${url}/dashboard`)
  await page.getByRole('heading', { name: 'Properties Listing Board' }).waitFor()
}

/** Goes to a section as somebody does who holds a phone. */
export async function goToSection(page: Page, section: string): Promise<void> {
  await openDrawer(page)
  await page.getByRole('link', { name: section }).click()
  await page.getByRole('heading', { name: section, level: 2 }).waitFor()
}

export async function openDrawer(page: Page): Promise<void> {
  // The driver's own click scrolls the page for a button of the header, which goes along.
  const box = await page.getByRole('button', { name: 'Menu' }).boundingBox()
  if (!box) throw new Error('the menu has no button')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await page.getByRole('dialog', { name: 'Sections' }).waitFor()
}

/** The card of a listing on the board, by its name. */
export function boardCard(page: Page, name: string): Locator {
  return page
    .locator('.board-card')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
}

/** Names of the board's first listings that still want a decision. */
export async function pendingNames(page: Page, count: number): Promise<string[]> {
  // One that went on the server stays in its place while a pointer is over the board.
  const pending = page.locator('.board-card:not([data-leaving])').filter({ hasText: 'Pending' })
  await pending.nth(count - 1).waitFor()
  // Not their inner texts: a card beyond the edge has none before it is near.
  const names = await pending.getByRole('heading').allTextContents()
  const unique = [...new Set(names)].filter((name) => name !== 'N/A')
  if (unique.length < count)
    throw new Error(`the board has only ${unique.length} distinct pending listings`)
  return unique.slice(0, count)
}

export async function decide(page: Page, name: string, button: 'Accept' | 'Cancel') {
  await boardCard(page, name).getByRole('button', { name: button, exact: true }).click()
}

export function status(page: Page): Locator {
  return page.locator('.sync-status')
}

/** Waits until the page's worker can open the app without a network. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Registers the worker at once. On a first visit the app itself waits for seconds: the first screen needs the network. */
export async function installWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  })
  await waitForWorker(page)
}

/** Fires the Background Sync event as the browser would, through the debugger of a page of that origin. */
export async function wakeWorker(beside: Page, origin: string): Promise<void> {
  const debug = await beside.context().newCDPSession(beside)
  const registered = new Promise<string>((resolve) => {
    debug.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (own) resolve(own.registrationId)
    })
  })
  await debug.send('ServiceWorker.enable')
  await debug.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: await registered,
    tag: 'outbox-drain',
    lastChance: false,
  })
}

/** Ends every worker at once, whatever it is doing, as a browser does that wants the memory. */
export async function stopWorkers(beside: Page): Promise<void> {
  const debug = await beside.context().newCDPSession(beside)
  await debug.send('ServiceWorker.enable')
  await debug.send('ServiceWorker.stopAllWorkers')
}

/** The network is back and the device notices, as a phone's does; an app that is told nothing looks for itself, later. */
export async function comeBackOnline(
  network: { heal(): Promise<void> },
  page: Page,
): Promise<void> {
  await network.heal()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

/** What a console said, but for what the browser itself says of a lost call, or of one that only asks who is there. */
export function withoutNetworkNoise(noise: readonly string[]): string[] {
  return noise.filter((text) => !/net::ERR|Could not load|status of 401/.test(text))
}

const NEWS_MS = 60_000 // a drain after a silence may wait for its next try, on a busy machine

/** Waits until the header says so, word for word. */
export async function waitForStatus(page: Page, words: string): Promise<void> {
  const read = async () => (await status(page).count()) && (await status(page).textContent())
  await expect.poll(read, { timeout: NEWS_MS }).toBe(words)
}

export async function waitForToast(page: Page, text: string): Promise<void> {
  await page.getByText(text, { exact: true }).first().waitFor({ timeout: NEWS_MS })
}

/** Property Management on a device that is signed in already. */
export async function openProperties(
  context: BrowserContext,
  { network, server }: Market,
  size: { width: number; height: number },
): Promise<Page> {
  const page = await context.newPage()
  await page.setViewportSize(size)
  const token = await server.signIn()
  await page.addInitScript((token) => {
    Object.assign(localStorage, { token, admin: 'true' })
  }, token)
  await page.goto(`${network.url}/dashboard?section=property`)
  return page
}

/** Opens Property Management and narrows it to one listing. */
export async function findInTable(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/dashboard?section=property`)
  await page.getByRole('searchbox').fill(name)
  await page.getByLabel(`Status of ${name}`).waitFor()
}

/** Everything that a page of this origin can read back from the device, as text. */
export function readDeviceStorage(page: Page) {
  return page.evaluate(async () => {
    // A method: what runs this outside the tests adds a call of its own to every function in a variable.
    const idb = {
      settle<Result>(request: IDBRequest<Result>): Promise<Result> {
        return new Promise<Result>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      },
    }
    const databases: Record<string, Record<string, unknown[]>> = {}
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await idb.settle(indexedDB.open(name))
      const stores: Record<string, unknown[]> = {}
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store).getAll()
        stores[store] = await idb.settle(rows)
      }
      databases[name] = stores
      database.close()
    }
    const cachedFiles: { path: string; text: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        const { pathname } = new URL(request.url)
        cachedFiles.push({ path: pathname, text: (await answer?.text()) ?? '' })
      }
    }
    return {
      databases,
      cachedFiles,
      localStorage: { ...localStorage } as Record<string, string>, // Storage spreads into its entries
      sessionStorage: { ...sessionStorage } as Record<string, string>, // the same
    }
  })
}
