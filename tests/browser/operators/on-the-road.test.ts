// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { deviceTest } from '#tests/browser/pages/market-test.ts'
import { listAuditRows } from '#tests/browser/pages/marketplace.ts'
import {
  comeBackOnline,
  installWorker,
  killSignedIn,
  signIn,
  status,
  waitForStatus,
} from '#tests/browser/pages/panel-page.ts'
import { listOutbox, seeReady } from '#tests/browser/pages/review-mode.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

// A reviewer takes ten listings along, loses the network, and decides all of them.

const STORY_MS = 300_000 // two starts of a browser, and a dozen downloads
const test = deviceTest.extend('readsAhead', () => true)
const LIST = '/dashboard?section=property'

async function takeTen(page: Page, url: string): Promise<void> {
  await page.goto(`${url}${LIST}`)
  await page.getByRole('button', { name: 'Take with me' }).click()
  const sheet = page.getByRole('dialog', { name: 'Take listings with me' })
  await sheet.getByRole('button', { name: 'Take 10 with me' }).click()
  await sheet.getByText(/^10 listings reserved\./).waitFor()
}

/** Decides about listings by keys, and returns their ids. */
async function acceptByKeys(page: Page, count: number): Promise<string[]> {
  const ids: string[] = []
  let before: { id: string; name: string } | undefined
  for (let done = 0; done < count; done += 1) {
    before = await seeReady(page, before)
    ids.push(before.id)
    await page.keyboard.press('a')
  }
  return ids
}

async function listBatch({ db }: TestServer): Promise<string[]> {
  const rows = await db
    .selectFrom('claims')
    .select('listing_id')
    .where('batch_id', 'is not', null)
    .execute()
  return rows.map(({ listing_id }) => listing_id)
}

const decisionsOf = async (server: TestServer) =>
  (await listAuditRows(server)).filter(({ action }) => action === 'status')

test('ten listings with their photos and videos are decided without a network, although the browser is killed once: exactly ten decisions', {
  timeout: STORY_MS,
}, async ({ page, device, url, network, server }) => {
  await signIn(page, url, server.operator)
  await installWorker(page)
  await page.reload()
  await takeTen(page, url)
  const batch = await listBatch(server)
  expect(batch).toHaveLength(10)
  const sheet = page.getByRole('dialog', { name: 'Take listings with me' })
  await sheet.getByRole('button', { name: /^Save \d+ videos?, [\d.]+ [kM]B$/ }).click()
  await sheet.getByText(/^Everything for 10 listings saved at \d\d:\d\d\.$/).waitFor()

  await network.cut()
  await sheet.getByRole('button', { name: 'Review my 10' }).click()
  const first = await acceptByKeys(page, 5)
  await expect.poll(async () => (await listOutbox(page)).length).toBe(5)
  await killSignedIn(device, page)

  const { page: after } = await openPage(await device.start(), PHONE, { readsAhead: true })
  await after.goto(`${url}${LIST}`)
  await after
    .getByText(/^On the road until (\d+ \w+ \d\d, )?\d\d:\d\d: 5 listings left\. Everything for 5 /)
    .waitFor()
  await after.getByRole('link', { name: 'Review my 5' }).click()
  // The submission and the video of each are on the device.
  await seeReady(after)
  await after.getByRole('region', { name: 'From the owner' }).waitFor({ state: 'attached' })
  expect(await after.getByText('did not load').count()).toBe(0)
  const rest = await acceptByKeys(after, 5)
  await after.getByText('That was the last one.').waitFor({ state: 'attached' })
  await expect.poll(async () => (await listOutbox(after)).length).toBe(10)
  expect(await decisionsOf(server)).toEqual([])

  await comeBackOnline(network, after)
  await waitForStatus(after, 'Online')
  const decided = await decisionsOf(server)
  expect(decided.map(({ entity_id }) => entity_id).sort()).toEqual([...first, ...rest].sort())
  expect([...first, ...rest].sort()).toEqual([...batch].sort())
  expect(new Set(decided.map(({ to_value }) => to_value))).toEqual(new Set(['approved']))
  await after.goto(`${url}${LIST}`)
  await after.getByRole('button', { name: 'Take with me' }).waitFor()
})

test('a reservation that ended while the device was off loses no decision, and the card of a conflict names both people', {
  timeout: STORY_MS,
}, async ({ page, url, network, server }) => {
  const ravi = await server.signInAs('reviewer')
  await signIn(page, url, server.operator)
  await installWorker(page)
  await page.reload()
  await takeTen(page, url)
  await page
    .getByText(/^Details and photos for 10 listings saved|^Everything for 10/)
    .first()
    .waitFor()
  await network.cut()
  await page.getByRole('button', { name: 'Review my 10' }).click()
  const [theirs = '', mine = ''] = await acceptByKeys(page, 2)
  await expect.poll(async () => (await listOutbox(page)).length).toBe(2)

  // The reservation ends, and a colleague, whose queue has the listing again, rejects it.
  const past = new Date(Date.now() - 1_000).toISOString()
  await server.db.updateTable('claims').set({ expires_at: past, held_until: past }).execute()
  const answer = await server.app.request(`/api/admin/properties/${theirs}/status`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${ravi}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ status: 'rejected' }),
  })
  expect(answer.status).toBe(200)

  await comeBackOnline(network, page)
  await waitForStatus(page, 'Online · 1 needs attention')
  const sent = (await decisionsOf(server)).map(({ entity_id, to_value }) => [entity_id, to_value])
  expect(sent).toEqual([
    [theirs, 'rejected'],
    [mine, 'approved'],
  ])
  await status(page).click()
  await page.getByText(/\) by Operator, on this device$/).waitFor()
  await page.getByText(/^Changed .* by Reviewer Person, on /).waitFor()
  // What was not decided is back in the queue.
  await page.goto(`${url}${LIST}`)
  await page.getByRole('button', { name: 'Take with me' }).waitFor()
})

test('a device without enough space says which videos are missing, and loses nothing else', {
  timeout: STORY_MS,
}, async ({ page, url, network, server }) => {
  await signIn(page, url, server.operator)
  await installWorker(page)
  await page.reload()
  const debug = await page.context().newCDPSession(page)
  // A fifth of the quota is for videos of about 280 kB each.
  await debug.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 6_000_000 })
  await takeTen(page, url)
  const sheet = page.getByRole('dialog', { name: 'Take listings with me' })
  await sheet.getByRole('button', { name: /^Save \d+ videos?/ }).click()
  await sheet
    .getByText(/^[1-9] of 10 saved\. Missing: \d videos? \(not enough space on this device\)\.$/)
    .waitFor()
  // The person makes room, and what was saved is still there.
  await debug.send('Storage.overrideQuotaForOrigin', { origin: url })
  await network.cut()
  await sheet.getByRole('button', { name: 'Review my 10' }).click()
  await acceptByKeys(page, 3)
  await expect.poll(async () => (await listOutbox(page)).length).toBe(3)
  await comeBackOnline(network, page)
  await waitForStatus(page, 'Online')
  expect(await decisionsOf(server)).toHaveLength(3)
})
