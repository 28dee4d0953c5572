import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { Permission } from '#src/domain/team/permission.ts'
import { ListingSheet } from '#src/features/listings/details/listing-sheet.tsx'
import { listRevokedReads } from '#src/query-cache/read-permissions.ts'
import { HISTORIES_READ } from '#src/query-cache/saved-read-key.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { panelAnswers } from '#tests/support/panel-answers.ts'
import {
  dumpDevice,
  OPERATOR,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, refusal } from '#tests/support/scripted-answers.ts'
import { textsOf, user } from '#tests/support/user.ts'

setupAnswers()

const ID = '665f0b1ca1b2c3d4e5f60701'
const FLAT = { _id: ID, propertyName: 'Park-facing flat', status: 'rejected', version: 3 }
const HISTORY = 'GET /admin/properties/:id/history'
const PHOTO = 'GET /admin/visit-photos/:id'
const WEBP = { 'Content-Type': 'image/webp' }
const AUDIT = 'GET /admin/audit'
const notFound = refusal(404, { error: 'Not found' })

const DELETED = {
  id: 9,
  at: '2025-06-19T03:00:00.000Z',
  actorId: 'operator-2',
  device: 'Safari on iPhone',
  action: 'delete',
  entity: 'listing',
  entityId: ID,
  from: 'approved',
  to: null,
  idempotencyKey: null,
  hash: 'b'.repeat(64),
}
const APPROVED = {
  ...DELETED,
  id: 4,
  at: '2025-06-18T08:35:00.000Z',
  actorId: OPERATOR.account.id,
  device: 'Chrome on Windows',
  action: 'status',
  from: 'pending',
  to: 'approved',
}
const NONE = { from: null, to: null, actorId: null, device: null, detail: null }

function show(listings: object[], responses: Responses) {
  return renderWithSync(<ListingSheet id={ID} onClose={() => undefined} />, {
    responses: { ...panelAnswers(listings), ...responses },
  })
}

async function readTimeline() {
  const history = within(await screen.findByRole('region', { name: 'History' }))
  return textsOf(await history.findAllByRole('listitem'))
}

describe('the timeline of a listing', () => {
  test('lists each change with its statuses, time, user and device', async () => {
    const data = [
      { ...DELETED, action: 'Rejected', to: 'rejected', detail: null },
      { ...APPROVED, action: 'Approved', detail: null },
      { ...NONE, at: '2025-06-17T06:30:00.000Z', action: 'Posted', detail: 'Asha Kulkarni' },
      { at: '2025-06-16T08:35:00.000Z', action: 'Imported' },
    ]
    show([FLAT], { [HISTORY]: ok(data) })
    expect(await readTimeline()).toEqual([
      ['Rejected · Approved → Rejected', '19 Jun 25, 08:30 · Another operator · Safari on iPhone'],
      ['Approved · Pending → Approved', '18 Jun 25, 14:05 · You · Chrome on Windows'],
      ['Posted · Asha Kulkarni', '17 Jun 25, 12:00'],
      ['Imported', '16 Jun 25, 14:05'],
    ])
    const list = screen.getByRole('list')
    expect(list.tagName).toBe('OL')
    expect(list).toHaveAttribute('reversed')
    expect(screen.getByText('18 Jun 25, 14:05')).toHaveAttribute('datetime', APPROVED.at)
  })

  test('is left out if the backend has no histories', async () => {
    show([FLAT], { [HISTORY]: notFound })
    expect(await screen.findByRole('dialog', { name: 'Park-facing flat' })).toBeVisible()
    await user.seesNo('History')
    expect(screen.getByRole('button', { name: 'Accept' })).toBeVisible()
  })

  test('is replaced by a message without a network, if it was never seen', async () => {
    expectConsole('error', /Could not load listing-histories/)
    show([FLAT], { [HISTORY]: noAnswer })
    await user.sees('History is available online.')
  })

  test('that was seen is read without a network too, with its age, and says that photos of visits are not kept', async () => {
    expectConsole('error', /Could not load/)
    expectConsole('warn', /A saved photo cannot be shown/) // jsdom decodes none
    const photo = { id: 'ab'.repeat(16), takenAt: '2025-06-19T02:00:00.000Z', width: 4, height: 3 }
    const visit = { ...NONE, at: DELETED.at, action: 'Visited', detail: 'Yes: The lift works' }
    const first = show([FLAT], {
      [HISTORY]: ok([{ ...visit, photos: [photo] }]),
      [PHOTO]: () => new HttpResponse(new Uint8Array([1]), { headers: WEBP }),
    })
    await screen.findByRole('list', { name: 'Photos of the visit' })
    await waitFor(async () => expect(await dumpDevice('cache')).toContain('The lift works'))
    expect(await dumpDevice('cache')).not.toContain('visit-photo')
    first.unmount()
    await first.runtime.dispose()
    show([FLAT], { [HISTORY]: noAnswer, [PHOTO]: noAnswer })
    const history = within(await screen.findByRole('region', { name: 'History' }))
    expect(await history.findByRole('listitem')).toHaveTextContent('Visited · Yes: The lift works')
    expect(await history.findByText(/^Saved copy from/)).toBeVisible()
    expect(await history.findByText('1 photo: it needs a network.')).toBeVisible()
    expect(history.queryByRole('button', { name: /Photo taken/ })).toBeNull()
  })

  test('is dropped from the device with the right to see listings, and at a sign-out', async () => {
    const { runtime } = show([FLAT], {
      [HISTORY]: ok([{ ...NONE, at: DELETED.at, action: 'Visited', detail: 'Secret' }]),
    })
    await user.sees(/Secret/)
    await waitFor(async () => expect(await dumpDevice('cache')).toContain('Secret'))
    await act(() => runtime.sessionEnd.signOut())
    expect(await dumpDevice('cache')).not.toContain('Secret')
    const isViewer = (permission: Permission) => permission === 'see-listings'
    expect(listRevokedReads(isViewer, () => false)).toContain(HISTORIES_READ)
  })
})

describe('the timeline of a deleted listing', () => {
  test('shows, from the audit log, who deleted the listing and the decisions before that', async () => {
    let query = ''
    show([], {
      [AUDIT]: ({ url }) => {
        query = new URL(url).search
        return HttpResponse.json(ok([DELETED, APPROVED], { meta: { nextCursor: null } }))
      },
    })
    await user.sees('This property is not in the list')
    expect(await readTimeline()).toEqual([
      ['Deleted · was Approved', '19 Jun 25, 08:30 · Another operator · Safari on iPhone'],
      ['Approved · Pending → Approved', '18 Jun 25, 14:05 · You · Chrome on Windows'],
    ])
    expect(query).toBe(`?entity=listing&entityId=${ID}&limit=200`)
  })

  test.each<[string, Responses[string]]>([
    ['if the backend has no audit log', notFound],
    ['if the audit log has no entries of the listing', ok([], { meta: { nextCursor: null } })],
    ['if the URL has no valid id', refusal(400, { error: 'No id', code: 'bad-filter' })],
  ])('shows nothing %s', async (_name, answer) => {
    show([], { [AUDIT]: answer })
    await user.sees('This property is not in the list')
    await user.seesNo('History')
  })
})
