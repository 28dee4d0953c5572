// @module-tag long
import { expect } from 'vitest'
import { marketTest } from '#tests/browser/pages/market-test.ts'
import { installWorker, signIn } from '#tests/browser/pages/panel-page.ts'
import { seeReady } from '#tests/browser/pages/review-mode.ts'
import { DESKTOP, openPage, PHONE } from '#tests/support/browser/device.ts'

// A reviewer on a phone and the owner at a desk note what they know about one listing.

const RAVI = 'reviewer@team.example'
const test = marketTest.extend(
  'openDevice',
  ({ newContext }) =>
    async (size: typeof PHONE) =>
      openPage(await newContext(), size, { readsAhead: true }),
)

test('a note that is written without a network arrives once, and moves no text of a colleague', async ({
  server,
  url,
  openDevice,
}) => {
  await server.signInAs('reviewer')
  await server.givePassword(RAVI)
  const listNotes = () =>
    server.db.selectFrom('notes').select('text').orderBy('created_at').execute()
  const { page: phone } = await openDevice(PHONE)
  const { page: desk } = await openDevice(DESKTOP)
  await signIn(phone, url, { email: RAVI, password: server.password })
  await signIn(desk, url, server.operator)
  await phone.goto(`${url}/dashboard?section=property&review=next`)
  const { id } = await seeReady(phone)

  // The desk has begun a sentence.
  await desk.goto(`${url}/dashboard?section=property&open=${id}`)
  const sheet = desk.getByRole('dialog')
  await sheet.getByLabel('New note').fill('She said that the')

  await installWorker(phone)

  // The phone loses its network, notes, reloads and finds the note waiting.
  await phone.getByRole('button', { name: /^Notes/ }).click()
  await phone.getByLabel('New note').fill('Photos come on Monday.')
  await phone.context().setOffline(true)
  await phone.getByRole('button', { name: 'Add note' }).click()
  const note = phone.getByRole('listitem').filter({ hasText: 'Photos come on Monday.' })
  await note.waitFor()
  await phone.reload()
  await note.waitFor()
  expect(await listNotes()).toEqual([])

  // Back on the network, the note arrives once, and the desk reads it while its own sentence stays.
  await phone.context().setOffline(false)
  await expect.poll(listNotes).toEqual([{ text: 'Photos come on Monday.' }])
  await sheet.getByText('Photos come on Monday.').waitFor()
  expect(await sheet.getByLabel('New note').inputValue()).toBe('She said that the')
  await sheet.getByLabel('New note').press('End')
  await sheet.getByLabel('New note').pressSequentially(' lift works.')
  await sheet.getByRole('button', { name: 'Add note' }).click()
  await expect
    .poll(listNotes)
    .toEqual([{ text: 'Photos come on Monday.' }, { text: 'She said that the lift works.' }])
  await phone.getByText('She said that the lift works.').first().waitFor()
})
