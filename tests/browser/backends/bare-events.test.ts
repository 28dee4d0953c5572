// @module-tag long
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { BARE_CODE } from '#mocks/bare-accounts.ts'
import { type BareServer, startBareServer } from '#mocks/bare-server.ts'
import type { Fault } from '#mocks/fault-script.ts'
import {
  createEvent,
  deleteEvent,
  editTitle,
  eventCard,
  RAVI,
  register,
  waitForEvents,
} from '#tests/browser/pages/account-page.ts'
import { waitForStatus, waitForToast } from '#tests/browser/pages/panel-page.ts'
import {
  openPage,
  PHONE,
  type SharedBrowser,
  startSharedBrowser,
} from '#tests/support/browser/device.ts'

// An end user on a bare backend, which has no idempotency keys to recognise a repeated creation.

const EVENT = { title: 'Open house in Baner', starts: '2027-03-06T10:30' }

let browser: SharedBrowser
let bare: BareServer
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await startSharedBrowser()
})

afterAll(() => browser.close())

beforeEach(async () => {
  bare = await startBareServer({ port: 0, distDir: inject('distDir') })
  context = await browser.open()
  ;({ page } = await openPage(context, PHONE))
  await register(page, bare.url, RAVI)
  await page.getByLabel('Code').fill(BARE_CODE)
  await waitForToast(page, 'Verified successfully')
  await waitForEvents(page)
})

afterEach(async () => {
  await context.close()
  await bare.close()
})

const countCalls = (method: string, path: string) =>
  bare.requests.filter((request) => request.method === method && request.path === path).length

/** The titles of the backend's events, requested as the app requests them. */
async function listTitles(): Promise<string[]> {
  const list = await page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` }
    return (await fetch('/api/events/user', { headers })).json()
  })
  return (list as { title: string }[]).map(({ title }) => title) // a bare backend sends the array without an envelope
}

test('an event is created, edited and deleted without an idempotency key or a version', {
  tags: ['long'],
}, async () => {
  await createEvent(page, EVENT)
  await waitForToast(page, 'Event created successfully!')
  await editTitle(page, EVENT.title, 'Second open house')
  await waitForToast(page, 'Event updated successfully!')
  await deleteEvent(page, 'Second open house')
  await waitForToast(page, 'Event deleted successfully!')
  expect(await listTitles()).toEqual([])
  const sent = new Set(bare.requests.flatMap(({ headers }) => Object.keys(headers)))
  expect([...sent].filter((name) => /^if-|idempotency|version/.test(name))).toEqual([])
})

test('after a truncated answer to its creation, an event is found in the list and not created again', async () => {
  bare.faults.failNext('POST', '/events/create', { kind: 'truncated' })
  await createEvent(page, EVENT)
  await waitForStatus(page, 'Online')
  await eventCard(page, EVENT.title).waitFor()
  expect(countCalls('POST', '/events/create')).toBe(1)
  expect(await listTitles()).toEqual([EVENT.title])
})

test.each<[string, Fault]>([
  ['never arrived', { kind: 'no-answer' }],
  ['was answered by a portal', { kind: 'captive-portal' }],
  ['was answered by a failing server', { kind: 'status', status: 503 }],
])(
  'if the creation of an event %s, the app does not find the event in the list and sends the creation again',
  { tags: ['long'] },
  async (_, fault) => {
    bare.faults.failNext('POST', '/events/create', fault)
    await createEvent(page, EVENT)
    await waitForStatus(page, 'Online')
    expect(countCalls('POST', '/events/create')).toBe(2)
    expect(await listTitles()).toEqual([EVENT.title])
  },
)

test('an event that the browser sent twice after a broken connection is reported as a duplicate', {
  tags: ['long'],
}, async () => {
  bare.faults.failNext('POST', '/events/create', { kind: 'lost-answer' })
  await createEvent(page, EVENT)
  await page.getByText(`${EVENT.title} is in your list twice`).waitFor()
  await expect.poll(() => eventCard(page, EVENT.title).count()).toBe(2)
  expect(await listTitles()).toEqual([EVENT.title, EVENT.title])
})

test('a second event equal to the first is created, even if the answer to its creation is truncated', {
  tags: ['long'],
}, async () => {
  await createEvent(page, EVENT)
  await waitForToast(page, 'Event created successfully!')
  bare.faults.failNext('POST', '/events/create', { kind: 'truncated' })
  await createEvent(page, EVENT)
  await waitForStatus(page, 'Online')
  expect(await listTitles()).toEqual([EVENT.title, EVENT.title])
})
