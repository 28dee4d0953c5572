import { Blob as NodeBlob } from 'node:buffer'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'
import { toTyped } from '#src/domain/posting/typed-posting.ts'
import { MediaStep } from '#src/features/posting/media/media-step.tsx'
import { useListingMedia } from '#src/features/posting/media/use-listing-media.ts'
import { newRow } from '#src/outbox/kinds/posting/files/shown-upload.ts'
import { keepFile } from '#src/outbox/kinds/posting/files/upload-files.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { savedPosting } from '#tests/support/posting/saved-posting.ts'
import { openStoredUploads, storeListing } from '#tests/support/posting/stored-listing.ts'
import { MEERA, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { ok, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()
const db = openStoredUploads()

const OWN = '1'.repeat(32)
const LOST = ['2'.repeat(32), '3'.repeat(32)]
const ARRIVED = { id: 'hall', kind: 'video', url: '/media/hall.mp4', smallUrl: null }
const FULL = refusal(409, { error: 'Finish or remove one first.', code: 'too-many-uploads' })

function Step() {
  const state = useListingMedia('flat', [], { media: [], isOffline: false, setMedia() {} })
  return <MediaStep state={state} />
}

/** A video whose bytes have arrived at the server, and that waits to become one of the listing. */
async function keepVideo(): Promise<void> {
  const own = { id: 'video', userId: MEERA.account.id, listingId: 'flat', addedAt: 1 }
  const row = newRow({ ...own, kind: 'video', name: 'hall.mp4', bytes: 3 })
  const sent = { ...row, isSent: true, url: `/api/account/uploads/${OWN}` }
  await keepFile(db, sent, new NodeBlob(['mp4']) as Blob) // fake-indexeddb cannot copy jsdom's
}

test('files that unfinished uploads keep out are sent again once those of no file on this device are dropped', async () => {
  expectConsole('warn', /no file system for pages/)
  await keepVideo()
  const content = { typed: toTyped(EMPTY_DRAFT), media: [], version: null, submitKey: 'k' }
  await storeListing(MEERA.account.id, 'flat', content)
  const dropped: string[] = []
  let arrived = 0
  const open = [OWN, ...LOST].map((id) => ({ id, bytes: 9, offset: 0, createdAt: '' }))
  renderWithSync(<Step />, {
    session: MEERA,
    responses: {
      'PUT /account/listings/flat': savedPosting('flat'),
      'POST /account/listings/flat/media': () => {
        if (dropped.length < LOST.length) return FULL()
        arrived += 1
        return HttpResponse.json(ok(ARRIVED))
      },
      'GET /account/uploads': ok(open),
      'DELETE /account/uploads/:id': (request: Request) => {
        dropped.push(request.url.split('/').at(-1) ?? '')
        return new Response(null, { status: 204 })
      },
    },
  })
  await user.press('Drop 2 unfinished files')
  expect(screen.queryByText('Finish or remove one first.')).toBeNull()
  await waitFor(() => expect(dropped).toEqual(LOST))
  await waitFor(() => expect(screen.queryByRole('button', { name: /unfinished/ })).toBeNull())
  await waitFor(() => expect(arrived).toBe(1))
})

test('a file waits, and is not refused, while other files of this device are on their way', async () => {
  expectConsole('warn', /no file system for pages/)
  await keepVideo()
  const content = { typed: toTyped(EMPTY_DRAFT), media: [], version: null, submitKey: 'k' }
  await storeListing(MEERA.account.id, 'flat', content)
  renderWithSync(<Step />, {
    session: MEERA,
    responses: {
      'PUT /account/listings/flat': savedPosting('flat'),
      'POST /account/listings/flat/media': FULL,
      'GET /account/uploads': ok([{ id: OWN, bytes: 9, offset: 0, createdAt: '' }]),
    },
  })
  const wait = 'The photos and videos wait until other files of yours have arrived.'
  expect(await screen.findByText(wait)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
