// @module-tag long
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openEventsAs } from '#tests/browser/pages/account-page.ts'
import { faultyTest as test } from '#tests/browser/pages/market-test.ts'
import { getListingNamed } from '#tests/browser/pages/marketplace.ts'
import { chooseFiles, describeFlat, next } from '#tests/browser/pages/posting-wizard.ts'
import { makeJpeg } from '#tests/server/listings/uploads/made-photos.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

// A device whose database of unsent listings and files never opens: everything works as long as the page is open, and says so.

const TITLE = 'Sunlit 2 BHK in Baner'

test('a listing with photos is posted on a device that cannot keep it, and the owner can sign out there', async ({
  page,
  context,
  server,
  url,
}) => {
  await beginListing(page, { context, server, url })
  await chooseFiles(page, 'Choose photos', await Promise.all([1, 2].map(makePhoto)))
  await page.getByText(/^Your files are not kept on this device\. Keep this page open/).waitFor()
  await page.getByRole('img', { name: 'Photo 2' }).waitFor()
  await next(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('In review').first().waitFor()
  const { id } = await getListingNamed(server, TITLE)
  const media = await server.db
    .selectFrom('media')
    .select('kind')
    .where('posting_id', '=', id)
    .execute()
  expect(media).toEqual([{ kind: 'photo' }, { kind: 'photo' }])

  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out?' })
  await question.getByText('The storage for listings and files on this device').waitFor()
  await question.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(/sign-in/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('files that only the page holds keep the wizard open until they are uploaded or removed', async ({
  page,
  context,
  network,
  server,
  url,
}) => {
  await beginListing(page, { context, server, url })
  const isUpload = (path: string) => path.startsWith('/api/account/uploads')
  network.setFate(({ path }) => ({ fault: isUpload(path) ? 'cut-request' : 'none' }))
  await chooseFiles(page, 'Choose photos', [await makePhoto(1)])
  await page.getByText(/^Your files are not kept on this device\. Keep this page open/).waitFor()
  await page.getByRole('button', { name: 'Save and close' }).click()
  await page.getByText('Wait for 1 file to be uploaded, or remove what is missing.').waitFor()

  const asked = page.waitForEvent('dialog')
  const reload = page.reload().catch(() => null)
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await reload

  network.setFate(null)
  await page.getByRole('img', { name: 'Photo 1' }).waitFor()
  await page.getByText(/^Your files are not kept on this device/).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Save and close' }).click()
  await page.getByRole('button', { name: 'New listing' }).waitFor()
})

interface Market {
  context: BrowserContext
  server: TestServer
  url: string
}

/** Opens the wizard on a device with a blocked database, up to its photos. */
async function beginListing(page: Page, { context, server, url }: Market): Promise<void> {
  await blockUploads(context, url)
  await openEventsAs(page, url, server.demoUser)
  await page.getByRole('link', { name: 'Your listings' }).click()
  await page.getByRole('button', { name: 'New listing' }).click()
  await describeFlat(page, TITLE)
}

/** Opens the database as an earlier version of the site in a frozen tab: it does not close its connection for a newer one. */
async function blockUploads(context: BrowserContext, url: string): Promise<void> {
  const frozen = await context.newPage()
  await frozen.goto(`${url}/favicon.svg`)
  await frozen.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('uploads', 1)
        opening.onsuccess = () => resolve(null)
        opening.onerror = () => reject(opening.error)
      }),
  )
}

async function makePhoto(seed: number) {
  const buffer = await makeJpeg({ width: 2400, height: 1600, seed })
  return { name: `IMG_${seed}.jpg`, mimeType: 'image/jpeg', buffer }
}
