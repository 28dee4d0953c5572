import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { MEERA } from '#tests/support/render-with-sync.tsx'
import { recorded } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import {
  BANER,
  CREATE,
  DELETE,
  eventsPage,
  setupEvents,
  showEvents,
  UPDATE,
  VISIT,
  VISIT_START,
  wireEvent,
} from './events-page.ts'

setupEvents()

/** A session on a backend without idempotency keys, as the bare specification describes it. */
const UNKEYED = { ...MEERA, takesKeys: false }

describe('with the server', () => {
  test('creating an event sends only the fields that are filled in, and adds the event to the list', async () => {
    const call = recorded({ _id: 'e9', version: 1, title: 'Site visit' })
    showEvents({ responses: { [CREATE]: call.respond } })
    const typed = { ...VISIT, Kind: 'site-visit', Ends: '2025-11-23T16:30', Place: ' Khar ' }
    await eventsPage.create(typed)
    await user.sees('Event created successfully!')
    expect(call.bodies).toEqual([
      {
        title: 'Site visit',
        kind: 'site-visit',
        startsAt: VISIT_START,
        endsAt: '2025-11-23T11:00:00.000Z',
        place: 'Khar',
      },
    ])
    expect(await eventsPage.find('Site visit')).toBeVisible()
    expect(await eventsPage.find('Baner open house')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(window.location.search).toBe('')
  })

  test('editing an event sends only its changed fields, and adds the fields of the answer to the event, even without an _id', async () => {
    const call = recorded({ title: 'Open flat (checked)' })
    showEvents({ session: UNKEYED, responses: { [UPDATE]: call.respond } })
    await eventsPage.edit('Baner open house', { Title: 'Open flat', Note: 'Ring twice' })
    await user.sees('Event updated successfully!')
    expect(call.paths()).toEqual(['/events/e1'])
    expect(call.bodies).toEqual([{ title: 'Open flat', note: 'Ring twice' }])
    const item = await eventsPage.find('Open flat (checked)')
    for (const text of ['Ring twice', 'Baner Road, Pune', '10:00 – 11:00']) {
      await user.sees(text, item)
    }
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
  })

  test('saving without a change closes the form and sends nothing', async () => {
    showEvents()
    await eventsPage.edit('Baner open house', { Title: 'Baner open house ' })
    await eventsPage.seeClosed()
    expect(await eventsPage.queued()).toEqual([])
  })

  test('a deleted event is removed after a success without a body, and the other events stay', async () => {
    const other = wireEvent({ _id: 'e2', title: 'Auction day' })
    // A backend without idempotency keys answers a delete with an empty body.
    const call = recorded(() => new HttpResponse(null, { status: 204 }))
    showEvents({ events: [BANER, other], session: UNKEYED, responses: { [DELETE]: call.respond } })
    await eventsPage.delete('Baner open house')
    await user.sees('Event deleted successfully!')
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(await eventsPage.find('Auction day')).toBeVisible()
    expect(call.paths()).toEqual(['/events/e1'])
  })
})

test('without the server, a new event that is edited is sent later in one call with its final fields', async () => {
  const call = recorded({ _id: 'e9', title: 'Site visit, moved' })
  showEvents({ responses: { [CREATE]: call.respond } })
  await eventsPage.goOffline()
  await eventsPage.create(VISIT)
  await user.sees('Waiting', await eventsPage.find('Site visit'))
  await eventsPage.edit('Site visit', { Title: 'Site visit, moved', Ends: '' })
  await eventsPage.find('Site visit, moved')
  expect(call.bodies).toEqual([])
  await eventsPage.goOnline()
  await eventsPage.seeSent('Site visit, moved')
  expect(call.bodies).toEqual([
    { title: 'Site visit, moved', kind: 'open-house', startsAt: VISIT_START },
  ])
})
