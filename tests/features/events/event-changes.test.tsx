import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { answer, MEERA, openDrain, type ScriptedAnswer } from '#tests/support/render-with-sync.tsx'
import { user } from '#tests/support/user.ts'
import {
  BANER,
  CREATE,
  DELETE,
  deleteEvent,
  editEvent,
  findItem,
  goOffline,
  goOnline,
  LIST,
  listQueued,
  makeEvent,
  pressIn,
  recording,
  seeClosed,
  setupEvents,
  showEvents,
  UPDATE,
  VISIT,
  wireEvent,
} from './events-page.ts'

setupEvents()

/** A session on a backend without idempotency keys, as the bare specification describes it. */
const UNKEYED = { ...MEERA, takesKeys: false }

describe('with the server', () => {
  test('creating an event sends only the fields that are filled in, and adds the event to the list', async () => {
    const { calls, answered } = recording({ _id: 'e9', version: 1, title: 'Site visit' }, 201)
    showEvents({ responses: { [CREATE]: answered } })
    await makeEvent({ ...VISIT, Kind: 'site-visit', Ends: '2025-11-23T16:30', Place: ' Khar ' })
    await user.sees('Event created successfully!')
    expect(calls.map(({ body }) => body)).toEqual([
      {
        title: 'Site visit',
        kind: 'site-visit',
        startsAt: '2025-11-23T10:30:00.000Z',
        endsAt: '2025-11-23T11:00:00.000Z',
        place: 'Khar',
      },
    ])
    expect(await findItem('Site visit')).toBeVisible()
    expect(await findItem('Baner open house')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(window.location.search).toBe('')
  })

  test('editing an event sends only its changed fields, and adds the fields of the answer to the event, even without an _id', async () => {
    const { calls, answered } = recording({ title: 'Open flat (checked)' })
    showEvents({ session: UNKEYED, responses: { [UPDATE]: answered } })
    await editEvent('Baner open house', { Title: 'Open flat', Note: 'Ring twice' })
    await user.sees('Event updated successfully!')
    expect(calls).toMatchObject([
      { path: '/api/events/e1', body: { title: 'Open flat', note: 'Ring twice' } },
    ])
    const item = within(await findItem('Open flat (checked)'))
    for (const text of ['Ring twice', 'Baner Road, Pune', '10:00 – 11:00']) {
      expect(item.getByText(text)).toBeVisible()
    }
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
  })

  test('saving without a change closes the form and sends nothing', async () => {
    const { runtime } = showEvents()
    await editEvent('Baner open house', { Title: 'Baner open house ' })
    await seeClosed()
    expect(await listQueued(runtime)).toEqual([])
  })

  test('a deleted event is removed after a success without a body, and the other events stay', async () => {
    const { calls, answered } = recording({})
    const empty: ScriptedAnswer = async (request) => {
      await (answered as (request: Request) => Promise<Response>)(request)
      return new HttpResponse(null, { status: 204 })
    }
    const other = wireEvent({ _id: 'e2', title: 'Auction day' })
    // A backend without idempotency keys answers a delete with an empty body.
    showEvents({ events: [BANER, other], session: UNKEYED, responses: { [DELETE]: empty } })
    await deleteEvent('Baner open house')
    await user.sees('Event deleted successfully!')
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(await findItem('Auction day')).toBeVisible()
    expect(calls.map(({ path }) => path)).toEqual(['/api/events/e1'])
  })

  test('a refetched list replaces the list on the screen', async () => {
    const { runtime } = showEvents()
    await findItem('Baner open house')
    answer({ [LIST]: [wireEvent({ _id: 'e7', title: 'From elsewhere' })] })
    await runtime.queryClient.invalidateQueries()
    expect(await findItem('From elsewhere')).toBeVisible()
    expect(screen.queryByRole('listitem', { name: 'Baner open house' })).toBeNull()
  })
})

describe('without the server', () => {
  test('an unsent new event that is edited is sent in one call with its final fields', async () => {
    const { calls, answered } = recording({ _id: 'e9', title: 'Site visit, moved' }, 201)
    const { runtime } = showEvents({ responses: { [CREATE]: answered } })
    await findItem('Baner open house')
    goOffline(runtime)
    await makeEvent(VISIT)
    expect(within(await findItem('Site visit')).getByText('Waiting')).toBeVisible()
    await editEvent('Site visit', { Title: 'Site visit, moved', Ends: '' })
    await findItem('Site visit, moved')
    expect(calls).toEqual([])
    await goOnline(runtime)
    const item = await findItem('Site visit, moved')
    await waitFor(() => expect(within(item).queryByText(/Waiting|Sending/)).toBeNull())
    expect(calls.map(({ body }) => body)).toEqual([
      { title: 'Site visit, moved', kind: 'open-house', startsAt: '2025-11-23T10:30:00.000Z' },
    ])
  })

  test('a delete undone before it was sent sends nothing', async () => {
    const { calls, answered } = recording({})
    const { runtime } = showEvents({ responses: { [DELETE]: answered } })
    await findItem('Baner open house')
    goOffline(runtime)
    await deleteEvent('Baner open house')
    await pressIn('Baner open house', 'Undo')
    await goOnline(runtime)
    await (await openDrain(runtime)).run()
    expect(calls).toEqual([])
    const item = await findItem('Baner open house')
    await waitFor(() => expect(within(item).queryByText('Waiting')).toBeNull())
  })

  test('Undo on a new, unsent event removes the event and focuses the heading', async () => {
    const { runtime } = showEvents()
    await findItem('Baner open house')
    goOffline(runtime)
    await makeEvent(VISIT)
    await pressIn('Site visit', 'Undo')
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Site visit' })).toBeNull())
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Your events' })).toHaveFocus())
  })
})
