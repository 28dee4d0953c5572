// @module-tag long
import type { BrowserContext } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEventsAs } from '#tests/browser/pages/account-page.ts'
import { type Marketplace, openMarketplace } from '#tests/browser/pages/marketplace.ts'
import { comeBackOnline, withoutNetworkNoise } from '#tests/browser/pages/panel-page.ts'
import { chooseFiles, describeFlat, next } from '#tests/browser/pages/posting-wizard.ts'
import { makeJpeg } from '#tests/server/uploads/made-photos.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'

// An owner writes and submits a listing with photos without a network, and closes the browser before the network returns.

const TITLE = 'Sunlit 2 BHK in Baner'
const READY = 'You can write listings without a network on this device.'
const WAITING = 'On this device. Will be sent when there is a network.'

let market: Marketplace

beforeEach(async () => {
  market = await openMarketplace()
})
afterEach(() => market.close())

async function openListings(context: BrowserContext) {
  const opened = await openPage(context, PHONE, { readsAhead: true })
  await opened.page.goto(`${market.network.url}/account/listings`)
  await opened.page.getByText(READY).waitFor()
  return opened
}

async function reopenBrowser(): Promise<BrowserContext> {
  await market.device.stop()
  return market.device.start()
}

test('a listing written and submitted without a network is submitted exactly once after the network returns', async () => {
  const { context, network, server } = market
  const { page: first } = await openPage(context, PHONE, { readsAhead: true })
  await openEventsAs(first, network.url, server.demoUser)
  await first.getByRole('link', { name: 'Your listings' }).click()
  await first.getByText(READY).waitFor()
  await network.cut()

  const { page, noise } = await openListings(await reopenBrowser())
  await page.getByRole('button', { name: 'New listing' }).click()
  await describeFlat(page, TITLE)
  const photos = [1, 2].map(async (seed) => ({
    name: `IMG_${seed}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await makeJpeg({ width: 900, height: 600, seed }),
  }))
  await chooseFiles(page, 'Choose photos', await Promise.all(photos))
  await page.getByText('Uploading 2 files, 0 %').waitFor()
  await next(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  const card = page.getByRole('listitem').filter({ hasText: TITLE })
  await card.getByText(WAITING).waitFor()
  expect(await page.getByText(/^Submitted/).count()).toBe(0)
  expect(withoutNetworkNoise(noise)).toEqual([])

  const { page: later, noise: laterNoise } = await openListings(await reopenBrowser())
  const laterCard = later.getByRole('listitem').filter({ hasText: TITLE })
  await laterCard.getByText(WAITING).waitFor()
  await comeBackOnline(network, later)
  await later.getByText(`Submitted: ${TITLE}`).waitFor()
  await laterCard.getByText('In review').waitFor()
  expect(await laterCard.count()).toBe(1)
  const listings = await server.db
    .selectFrom('listings')
    .innerJoin('postings', 'postings.id', 'listings.id')
    .select(['status', 'submitted'])
    .where('name', '=', TITLE)
    .execute()
  expect(listings).toMatchObject([{ status: 'pending' }])
  const submitted = JSON.parse(listings[0]?.submitted ?? '{}')
  const stored = await server.db.selectFrom('media').select('id').orderBy('created_at').execute()
  expect(submitted.media).toEqual(stored.map(({ id }) => id))
  expect(stored).toHaveLength(2)
  expect(withoutNetworkNoise(laterNoise)).toEqual([])
})
