import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '#src/domain/change.ts'
import { type Marketplace, openMarketplace } from '#tests/browser/pages/marketplace.ts'
import {
  comeBackOnline,
  installWorker,
  readDeviceStorage,
  signIn,
  waitForStatus,
} from '#tests/browser/pages/panel-page.ts'
import { giveReason } from '#tests/browser/pages/reason-sheet.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'

// A rejection with a reason, made without a network, with the real server.

let market: Marketplace
let page: Page
let url: string

beforeAll(async () => {
  market = await openMarketplace()
  url = market.network.url
  ;({ page } = await openPage(market.context, PHONE))
  await signIn(page, url, market.server.operator)
  await page.goto(`${url}/dashboard?section=property&review=next`)
  await seeReady()
  await installWorker(page)
})

afterAll(() => market.close())

test('a rejection and its reason wait on a phone without a network, and arrive once each', async () => {
  // The list of reasons is saved on the device after review mode has loaded it.
  await expect.poll(readCache).toContain('Photos missing or unclear')
  await market.network.cut()
  const first = await seeReady()
  await page.getByRole('button', { name: 'Reject' }).click()
  const second = await seeReady(first)
  expect(second).not.toBe(first)
  await page.locator('.toast').getByRole('button', { name: 'Add reason' }).click()
  await giveReason(page, 'The kitchen is missing.')
  await expect.poll(listOutbox).toEqual(['status', 'reason'])

  await comeBackOnline(market.network, page)
  await waitForStatus(page, 'Online')
  expect(await readServer(first)).toEqual({
    audit: ['status rejected', 'reason photos'],
    reasons: [['photos', 'The kitchen is missing.', 1]],
  })
})

test('Undo removes a waiting rejection and its reason, and the server receives neither', async () => {
  await page.goto(`${url}/dashboard?section=property&review=next`)
  await seeReady()
  await market.network.cut()
  // After a start without a network, the app probes the server before it sends changes, so Undo can still remove them.
  await page.reload()
  const first = await seeReady()
  await page.getByRole('button', { name: 'Reject' }).click()
  const second = await seeReady(first)
  await page.locator('.review-top').getByRole('button', { name: 'Add reason' }).click()
  await giveReason(page, 'Nobody is to read this.')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  expect(await seeReady(second)).toBe(first)
  await expect.poll(listOutbox).toEqual([])
  await comeBackOnline(market.network, page)
  await waitForStatus(page, 'Online')
  expect(await readServer(first)).toEqual({ audit: [], reasons: [] })
})

/** Waits until a listing other than `before` can be decided in review. Returns its id. */
async function seeReady(before = ''): Promise<string> {
  const card = page.locator(
    `.review[data-state="ready"] .review-card:not([data-listing="${before}"])`,
  )
  await card.waitFor()
  return (await card.getAttribute('data-listing')) ?? ''
}

/** The kinds of the unconfirmed changes in the outbox, in order. */
async function listOutbox(): Promise<string[]> {
  const { databases } = await readDeviceStorage(page)
  // Rows as src/storage/outbox-database.ts stores them.
  const rows = (databases['outbox']?.['changes'] ?? []) as Pick<Change, 'state' | 'action'>[]
  return rows.filter(({ state }) => state !== 'acked').map(({ action }) => action.kind)
}

async function readCache(): Promise<string> {
  return JSON.stringify((await readDeviceStorage(page)).databases['cache'])
}

/** A listing's audit entries and reasons in the server's tables. */
async function readServer(listingId: string) {
  const { db } = market.server
  const audit = await db
    .selectFrom('audit_log')
    .selectAll()
    .where('entity_id', '=', listingId)
    .orderBy('id')
    .execute()
  const reasons = await db
    .selectFrom('listing_reasons')
    .selectAll()
    .where('listing_id', '=', listingId)
    .execute()
  return {
    audit: audit.map(({ action, to_value }) => `${action} ${to_value}`),
    reasons: reasons.map(({ code, note, changes_needed }) => [code, note, changes_needed]),
  }
}
