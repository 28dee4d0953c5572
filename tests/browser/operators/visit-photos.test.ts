// @module-tag long

import sharp from 'sharp'
import { expect } from 'vitest'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { installWorker, signIn } from '#tests/browser/pages/panel-page.ts'
import { seeReady } from '#tests/browser/pages/review-mode.ts'
import { DESKTOP, openPage, PHONE } from '#tests/support/browser/device.ts'

// A reviewer takes photos of a property without a network; the owner of the panel sees them at a desk.

const RAVI = 'reviewer@team.example'
const TAKEN = '2026-03-01T08:30:00.000Z'
const test = marketTest.extend(
  'openDevice',
  ({ newContext }) =>
    async (size: typeof PHONE) =>
      openPage(await newContext(), size, { readsAhead: true }),
)

/** A photo as a phone takes it, with when and where. */
async function takePhoto(name: string, background: string) {
  const exif = {
    IFD2: { DateTimeOriginal: '2026:03:01 14:00:00', OffsetTimeOriginal: '+05:30' },
    IFD3: { GPSLatitude: '18/1 33/1 4/1', GPSLatitudeRef: 'N' },
  }
  const picture = sharp({ create: { width: 2400, height: 1800, channels: 3, background } })
  return { name, mimeType: 'image/jpeg', buffer: await picture.jpeg().withExif(exif).toBuffer() }
}

test('a visit with photos that is recorded without a network survives a reload, arrives once, and shows its photos to the team', async ({
  server,
  url,
  openDevice,
}) => {
  await server.signInAs('reviewer')
  await server.givePassword(RAVI)
  const listVisits = () => server.db.selectFrom('visits').select(['id', 'note']).execute()
  const listPhotos = () =>
    server.db.selectFrom('visit_photos').select(['id', 'visit_id', 'taken_at']).execute()
  const { page: phone } = await openDevice(PHONE)
  await signIn(phone, url, { email: RAVI, password: server.password })
  await phone.goto(`${url}/dashboard?section=property&review=next`)
  const { id } = await seeReady(phone)
  await installWorker(phone)
  const context = phone.context()
  await context.setOffline(true)

  const sheet = phone.getByRole('dialog', { name: 'Record a visit' })
  await phone.getByRole('button', { name: 'Record a visit' }).click()
  const photos = [await takePhoto('gate.jpg', '#a33'), await takePhoto('roof.jpg', '#3a3')]
  await sheet.getByRole('region', { name: 'Photos' }).locator('input').setInputFiles(photos)
  await sheet.getByText('2 photos added.').waitFor()
  // The browser dies before the visit is saved.
  await phone.reload()
  await phone.getByRole('button', { name: 'Continue the visit' }).click()
  await sheet.getByText('2 photos added.').waitFor()
  await sheet.getByLabel('Note').fill('The gate is new.')
  await sheet.getByRole('button', { name: 'Save visit' }).click()
  await phone.getByText(/^A visit is on this device/).waitFor()
  await phone.goto(`${url}/dashboard?section=outbox`)
  await phone.getByText('2 photos to send').waitFor()
  expect([await listVisits(), await listPhotos()]).toEqual([[], []])

  await context.setOffline(false)
  await expect.poll(listVisits).toMatchObject([{ note: 'The gate is new.' }])
  const [visit] = await listVisits()
  const stored = await listPhotos()
  expect(stored).toHaveLength(2)
  for (const photo of stored) expect(photo).toMatchObject({ visit_id: visit?.id, taken_at: TAKEN })
  await phone.getByText('Nothing is waiting').waitFor()

  const { page: desk } = await openDevice(DESKTOP)
  await signIn(desk, url, server.operator)
  await desk.goto(`${url}/dashboard?section=property&open=${id}`)
  const strip = desk.getByRole('list', { name: 'Photos of the visit' })
  await strip.getByRole('img').first().waitFor()
  expect(await strip.getByRole('img').count()).toBe(2)
  await strip.getByRole('button').first().click()
  const large = desk.getByRole('dialog', { name: 'Photo 1 of 2' }).getByRole('img')
  await large.waitFor()
  expect(await large.evaluate(({ width }: HTMLCanvasElement) => width)).toBe(1600)
  expect(await listVisits()).toHaveLength(1)
})
