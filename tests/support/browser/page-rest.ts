import type { Page, Request } from 'playwright-core'

// Playwright's "networkidle" never comes once the panel follows the server's stream of changes, which does not end.

const QUIET_MS = 500 // as long as Playwright's
const LOOK_MS = 50
const LATEST_MS = 30_000

/** The requests of a page that are not answered yet, without the stream. */
const pending = new WeakMap<Page, Set<Request>>()

/** Call before a page opens its first address. */
export function watchRequests(page: Page): void {
  const open = new Set<Request>()
  pending.set(page, open)
  page.on('request', (request) => {
    if (!request.url().includes('/api/admin/changes')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** Waits until every request has been answered for half a second. */
export async function waitForRequests(page: Page): Promise<void> {
  const open = pending.get(page)
  if (!open) throw new Error('watchRequests() must be called before the page is opened')
  const endsAt = Date.now() + LATEST_MS
  for (let quietMs = 0; quietMs < QUIET_MS; quietMs = open.size === 0 ? quietMs + LOOK_MS : 0) {
    if (Date.now() > endsAt)
      throw new Error(`not answered: ${[...open].map((one) => one.url()).join(', ')}`)
    await page.waitForTimeout(LOOK_MS)
  }
}
