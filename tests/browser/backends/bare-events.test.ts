// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { BARE_CODE } from '#mocks/bare-accounts.ts'
import { startBareServer } from '#mocks/bare-server.ts'
import {
  createEvent,
  eventCard,
  RAVI,
  register,
  waitForEvents,
} from '#tests/browser/pages/account-page.ts'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { waitForStatus, waitForToast } from '#tests/browser/pages/panel-page.ts'

// An end user on a bare backend, which has no idempotency keys to recognise a repeated creation.

const EVENT = { title: 'Open house in Baner', starts: '2027-03-06T10:30' }

const test = marketTest
  .extend('bare', async ({ distDir }, { onCleanup }) => {
    const bare = await startBareServer({ port: 0, distDir })
    onCleanup(bare.close)
    return bare
  })
  .extend('page', async ({ opened: { page }, bare }) => {
    await register(page, bare.url, RAVI)
    await page.getByLabel('Code').fill(BARE_CODE)
    await waitForToast(page, 'Verified successfully')
    await waitForEvents(page)
    return page
  })

/** The titles of the backend's events, requested as the app requests them. */
async function listTitles(page: Page): Promise<string[]> {
  const list = await page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` }
    return (await fetch('/api/events/user', { headers })).json()
  })
  return (list as { title: string }[]).map(({ title }) => title) // a bare backend sends the array without an envelope
}

test('after a truncated answer to its creation, an event is found in the list and not created again', async ({
  page,
  bare,
}) => {
  bare.faults.failNext('POST', '/events/create', { kind: 'truncated' })
  await createEvent(page, EVENT)
  await waitForStatus(page, 'Online')
  await eventCard(page, EVENT.title).waitFor()
  expect(bare.requests.filter(({ path }) => path === '/events/create')).toHaveLength(1)
  expect(await listTitles(page)).toEqual([EVENT.title])
})

test('an event that the browser sent twice after a broken connection is reported as a duplicate', async ({
  page,
  bare,
}) => {
  bare.faults.failNext('POST', '/events/create', { kind: 'lost-answer' })
  await createEvent(page, EVENT)
  await page.getByText(`${EVENT.title} is in your list twice`).waitFor()
  await expect.poll(() => eventCard(page, EVENT.title).count()).toBe(2)
  expect(await listTitles(page)).toEqual([EVENT.title, EVENT.title])
})
