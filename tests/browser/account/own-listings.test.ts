// @module-tag long
import { expect } from 'vitest'
import { WIZARD_STEPS } from '#src/features/posting/wizard-steps.ts'
import { openEventsAs } from '#tests/browser/pages/account-page.ts'
import { FILE, marketTest } from '#tests/browser/pages/market-test.ts'
import { getListingNamed } from '#tests/browser/pages/marketplace.ts'
import { withoutNetworkNoise } from '#tests/browser/pages/panel-page.ts'
import { makeDecisions, runMessages } from '#tests/server/notices/messages/message-runs.ts'
import { PHONE } from '#tests/support/browser/device.ts'

// An owner posts a listing on a phone, loses the network meanwhile, and corrects the listing after a rejection.

const MESSAGE_MS = 60_000 // the wait for the message about a decision whose reason is given at once

const TITLE = 'Sunlit 2 BHK in Baner'

const test = marketTest.extend('mail', FILE, () => 'inbox' as const)

test('a listing posted over a bad network is rejected with a reason, submitted again, and goes live', async ({
  page,
  noise,
  network,
  server,
  url,
}) => {
  await openEventsAs(page, url, server.demoUser)
  const next = () => page.getByRole('button', { name: 'Next' }).click()
  const card = page.getByRole('listitem').filter({ hasText: TITLE })

  await page.getByRole('link', { name: 'Your listings' }).click()
  await page.getByRole('button', { name: 'New listing' }).click()
  await page.getByRole('radio', { name: 'Rent out' }).check()
  await page.getByRole('radio', { name: 'Apartment', exact: true }).check()
  await next()
  await page.getByLabel('City').fill('Pune')
  await page.getByLabel('Locality').fill('Baner')
  await page.getByLabel('PIN code').fill('411045')
  await network.cut()
  await next()
  await page.getByText('What you typed is kept on this device.').waitFor()
  await page.getByLabel('Title').fill(TITLE)
  await page.getByLabel('Area (sq ft)').fill('980')
  await page.getByLabel('BHK').fill('2')
  await network.heal()
  await page.reload()
  const rent = page.getByRole('radio', { name: 'Rent out' })
  await rent.waitFor()
  expect(await rent.isChecked()).toBe(true)
  await next()
  await next()
  expect(await page.getByLabel('Title').inputValue()).toBe(TITLE)
  await page.getByLabel('Description').fill('Second floor, two balconies, covered parking.')
  await next()
  await page.getByLabel('Monthly rent').fill('32,000')
  await next()
  await page.getByRole('heading', { name: 'Photos and video' }).waitFor()
  await next()
  await page.getByRole('heading', { name: 'Check and submit' }).waitFor()
  const submit = page.getByRole('button', { name: 'Submit' })
  const box = await submit.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height)
  await submit.click()
  await card.getByText('In review').waitFor()

  const listing = await getListingNamed(server, TITLE)
  expect(listing).toMatchObject({ status: 'pending', rent_paise: 3_200_000, city: 'Pune' })
  const { decide, explain } = makeDecisions(server, await server.signIn(), listing.id)
  await decide('rejected')
  await explain('The kitchen is missing.')
  server.clock.advance(MESSAGE_MS)
  await runMessages(server)
  const mail = server.getInbox().mails.find(({ to }) => to.includes(server.demoUser.email))
  expect(mail?.text).toContain('The kitchen is missing.')
  const link = mail?.text.match(/https:\S+/)?.[0] ?? ''

  await page.goto(`${url}/account/events`)
  await page.getByRole('link', { name: 'Messages (1 new)' }).click()
  await page.getByText('Note: “The kitchen is missing.”').waitFor()
  await page.getByRole('link', { name: 'Open listing' }).click()
  await page.getByText('“The kitchen is missing.”').waitFor()
  expect(page.url()).toBe(link.replace(server.publicUrl, url))
  // The wizard begins at the step that the reason is about.
  const begin = WIZARD_STEPS.findIndex(({ isMedia }) => isMedia)
  for (let step = begin + 1; step < WIZARD_STEPS.length; step += 1) await next()
  await submit.click()
  await card.getByText('In review').waitFor()
  await page.getByRole('link', { name: 'Messages', exact: true }).waitFor()
  await decide('approved')
  await page.reload()
  await card.getByText('Live', { exact: true }).waitFor()
  await card.getByText('Ends on').waitFor()
  expect(withoutNetworkNoise(noise)).toEqual([])
})
