// @module-tag long

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { signIn } from '#tests/browser/pages/panel-page.ts'
import { readServer } from '#tests/browser/pages/review-mode.ts'
import { FLAT } from '#tests/server/listings/content/posting-calls.ts'
import { signInSeller } from '#tests/server/listings/content/posting-server.ts'
import { makeBlocks } from '#tests/server/listings/uploads/made-photos.ts'
import { DESKTOP, openPage, PHONE } from '#tests/support/browser/device.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

// A seller posts one flat three times; the team sees that the adverts are of one property, at a desk and on a phone.

const FIRST = 'c1'.padEnd(24, '0')
const AGAIN = 'c2'.padEnd(24, '0')
const CHEAPER = 'c3'.padEnd(24, '0')
const TITLE = 'Sunlit corner flat'
const test = marketTest.extend(
  'openDesk',
  ({ newContext, server, url }) =>
    async (size: typeof PHONE) => {
      const { page } = await openPage(await newContext(), size, { readsAhead: true })
      await signIn(page, url, server.operator)
      return page
    },
)

async function postThrice(server: TestServer): Promise<void> {
  const seller = await signInSeller(server, server.demoUser.email)
  const photos = [await makeBlocks(3), await makeBlocks(5)]
  for (const [id, change] of [
    [FIRST, {}],
    [AGAIN, { title: TITLE }],
    [CHEAPER, { title: 'Flat with two balconies', rent: 31_500 }],
  ] as const) {
    const media: string[] = []
    for (const photo of photos) media.push(await seller.uploads.addMedia(photo, id))
    const { status, text } = await seller.submit(id, { ...FLAT, ...change, media })
    if (status !== 200) throw new Error(text)
  }
}

async function seeAdverts(page: Page, url: string, count: number) {
  await page.goto(`${url}/dashboard?section=property&review=${AGAIN}`)
  const card = page.getByRole('region', { name: 'This property' })
  await card.getByRole('heading', { name: `This property: ${count} adverts` }).waitFor()
  return card
}

test('adverts of one property stand side by side, one is remembered as no duplicate, and one is rejected as a duplicate', async ({
  server,
  url,
  openDesk,
}) => {
  await postThrice(server)
  const phone = await openDesk(PHONE)
  const onPhone = await seeAdverts(phone, url, 3)
  await onPhone.getByRole('button', { name: 'Flat with two balconies is not a duplicate' }).click()
  await phone.getByText('Remembered: “Flat with two balconies” is not a duplicate.').waitFor()
  await phone.reload()
  await seeAdverts(phone, url, 2)

  const desk = await openDesk(DESKTOP)
  const atDesk = await seeAdverts(desk, url, 2)
  await atDesk.getByText(/^Not a duplicate: Flat with two balconies\./).waitFor()
  const [own, other] = await Promise.all(
    [0, 1].map((place) => atDesk.getByRole('listitem').nth(place).boundingBox()),
  )
  expect(own?.y).toBe(other?.y)
  await atDesk.getByRole('button', { name: /^Reject as duplicate of / }).click()
  const reason = desk.getByRole('dialog', { name: 'Reason for the rejection' })
  await reason.getByRole('button', { name: 'Duplicate', pressed: true }).waitFor()
  const note = 'The same property as your listing “Sunlit 2 BHK in Baner”.'
  expect(await reason.getByLabel('Note to the seller').inputValue()).toBe(note)
  await reason.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect
    .poll(() => readServer(server, AGAIN))
    .toMatchObject({
      audit: expect.arrayContaining(['status rejected']),
      reasons: [['duplicate', note, 0]],
    })
})
