import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Device } from '#tests/support/browser/device.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

// An operator's actions, expressed with the texts on the screens.

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

/** Opens a section with the drawer, as on a phone. */
export async function goToSection(page: Page, section: string): Promise<void> {
  await openDrawer(page)
  await page.getByRole('link', { name: section }).click()
  await page.getByRole('heading', { name: section, level: 2 }).waitFor()
}

export async function openDrawer(page: Page): Promise<void> {
  // Clicks by position, because Playwright's click would scroll the page for a button in the sticky header.
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

/** The distinct names of the board's first pending listings. */
export async function pendingNames(page: Page, count: number): Promise<string[]> {
  // Excludes listings that were removed on the server: they remain on the screen while the mouse is over the list.
  const pending = page.locator('.board-card:not([data-leaving])').filter({ hasText: 'Pending' })
  await pending.nth(count - 1).waitFor()
  // Reads the text content, because inner texts are empty for cards that are not rendered yet.
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

/** Registers the worker at once. On a first visit, the app delays it for seconds in favour of the first screen. */
export async function installWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  })
  await waitForWorker(page)
}

/** Fires the Background Sync event as the browser would, with the debugger of a page of that origin. */
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

/** Stops every worker at once, as a browser does to free memory. */
export async function stopWorkers(beside: Page): Promise<void> {
  const debug = await beside.context().newCDPSession(beside)
  await debug.send('ServiceWorker.enable')
  await debug.send('ServiceWorker.stopAllWorkers')
}

/** Restores the network and dispatches `online`, as on a phone; without the event, the app would notice later. */
export async function comeBackOnline(
  network: { heal(): Promise<void> },
  page: Page,
): Promise<void> {
  await network.heal()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

/** Removes console messages about failed requests, and about 401 answers to calls without a valid session. */
export function withoutNetworkNoise(noise: readonly string[]): string[] {
  return noise.filter((text) => !/net::ERR|Could not load|status of 401/.test(text))
}

const NEWS_MS = 60_000 // longest wait for a text: the app delays a retry after a timeout, and the machine may be busy

/**
 * Kills the browser of a signed-in person. Waits until the session is on the disk, because Chromium writes localStorage
 * five seconds after a change.
 */
export async function killSignedIn(device: Device, page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  await expect.poll(() => device.hasWritten(token)).toBe(true)
  await device.kill()
}

/** Waits until the header shows exactly this text. */
export async function waitForStatus(page: Page, words: string): Promise<void> {
  const read = async () => (await status(page).count()) && (await status(page).textContent())
  await expect.poll(read, { timeout: NEWS_MS }).toBe(words)
}

export async function waitForToast(page: Page, text: string): Promise<void> {
  await page.getByText(text, { exact: true }).first().waitFor({ timeout: NEWS_MS })
}

/** Signs the operator in on all pages that the profile opens from now on, at a server that honours idempotency keys. */
export async function rememberOperator(
  context: BrowserContext,
  server: Pick<TestServer, 'signIn'>,
): Promise<void> {
  await context.addInitScript(
    (token) => {
      const session = localStorage.getItem('session') ?? JSON.stringify({ takesKeys: true })
      Object.assign(localStorage, { token, admin: 'true', session })
    },
    await server.signIn(),
  )
}

/** Opens Property Management on the page of a signed-in operator. */
export async function openProperties(
  page: Page,
  url: string,
  size: { width: number; height: number },
): Promise<void> {
  await page.setViewportSize(size)
  await page.goto(`${url}/dashboard?section=property`)
}

/** Opens Property Management and narrows it to one listing. */
export async function findInTable(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}/dashboard?section=property`)
  await page.getByRole('searchbox').fill(name)
  await page.getByLabel(`Status of ${name}`).waitFor()
}

/** IndexedDB, Cache Storage (as text), localStorage and sessionStorage of the page's origin. */
export function readDeviceStorage(page: Page) {
  return page.evaluate(async () => {
    // `settle` is a method. If it were a variable, tsx (which runs the fault campaigns) would wrap it in a call of
    // `__name`, which does not exist in the page.
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
      localStorage: { ...localStorage } as Record<string, string>, // the spread copies the stored entries
      sessionStorage: { ...sessionStorage } as Record<string, string>,
    }
  })
}
