import type { BrowserContext } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { call } from '#tests/server/api-call.ts'
import { openPage, PHONE } from '#tests/support/device.ts'
import { openEventsAs } from './account-page.ts'
import { type Marketplace, openMarketplace } from './marketplace.ts'
import { withoutNetworkNoise } from './panel-page.ts'

// An owner posts a listing on a phone, in the middle of which the network is gone.

let market: Marketplace
let context: BrowserContext
let url: string

beforeEach(async () => {
  market = await openMarketplace()
  ;({ context } = market)
  url = market.network.url
})
afterEach(() => market.close())

test('an owner writes a listing over a bad network, submits it, and sees it go live', async () => {
  const { page, noise } = await openPage(context, PHONE)
  await openEventsAs(page, url, market.server.demoUser)
  const next = () => page.getByRole('button', { name: 'Next' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'Sunlit 2 BHK in Baner' })

  await page.getByRole('link', { name: 'Your listings' }).click()
  await page.getByRole('button', { name: 'New listing' }).click()
  await page.getByLabel('Deal').selectOption('rent')
  await page.getByLabel('Kind of property').selectOption('apartment')
  await next()
  await page.getByLabel('City').fill('Pune')
  await page.getByLabel('Locality').fill('Baner')
  await page.getByLabel('PIN code').fill('411045')
  await market.network.cut()
  await next()
  await page.getByText('What you typed is kept in this tab.').waitFor()
  await page.getByLabel('Title').fill('Sunlit 2 BHK in Baner')
  await page.getByLabel('Area (sq ft)').fill('980')
  await page.getByLabel('BHK').fill('2')
  await market.network.heal()
  // The tab is left in the middle of a step and opened again.
  await page.reload()
  await page.getByLabel('Deal').waitFor()
  expect(await page.getByLabel('Deal').inputValue()).toBe('rent')
  await next()
  await next()
  expect(await page.getByLabel('Title').inputValue()).toBe('Sunlit 2 BHK in Baner')
  await page.getByLabel('Description').fill('Second floor, two balconies, covered parking.')
  await next()
  await page.getByLabel('Rent a month').fill('32,000')
  await next()
  await page.getByRole('heading', { name: 'Check and submit' }).waitFor()
  const submit = page.getByRole('button', { name: 'Submit' })
  const box = await submit.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height)
  await submit.click()
  await card.getByText('In review').waitFor()

  const [listing] = await market.server.db
    .selectFrom('listings')
    .selectAll()
    .where('name', '=', 'Sunlit 2 BHK in Baner')
    .execute()
  expect(listing).toMatchObject({ status: 'pending', rent_paise: 3_200_000, city: 'Pune' })
  const token = await market.server.signIn()
  const path = `/api/admin/properties/${listing?.id}/status`
  await call(market.server, 'PATCH', path, { token, body: { status: 'approved' } })
  await page.reload()
  await card.getByText('Live', { exact: true }).waitFor()
  await card.getByText('Ends on').waitFor()
  expect(withoutNetworkNoise(noise)).toEqual([])
})
