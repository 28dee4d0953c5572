import type { Page, Route } from 'playwright-core'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'

// Simulated states of the network and the server for screenshots.

const API = '**/api/**'

/** Aborts every API call, as without a network. */
export function cutNetwork(page: Page): Promise<unknown> {
  return page.route(API, (route) => route.abort())
}

export async function healNetwork(page: Page): Promise<void> {
  await page.unroute(API)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

/** Leaves every API call pending. */
export function holdNetwork(page: Page): Promise<unknown> {
  return page.route(API, () => new Promise<void>(() => undefined))
}

export function breakServer(page: Page): Promise<unknown> {
  return answer(page, 500, 'Something went wrong on the server.')
}

export function forbid(page: Page): Promise<unknown> {
  return answer(page, 403, 'This account may not do that.')
}

function answer(page: Page, status: number, error: string): Promise<unknown> {
  return page.route(API, (route) => route.fulfill({ status, json: { success: false, error } }))
}

/** Refuses the panel's calls as after long inactivity: the operator must confirm their identity. */
export function beAway(page: Page): Promise<unknown> {
  const json = { success: false, error: 'Confirm that it is you.', code: 'reauthenticate' }
  return page.route('**/api/admin/**', (route) => route.fulfill({ status: 403, json }))
}

export function refuseEvents(page: Page): Promise<unknown> {
  return page.route('**/api/events/create', (route) =>
    answerChange(route, 422, { success: false, error: 'No event on a holiday.' }),
  )
}

/** Confirms every decision without applying it, so that the pictures of all screen sizes show the same listings. */
export function agreeToAll(page: Page): Promise<unknown> {
  return page.route('**/api/admin/properties/*/status', (route) =>
    answerChange(route, 200, { success: true }),
  )
}

/** Answers with a shared view and a private one, each time the same. */
export function haveViews(page: Page): Promise<unknown> {
  const of = (n: number, name: string, query: string, isShared: boolean) => {
    const made = { columns: null, isOwn: !isShared, madeBy: 'Ravi Shah', version: 1, layer: null }
    return { _id: `65a00000000000000000003${n}`, list: 'property', name, query, isShared, ...made }
  }
  const data = [
    of(1, 'Pune, waiting', 'city=Pune&status=pending', true),
    of(2, 'Auctions up to two crore', 'price=..20000000&tab=auction', false),
  ]
  return page.route('**/api/admin/saved-views', (route) =>
    route.fulfill({ status: 200, json: { success: true, data } }),
  )
}

/** Answers with exports in every state, each time the same. */
export function haveExports(page: Page): Promise<unknown> {
  const of = (n: number, change: object) => ({
    _id: `65a00000000000000000004${n}`,
    list: 'properties',
    format: 'csv',
    query: '',
    state: 'ready',
    rows: 748_211,
    total: 748_211,
    bytes: 141_000_000,
    problem: null,
    madeBy: 'Ravi Shah',
    isOwn: true,
    createdAt: '2026-02-14T08:20:00.000Z',
    endedAt: null,
    ...change,
  })
  const data = [
    of(1, { state: 'running', query: 'city=Pune&price=..5000000&sort=name', rows: 212_500 }),
    of(2, { list: 'users', state: 'running', rows: 0, total: null, format: 'xlsx' }),
    of(3, { query: 'status=approved&q=lake' }),
    of(4, { list: 'payments', isOwn: false, madeBy: 'Asha Rao', query: 'amount=500..' }),
    of(5, {
      list: 'loans',
      state: 'failed',
      problem: 'You signed out on all devices before the file was ready. Export the list again.',
    }),
  ]
  return page.route('**/api/admin/exports', (route) =>
    route.fulfill({ status: 200, json: { success: true, data } }),
  )
}

/** Answers as a server whose owners require a reason for every rejection. */
export function requireReasons(page: Page): Promise<unknown> {
  return page.route('**/api/admin/reasons', async (route) => {
    const response = await route.fetch()
    if (response.status() !== 200) return route.fulfill({ response })
    const json = await response.json()
    const meta = { ...json.meta, isReasonRequired: true }
    return route.fulfill({ response, json: { ...json, meta } })
  })
}

/** Removes IndexedDB, as in some private windows. */
export function takeStorageAway(page: Page): Promise<unknown> {
  return page.addInitScript(() => Reflect.deleteProperty(globalThis, 'indexedDB'))
}

/** Answers as the server does: with the change's key, by which the panel tells its answers from those of others. */
async function answerChange(route: Route, status: number, json: object): Promise<void> {
  const key = (await route.request().headerValue(IDEMPOTENCY_HEADER)) ?? ''
  await route.fulfill({ status, json, headers: { [IDEMPOTENCY_HEADER]: key } })
}
