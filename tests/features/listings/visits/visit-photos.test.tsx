// @module-tag long

import { File as NodeFile } from 'node:buffer'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { MOST_VISIT_PHOTOS, visitFilesOf, visitsOf } from '#src/domain/visit/visit.ts'
import { findBytes } from '#src/files/kept-bytes.ts'
import { setupReview } from '#tests/features/listings/review/review-page.ts'
import {
  ID,
  open,
  press,
  RECORD,
  SESSION,
  SHEET,
  sheet,
  showListing,
  type,
} from '#tests/features/listings/visits/visit-page.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { stubPhotos } from '#tests/support/media/stubbed-photos.ts'
import { NO_NETWORK } from '#tests/support/panel-answers.ts'
import { openStoredUploads } from '#tests/support/posting/stored-listing.ts'
import { answer, listQueued, type Responses } from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupReview()
stubPhotos()

const TAKEN = Date.parse('2026-03-01T08:30:00.000Z')

const db = openStoredUploads()

function show(responses: Responses = {}, address = SHEET) {
  expectConsole('warn', /has no file system for pages/) // jsdom's: the bytes are in IndexedDB
  return showListing(responses, address)
}

const makeFile = (name: string, text = 'jpeg') =>
  new NodeFile([text], name, { lastModified: TAKEN }) as unknown as File // jsdom's cannot be read

async function choose(...files: File[]): Promise<void> {
  const field = (await sheet()).getByRole('region', { name: 'Photos' })
  const input = field.querySelector('input')
  if (!input) throw new Error('there is no field for files')
  expect(input).toHaveAttribute('accept', 'image/*')
  expect(input).toHaveAttribute('multiple')
  fireEvent.change(input, { target: { files } })
}

const seePhotos = async (count: number) =>
  waitFor(async () =>
    expect((await sheet()).getAllByRole('img', { name: /^Photo \d+ of/ })).toHaveLength(count),
  )
const listKept = () => db.queued.toCollection().sortBy('name')
const countBytes = async () => {
  const rows = await db.files.toArray()
  return rows.length
}

describe('in the sheet, photos', () => {
  test('are kept on the device resized, with the time at which they were taken, and wait with their visit', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { runtime } = show({ ...NO_NETWORK, [RECORD]: noAnswer })
    await open()
    await choose(makeFile('one.jpg'), makeFile('two.jpg'))
    await seePhotos(2)
    expect(await listKept()).toMatchObject([
      { name: 'one.jpg', bytes: 4, takenAt: '2026-03-01T08:30:00.000Z', url: null },
      { name: 'two.jpg', bytes: 4 },
    ])
    await press('Save visit')
    expect(await screen.findByText(/^A visit is on this device/)).toBeVisible()
    const photos = await screen.findByRole('list', { name: 'Photos that wait on this device' })
    expect(within(photos).getAllByRole('img')).toHaveLength(2)
    const [change] = await listQueued(runtime, SESSION)
    const files = (await listKept()).map(({ id }) => id)
    expect(change).toMatchObject({
      entityId: visitsOf(ID),
      action: { kind: 'visit-with-photos', visit: { answers: [], note: '' }, files },
    })
    const visitId = change && 'visit' in change.action ? change.action.visit.id : ''
    expect((await listKept()).map(({ listingId }) => listingId)).toEqual(
      files.map(() => visitFilesOf(ID, visitId)),
    )
    for (const id of files) expect((await findBytes(db, id))?.size).toBe(4)
  })

  test('of a visit that is begun survive a reload, can be removed one by one, and go with the visit', async () => {
    const first = show()
    await open()
    await choose(makeFile('one.jpg'), makeFile('two.jpg'), makeFile('three.jpg'))
    await seePhotos(3)
    await press('Remove photo 2 of 3')
    await seePhotos(2)
    await waitFor(async () => expect(await countBytes()).toBe(2))
    first.unmount()
    await first.runtime.dispose()
    show()
    await open('Continue the visit')
    await seePhotos(2)
    await press('Discard')
    expect(await screen.findByRole('button', { name: 'Record a visit' })).toBeVisible()
    await waitFor(async () => expect([await listKept(), await countBytes()]).toEqual([[], 0]))
  })

  test('are ten at most, and a file that is no photo is named', async () => {
    show()
    await open()
    const more = Array.from({ length: MOST_VISIT_PHOTOS }, (_, nth) => makeFile(`photo-${nth}.jpg`))
    await choose(makeFile('plan.pdf', 'not a photo: %PDF-1.7'), ...more)
    const { findByText } = await sheet()
    expect(await findByText(/A visit has 10 photos at most: 1 left out.*plan\.pdf: /)).toBeVisible()
    await seePhotos(MOST_VISIT_PHOTOS - 1)
    await choose(makeFile('last.jpg'))
    await seePhotos(MOST_VISIT_PHOTOS)
    expect((await sheet()).getByRole('button', { name: 'Add photos' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  test('that nobody saved are deleted after a week, but not those of a visit that waits', async () => {
    const row = (id: string, listingId: string, addedAt: number) => ({
      id,
      listingId,
      addedAt,
      userId: SESSION.account.id,
      kind: 'photo' as const,
      name: id,
      bytes: 4,
      isPrepared: true,
      url: null,
      isSent: false,
      problem: null,
    })
    const weekMs = 7 * 86_400_000
    await db.queued.bulkPut([
      row('old', visitFilesOf(ID, 'a'), Date.now() - weekMs - 60_000),
      row('new', visitFilesOf(ID, 'b'), Date.now() - weekMs + 60_000),
      row('of-a-listing', 'a-listing', 1),
    ])
    show()
    await open()
    await waitFor(async () =>
      expect((await listKept()).map(({ id }) => id)).toEqual(['new', 'of-a-listing']),
    )
  })
})

test('a sign-out deletes the photos of a visit that nobody saved, with its draft', async () => {
  show({ 'POST /auth/logout': ok() })
  await open()
  await choose(makeFile('one.jpg'))
  await seePhotos(1)
  await press('Close')
  fireEvent.click(screen.getByRole('button', { name: /Reviewer$/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  const question = within(await screen.findByRole('dialog', { name: 'Sign out?' }))
  fireEvent.click(question.getByRole('button', { name: 'Sign out' }))
  await waitFor(async () => expect([await listKept(), await countBytes()]).toEqual([[], 0]))
})

describe('a visit with photos, in the outbox,', () => {
  async function saveOffline(note: string) {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const view = show({ ...NO_NETWORK, [RECORD]: noAnswer })
    await open()
    if (note) await type(note)
    await choose(makeFile('one.jpg'), makeFile('two.jpg'))
    await seePhotos(2)
    await press('Save visit')
    await screen.findByText(/^A visit is on this device/)
    return view
  }
  /** As if all bytes had arrived before the page was closed: what follows is the server's answer to them. */
  async function pretendArrived(): Promise<string[]> {
    const kept = await listKept()
    const uploads = kept.map((_, index) => `${index}${'0'.repeat(31)}`)
    for (const [index, { id }] of kept.entries())
      await db.queued.update(id, { isSent: true, url: `/api/account/uploads/${uploads[index]}` })
    return uploads
  }

  const goToOutbox = () => fireEvent.click(screen.getByRole('link', { name: /Outbox|waiting/ }))

  /** The outbox of a device on which the server has refused both photos. */
  async function showRefused() {
    const { runtime } = await saveOffline('Seen.')
    const sent = recorded()
    goToOutbox()
    expect(await screen.findByText('2 photos to send')).toBeVisible()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    const refused = refusal(400, { code: 'media-refused', error: 'This is a PDF.' })
    answer({
      'GET /healthz': ok(),
      'POST /admin/properties/:id/visit-photos': refused,
      [RECORD]: sent.respond,
    })
    await pretendArrived()
    await runtime.sync.outbox.syncNow()
    const why = 'one.jpg: This is a PDF. two.jpg: This is a PDF.'
    expect(await screen.findByText(why)).toBeVisible()
    expect(sent.bodies).toEqual([])
    return { runtime, sent }
  }

  test('says how many photos it sends, and frees their bytes when it is discarded', async () => {
    const { runtime } = await showRefused()
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    const said = await user.confirm('Discard', 'Discard this change?')
    expect(said).toContain('what you answered and typed is lost, with its photos')
    await waitFor(async () => expect([await listKept(), await countBytes()]).toEqual([[], 0]))
    expect(await listQueued(runtime, SESSION)).toEqual([])
  })

  test('is not lost when a photo is refused: it says why, and can be sent without photos', async () => {
    const { sent } = await showRefused()
    expect(screen.getByText(/^The visit itself is not lost: send it without photos/)).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Send without photos' }))
    await waitFor(() => expect(sent.bodies).toMatchObject([{ note: 'Seen.' }]))
    expect(sent.bodies[0]).not.toHaveProperty('photos')
    await waitFor(async () => expect([await listKept(), await countBytes()]).toEqual([[], 0]))
  })

  test('is sent after its photos, names them, and leaves nothing on the device', async () => {
    const { runtime } = await saveOffline('')
    const sent = recorded()
    const added = recorded()
    const order: string[] = []
    const uploads = await pretendArrived()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    answer({
      'GET /healthz': ok(),
      'POST /admin/properties/:id/visit-photos': async (request) => {
        const body: { upload: string } = await request.clone().json()
        order.push('photo')
        await added.respond(request)
        return HttpResponse.json({ success: true, data: { id: body.upload } })
      },
      [RECORD]: (request) => {
        order.push('visit')
        return sent.respond(request)
      },
    })
    await runtime.sync.outbox.syncNow()
    await waitFor(() => expect(sent.bodies).toHaveLength(1))
    expect(order).toEqual(['photo', 'photo', 'visit'])
    expect(added.bodies).toEqual(
      uploads.map((upload) => ({ upload, takenAt: '2026-03-01T08:30:00.000Z' })),
    )
    expect(sent.bodies).toMatchObject([{ answers: [], note: '', photos: uploads }])
    await waitFor(async () => expect([await listKept(), await countBytes()]).toEqual([[], 0]))
  })
})
