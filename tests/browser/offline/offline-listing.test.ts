// @module-tag long
import { expect } from 'vitest'
import { openEventsAs } from '#tests/browser/pages/account-page.ts'
import { deviceTest } from '#tests/browser/pages/market-test.ts'
import { comeBackOnline, withoutNetworkNoise } from '#tests/browser/pages/panel-page.ts'
import { chooseFiles, describeFlat, next } from '#tests/browser/pages/posting-wizard.ts'
import { makeJpeg } from '#tests/server/listings/uploads/made-photos.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'

// An owner writes and submits a listing with photos without a network, and closes the browser before the network returns.

const TITLE = 'Sunlit 2 BHK in Baner'
const READY = 'You can write listings without a network on this device.'
const WAITING = 'On this device. Will be sent when there is a network.'

const test = deviceTest
  .extend('readsAhead', () => true)
  /** Starts the browser again, and opens the owner's listings. */
  .extend('reopen', ({ device, url }) => async () => {
    await device.stop()
    const opened = await openPage(await device.start(), PHONE, { readsAhead: true })
    await opened.page.goto(`${url}/account/listings`)
    await opened.page.getByText(READY).waitFor()
    return opened
  })

test('a listing written and submitted without a network is submitted exactly once after the network returns', async ({
  network,
  page: first,
  server,
  url,
  reopen,
}) => {
  await openEventsAs(first, url, server.demoUser)
  await first.getByRole('link', { name: 'Your listings' }).click()
  await first.getByText(READY).waitFor()
  await network.cut()

  const { page, noise } = await reopen()
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

  const { page: later, noise: laterNoise } = await reopen()
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
