import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { openOutbox } from '#tests/support/render-with-sync.tsx'
import {
  DELETE,
  deleteEvent,
  editEvent,
  findItem,
  goOffline,
  LIST,
  makeEvent,
  press,
  recording,
  setupEvents,
  showEvents,
  typeIn,
  UPDATE,
  wireEvent,
} from './events-page.ts'

setupEvents()

function shownIn(label: string) {
  return screen.getByLabelText<HTMLInputElement>(label).value
}

/** The message beside a field, by its label. */
function sentenceBeside(label: string) {
  const input = screen.getByLabelText(label)
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
  const sentence = ids
    .map((id) => document.getElementById(id))
    .find((one) => one?.matches('.field-error'))
  return sentence?.textContent
}

describe('the form', () => {
  test('has its own address; Back and Escape close it', async () => {
    showEvents()
    await press('Edit Baner open house')
    expect(await screen.findByRole('dialog', { name: 'Edit event' })).toBeVisible()
    expect(window.location.search).toBe('?open=e1')
    act(() => window.history.back())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('New event')
    fireEvent.keyDown(await screen.findByRole('dialog', { name: 'New event' }), { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(window.location.search).toBe('')
  })

  test('goes back once when Escape is pressed twice in a row', async () => {
    showEvents()
    await press('New event')
    const goBack = vi.spyOn(window.history, 'go')
    const dialog = await screen.findByRole('dialog', { name: 'New event' })
    fireEvent.keyDown(dialog, { key: 'Escape' })
    fireEvent.keyDown(dialog, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(goBack).toHaveBeenCalledExactlyOnceWith(-1)
    expect(await findItem('Baner open house')).toBeVisible()
  })

  test("shows an event's fields, with times in India", async () => {
    showEvents({ address: '/account/events?open=e1' })
    await screen.findByLabelText('Title')
    expect(['Title', 'Kind', 'Starts', 'Ends', 'Place', 'Note'].map(shownIn)).toEqual([
      'Baner open house',
      'open-house',
      '2025-11-22T10:00',
      '2025-11-22T11:00',
      'Baner Road, Pune',
      '',
    ])
  })

  test('keeps an unknown kind, and the seconds of an untouched time', async () => {
    const given = { kind: 'housewarming', startsAt: '2025-11-22T04:30:15.000Z' }
    const { runtime } = showEvents({ events: [wireEvent({ _id: 'e1', title: 'Party', ...given })] })
    await findItem('Party')
    goOffline(runtime)
    await press('Edit Party')
    expect(await screen.findByRole('option', { name: 'housewarming' })).toBeVisible()
    await typeIn({ Place: 'Khar' })
    await press('Save')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const changes = await (await openOutbox(runtime)).listChanges('user-1')
    expect(changes.map(({ action }) => action)).toEqual([
      { kind: 'update', patch: { place: 'Khar' } },
    ])
  })

  test.each([
    ['without a zone', '2025-11-22T10:00', '2025-11-22T11:00'],
    ['in Indian time', '2025-11-22T10:00:00+05:30', '2025-11-22T11:00:00+05:30'],
    ['without milliseconds', '2025-11-22T04:30:00Z', '2025-11-22T05:30:00Z'],
    ['as a day', '2025-11-22', '2025-11-23'],
  ])('leaves times untouched that another client wrote %s', async (_case, startsAt, endsAt) => {
    const { calls, answered } = recording({ _id: 'e1', title: 'New name' })
    showEvents({
      events: [wireEvent({ _id: 'e1', title: 'Party', startsAt, endsAt })],
      responses: { [UPDATE]: answered },
    })
    await editEvent('Party', { Title: 'New name' })
    await findItem('New name')
    await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ title: 'New name' }]))
  })

  test('validates typed times against a time written by another client', async () => {
    showEvents({ events: [wireEvent({ _id: 'e1', title: 'Party', startsAt: '2025-11-22' })] })
    await editEvent('Party', { Ends: '2025-11-21T09:00' })
    expect(sentenceBeside('Ends')).toBe('The end is before the start.')
  })

  test('saves a note without leading and trailing empty lines', async () => {
    const { runtime } = showEvents()
    await findItem('Baner open house')
    goOffline(runtime)
    await editEvent('Baner open house', { Note: '\n Ring twice.\n\n- Mrs Rao \n' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const changes = await (await openOutbox(runtime)).listChanges('user-1')
    expect(changes.map(({ action }) => action)).toEqual([
      { kind: 'update', patch: { note: 'Ring twice.\n\n- Mrs Rao' } },
    ])
  })

  test('says that an event is not in the list', async () => {
    showEvents({ address: '/account/events?open=gone' })
    expect(await screen.findByText('This event is not in your list')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    await press('Close')
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  test('says that the server cannot be reached instead of calling the event missing', async () => {
    expectConsole('error', /Could not load events/)
    showEvents({
      address: '/account/events?open=e1',
      responses: { [LIST]: () => HttpResponse.error() },
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit event' }))
    expect(await dialog.findByText('Nothing saved on this device yet')).toBeVisible()
  })

  test('is not available for an event that is being deleted', async () => {
    const { runtime } = showEvents({ responses: { [DELETE]: () => HttpResponse.error() } })
    await findItem('Baner open house')
    goOffline(runtime)
    await deleteEvent('Baner open house')
    await waitFor(() => expect(screen.getByText('Waiting')).toBeVisible())
    act(() => {
      window.history.pushState(null, '', '/account/events?open=e1')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(await screen.findByText('This event is being deleted')).toBeVisible()
    expect(screen.queryByLabelText('Title')).toBeNull()
  })
})

describe('the end of a new event', () => {
  test('is proposed an hour after the start until it is chosen', async () => {
    showEvents()
    await press('New event')
    await typeIn({ Starts: '2025-11-23T23:30' })
    expect(shownIn('Ends')).toBe('2025-11-24T00:30')
    await typeIn({ Starts: '2025-11-23T09:00' })
    expect(shownIn('Ends')).toBe('2025-11-23T10:00')
    await typeIn({ Ends: '2025-11-23T12:00', Starts: '2025-11-23T11:00' })
    expect(shownIn('Ends')).toBe('2025-11-23T12:00')
  })

  test('stays empty once cleared, and is not proposed for an existing event', async () => {
    showEvents()
    await press('New event')
    await typeIn({ Starts: '2025-11-23T09:00', Ends: '' })
    await typeIn({ Starts: '2025-11-23T11:00' })
    expect(shownIn('Ends')).toBe('')
    await press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press('Edit Baner open house')
    await typeIn({ Starts: '2025-11-22T09:00' })
    expect(shownIn('Ends')).toBe('2025-11-22T11:00')
  })
})

describe('an invalid event', () => {
  test('describes each wrong field on saving, focuses the first and keeps the text', async () => {
    const { runtime } = showEvents()
    await makeEvent({ Ends: '2025-11-23T09:00', Place: 'x'.repeat(201), Note: 'Ring twice' })
    expect(sentenceBeside('Title')).toBe('Give the event a title.')
    expect(sentenceBeside('Starts')).toBe('Enter a date and a time.')
    expect(sentenceBeside('Place')).toBe('Use at most 200 characters.')
    expect([sentenceBeside('Ends'), sentenceBeside('Note')]).toEqual([undefined, undefined])
    expect(screen.getByLabelText('Title')).toHaveFocus()
    expect(screen.getByLabelText('Title')).toBeInvalid()
    expect([shownIn('Ends'), shownIn('Note')]).toEqual(['2025-11-23T09:00', 'Ring twice'])
    expect(await (await openOutbox(runtime)).listChanges('user-1')).toEqual([])
  })

  test('is not reported before the first try, and then whenever a field is left', async () => {
    showEvents()
    await press('New event')
    const title = await screen.findByLabelText('Title')
    await userEvent.click(title)
    await userEvent.tab()
    expect(sentenceBeside('Title')).toBeUndefined()
    await press('Save')
    expect(sentenceBeside('Title')).toBe('Give the event a title.')
    await typeIn({ Title: 'Visit' })
    expect(sentenceBeside('Title')).toBe('Give the event a title.')
    fireEvent.blur(title)
    expect(sentenceBeside('Title')).toBeUndefined()
    expect(sentenceBeside('Starts')).toBe('Enter a date and a time.')
  })

  test('that ends before its start is reported beside the end field', async () => {
    showEvents()
    await makeEvent({ Title: 'Visit', Starts: '2025-11-23T09:00', Ends: '2025-11-23T08:00' })
    expect(sentenceBeside('Ends')).toBe('The end is before the start.')
    expect(screen.getByLabelText('Ends')).toHaveFocus()
    await typeIn({ Starts: '2025-11-23T07:00' })
    fireEvent.blur(screen.getByLabelText('Starts'))
    expect(sentenceBeside('Ends')).toBeUndefined()
  })

  test('with a date but no time as its end is not saved', async () => {
    const { runtime } = showEvents()
    await press('New event')
    await typeIn({ Title: 'Visit', Starts: '2025-11-23T09:00', Ends: '' })
    // What a browser reports for a half-filled input, which jsdom does not have.
    Object.defineProperty(screen.getByLabelText('Ends'), 'validity', { value: { badInput: true } })
    await press('Save')
    expect(sentenceBeside('Ends')).toBe('Finish the date and the time.')
    expect(await (await openOutbox(runtime)).listChanges('user-1')).toEqual([])
  })
})
