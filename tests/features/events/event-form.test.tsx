import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { noAnswer } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import {
  DELETE,
  deleteEvent,
  editEvent,
  findItem,
  goOffline,
  LIST,
  listQueued,
  makeEvent,
  press,
  recording,
  seeClosed,
  setupEvents,
  showEvents,
  shownIn,
  typeIn,
  UPDATE,
  wireEvent,
} from './events-page.ts'

setupEvents()

/** The error message of the field with this label; undefined without one. */
function sentenceBeside(label: string) {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? []
  const parts = ids.map((id) => document.getElementById(id))
  return parts.find((part) => part?.matches('.field-error'))?.textContent
}

describe('the form', () => {
  test('has its own URL; Back and Escape close it, and a second Escape does nothing', async () => {
    showEvents()
    await press('Edit Baner open house')
    expect(await screen.findByRole('dialog', { name: 'Edit event' })).toBeVisible()
    expect(window.location.search).toBe('?open=e1')
    act(() => window.history.back())
    await seeClosed()
    await press('New event')
    const goBack = vi.spyOn(window.history, 'go')
    const dialog = await screen.findByRole('dialog', { name: 'New event' })
    fireEvent.keyDown(dialog, { key: 'Escape' })
    fireEvent.keyDown(dialog, { key: 'Escape' })
    await seeClosed()
    expect(goBack).toHaveBeenCalledExactlyOnceWith(-1)
    expect(window.location.search).toBe('')
    expect(await findItem('Baner open house')).toBeVisible()
  })

  test("shows an event's fields, with its times in Indian time", async () => {
    showEvents({ address: '/account/events?open=e1' })
    await screen.findByLabelText('Title')
    const times = ['2025-11-22T10:00', '2025-11-22T11:00']
    const [title, kind, place, note] = ['Baner open house', 'open-house', 'Baner Road, Pune', '']
    expect(shownIn('Title', 'Kind', 'Place', 'Note')).toEqual([title, kind, place, note])
    expect(shownIn('Starts', 'Ends')).toEqual(times)
  })

  test('saves only edited fields, trims empty lines around a note, and keeps the other fields', async () => {
    const given = { kind: 'housewarming', startsAt: '2025-11-22T04:30:15.000Z' }
    const { runtime } = showEvents({ events: [wireEvent({ _id: 'e1', title: 'Party', ...given })] })
    await findItem('Party')
    goOffline(runtime)
    await press('Edit Party')
    expect(await screen.findByRole('option', { name: 'housewarming' })).toBeVisible()
    await typeIn({ Place: 'Khar', Note: '\n Ring twice.\n\n- Mrs Rao \n' })
    await press('Save')
    await seeClosed()
    const patch = { place: 'Khar', note: 'Ring twice.\n\n- Mrs Rao' }
    expect(await listQueued(runtime)).toMatchObject([{ action: { kind: 'update', patch } }])
  })

  test('does not change times that another client wrote in its own format', async () => {
    const { calls, answered } = recording({})
    const times = [
      ['2025-11-22T10:00', '2025-11-22T11:00'], // without a time zone
      ['2025-11-22T10:00:00+05:30', '2025-11-22T11:00:00+05:30'],
      ['2025-11-22T04:30:00Z', '2025-11-22T05:30:00Z'], // without milliseconds
      ['2025-11-22', '2025-11-23'],
    ] as const
    const events = times.map(([startsAt, endsAt], place) =>
      wireEvent({ _id: `e${place}`, title: `Party ${place}`, startsAt, endsAt }),
    )
    showEvents({ events, responses: { [UPDATE]: answered } })
    for (const place of times.keys()) {
      await editEvent(`Party ${place}`, { Title: `New name ${place}` })
      await seeClosed()
      await waitFor(() => expect(calls[place]?.body).toEqual({ title: `New name ${place}` }))
    }
    await editEvent('New name 3', { Ends: '2025-11-21T09:00' })
    expect(sentenceBeside('Ends')).toBe('The end is before the start.')
  })

  test('reports that an event is not in the list', async () => {
    showEvents({ address: '/account/events?open=gone' })
    await user.sees('This event is not in your list')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    await press('Close')
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  test('says that this device has no saved list, not that the event is missing, if the list cannot load', async () => {
    expectConsole('error', /Could not load events/)
    const responses = { [LIST]: noAnswer }
    showEvents({ address: '/account/events?open=e1', responses })
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit event' }))
    expect(await dialog.findByText('Nothing saved on this device yet')).toBeVisible()
  })

  test('is not available for an event that is being deleted', async () => {
    const { runtime } = showEvents({ responses: { [DELETE]: noAnswer } })
    await findItem('Baner open house')
    goOffline(runtime)
    await deleteEvent('Baner open house')
    await waitFor(() => expect(screen.getByText('Waiting')).toBeVisible())
    act(() => {
      window.history.pushState(null, '', '/account/events?open=e1')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    await user.sees('This event is being deleted')
    expect(screen.queryByLabelText('Title')).toBeNull()
  })
})

test('the end of a new event is an hour after the start until the user chooses an end', async () => {
  showEvents()
  await press('New event')
  await typeIn({ Starts: '2025-11-23T23:30' })
  expect(shownIn('Ends')).toEqual(['2025-11-24T00:30'])
  await typeIn({ Starts: '2025-11-23T09:00' })
  expect(shownIn('Ends')).toEqual(['2025-11-23T10:00'])
  for (const chosen of ['2025-11-23T12:00', '']) {
    await typeIn({ Ends: chosen, Starts: '2025-11-23T11:00' })
    expect(shownIn('Ends')).toEqual([chosen])
  }
  await press('Close')
  await seeClosed()
  await press('Edit Baner open house')
  await typeIn({ Starts: '2025-11-22T09:00' })
  expect(shownIn('Ends')).toEqual(['2025-11-22T11:00'])
})

describe('an invalid event', () => {
  test('describes each wrong field on saving, focuses the first and keeps the text', async () => {
    const { runtime } = showEvents()
    await press('New event')
    const title = await screen.findByLabelText('Title')
    fireEvent.blur(title)
    expect(sentenceBeside('Title')).toBeUndefined()
    await typeIn({ Ends: '2025-11-23T09:00', Place: 'x'.repeat(201), Note: 'Ring twice' })
    await press('Save')
    expect(sentenceBeside('Title')).toBe('Give the event a title.')
    expect(sentenceBeside('Starts')).toBe('Enter a date and a time.')
    expect(sentenceBeside('Place')).toBe('Use at most 200 characters.')
    expect([sentenceBeside('Ends'), sentenceBeside('Note')]).toEqual([undefined, undefined])
    expect(title).toHaveFocus()
    expect(title).toBeInvalid()
    expect(shownIn('Ends', 'Note')).toEqual(['2025-11-23T09:00', 'Ring twice'])
    // After the first save, a field is checked on each blur.
    await typeIn({ Title: 'Visit' })
    expect(sentenceBeside('Title')).toBe('Give the event a title.')
    fireEvent.blur(title)
    expect(sentenceBeside('Title')).toBeUndefined()
    expect(sentenceBeside('Starts')).toBe('Enter a date and a time.')
    expect(await listQueued(runtime)).toEqual([])
  })

  test('that ends before its start, or has a date but no time as its end, is not saved', async () => {
    const { runtime } = showEvents()
    await makeEvent({ Title: 'Visit', Starts: '2025-11-23T09:00', Ends: '2025-11-23T08:00' })
    expect(sentenceBeside('Ends')).toBe('The end is before the start.')
    expect(screen.getByLabelText('Ends')).toHaveFocus()
    await typeIn({ Starts: '2025-11-23T07:00' })
    fireEvent.blur(screen.getByLabelText('Starts'))
    expect(sentenceBeside('Ends')).toBeUndefined()
    await typeIn({ Ends: '' })
    // Browsers report `badInput` for a half-filled input; jsdom does not.
    Object.defineProperty(screen.getByLabelText('Ends'), 'validity', { value: { badInput: true } })
    await press('Save')
    expect(sentenceBeside('Ends')).toBe('Finish the date and the time.')
    expect(await listQueued(runtime)).toEqual([])
  })
})
