// @module-tag long

import { expect } from 'vitest'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { installWorker, readDeviceStorage, signIn } from '#tests/browser/pages/panel-page.ts'
import { seeReady } from '#tests/browser/pages/review-mode.ts'
import { DESKTOP, openPage, PHONE } from '#tests/support/browser/device.ts'

// A reviewer stands in front of a property without a network; the owner reads about it at a desk.

const RAVI = 'reviewer@team.example'
const PLACE = 'Near 18.561, 73.776, to about 100 m'
const test = marketTest.extend(
  'openDevice',
  ({ newContext }) =>
    async (size: typeof PHONE) =>
      openPage(await newContext(), size, { readsAhead: true }),
)

test('a visit that is recorded without a network survives a reload, and is in the history once', async ({
  server,
  url,
  openDevice,
}) => {
  await server.signInAs('reviewer')
  await server.givePassword(RAVI)
  const listVisits = () =>
    server.db
      .selectFrom('visits')
      .select(['listing_id', 'note', 'latitude_thousandths', 'longitude_thousandths'])
      .execute()
  const { page: phone } = await openDevice(PHONE)
  await signIn(phone, url, { email: RAVI, password: server.password })
  await phone.goto(`${url}/dashboard?section=property&review=next`)
  const { id } = await seeReady(phone)
  await installWorker(phone)
  const context = phone.context()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 18.5614987, longitude: 73.7755001 })
  await context.setOffline(true)

  // The browser dies while the note is typed.
  const sheet = phone.getByRole('dialog', { name: 'Record a visit' })
  await phone.getByRole('button', { name: 'Record a visit' }).click()
  const photos = sheet.getByRole('group', { name: 'The photos show this property' })
  await photos.getByRole('button', { name: 'No', exact: true }).click()
  await sheet.getByLabel('Note').fill('Another house.')
  await phone.reload()
  await phone.getByRole('button', { name: 'Continue the visit' }).click()
  expect(await sheet.getByLabel('Note').inputValue()).toBe('Another house.')
  await sheet.getByRole('button', { name: 'Add my place' }).click()
  await sheet.getByText(PLACE).waitFor()
  await sheet.getByRole('button', { name: 'Save visit' }).click()
  await phone.getByText(/^A visit is on this device/).waitFor()
  await phone.reload()
  await phone.getByText(/^A visit is on this device/).waitFor()
  expect(await listVisits()).toEqual([])

  await context.setOffline(false)
  await expect.poll(listVisits).toEqual([
    {
      listing_id: id,
      note: 'Another house.',
      latitude_thousandths: 18_561,
      longitude_thousandths: 73_776,
    },
  ])
  await phone.getByText(/^A visit is on this device/).waitFor({ state: 'detached' })

  const { page: desk } = await openDevice(DESKTOP)
  await signIn(desk, url, server.operator)
  await desk.goto(`${url}/dashboard?section=property&open=${id}`)
  const history = desk.getByRole('region', { name: 'History' })
  await history.getByText('Visited', { exact: true }).waitFor()
  const said = `No: The photos show this property · Note: Another house. · ${PLACE}`
  await history.getByText(said).waitFor()
  await history.getByText('Reviewer Person').first().waitFor()

  // What was seen of the history is there without a network too.
  await installWorker(desk)
  const readCopies = async () => JSON.stringify((await readDeviceStorage(desk)).databases['cache'])
  await expect.poll(readCopies).toContain('Another house.')
  await desk.context().setOffline(true)
  await desk.reload()
  await history.getByText(said).waitFor()
  await history.getByText(/^Saved copy from/).waitFor()
})
