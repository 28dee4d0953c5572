// @module-tag long

import { screen, waitFor, within } from '@testing-library/react'
import Dexie from 'dexie'
import { expect, test } from 'vitest'
import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'
import { toTyped } from '#src/domain/posting/typed-posting.ts'
import { openStoredListings, storeListing } from '#tests/support/posting/stored-listing.ts'
import { MEERA, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { noAnswer } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

// Listings that wait on this device and are deleted together with the site's databases.

setupAnswers()

const FIRST = `${'0'.repeat(18)}a1b2c3`
const SECOND = `${'0'.repeat(18)}d4e5f6`
const { id: MEERAS } = MEERA.account

const open = () =>
  renderApp({
    session: MEERA,
    address: '/account/events',
    responses: { 'GET /events/user': [], 'PUT /account/listings/:id': noAnswer },
  })

async function keep(id: string, submitKey: string | null = null): Promise<void> {
  const typed = { ...toTyped(EMPTY_DRAFT), title: 'Sunlit flat' }
  const content = { typed, media: [], version: null, submitKey }
  await storeListing(MEERAS, id, content)
}

/** Deletes the database as the browser does: the open page gets no error. */
function deleteUploads(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase('uploads')
    request.onsuccess = resolve
    request.onerror = () => reject(request.error)
  })
}

const copied = (pattern: RegExp) =>
  waitFor(() => expect(localStorage.getItem('queued-listings')).toMatch(pattern))

async function expectLost(what: RegExp, named: string[]): Promise<HTMLElement> {
  const notice = (await screen.findByText(what)).closest<HTMLElement>('[role="alert"]')
  if (!notice) throw new Error('The notice is no alert.')
  const lost = within(notice).getAllByRole('listitem')
  expect(lost.map(({ textContent }) => textContent)).toEqual(named)
  return notice
}

test('waiting listings that were lost with their database are reported at the next start, until the report is dismissed', async () => {
  const { runtime, unmount } = open()
  await keep(FIRST)
  await keep(SECOND, 'k'.repeat(24))
  await copied(/D4E5F6/)
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/Sunlit|0{18}/)
  unmount()
  await runtime.dispose()
  await deleteUploads()

  open()
  const what = /2 unsent listings of yours, with their photos and videos, waiting on this device/
  const notice = await expectLost(what, [
    'Listing …A1B2C3: your text',
    'Listing …D4E5F6: to be submitted',
  ])
  expect(notice).toHaveTextContent(/under Your listings, and write it again where it is missing/)
  await user.press('I have checked', notice)
  await waitFor(() => expect(screen.queryByText(/unsent listing/)).toBeNull())
  expect(localStorage.getItem('queued-listings')).toBeNull()
})

test('a loss under an open page is reported when the next listing is stored, and names only what is lost', async () => {
  open()
  await keep(FIRST)
  await copied(/A1B2C3/)
  await deleteUploads()
  await keep(SECOND)
  await expectLost(/1 unsent listing of yours/, ['Listing …A1B2C3: your text'])
  await copied(/D4E5F6/)
})

test('a listing that was sent or discarded is not lost, and a page without listings creates no database', async () => {
  await deleteUploads()
  const { runtime, unmount } = open()
  await screen.findByRole('heading', { level: 1 })
  await runtime.whenOpen
  expect(await Dexie.exists('uploads')).toBe(false)
  await keep(FIRST)
  await copied(/A1B2C3/)
  await openStoredListings(MEERAS).discard(FIRST)
  await waitFor(() => expect(localStorage.getItem('queued-listings')).toBeNull())
  unmount()
  await runtime.dispose()
  await deleteUploads()
  const { runtime: next } = open()
  await next.whenOpen
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText(/unsent listing/)).toBeNull()
})
