import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { noAnswer, recorded } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import { eventsPage, LIST, setupEvents, showEvents, UPDATE, wireEvent } from './events-page.ts'

setupEvents()

const OPEN = '/account/events?open=e1'

/** The error message of the field with this label; undefined without one. */
function errorOf(label: string) {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? []
  const parts = ids.map((id) => document.getElementById(id))
  return parts.find((part) => part?.matches('.field-error'))?.textContent
}

describe('the form', () => {
  test('has its own URL; Back and Escape close it, and a second Escape does nothing', async () => {
    showEvents()
    await user.press('Edit Baner open house')
    expect(await screen.findByRole('dialog', { name: 'Edit event' })).toBeVisible()
    expect(window.location.search).toBe('?open=e1')
    act(() => window.history.back())
    await eventsPage.seeClosed()
    await user.press('New event')
    const goBack = vi.spyOn(window.history, 'go')
    const dialog = await screen.findByRole('dialog', { name: 'New event' })
    fireEvent.keyDown(dialog, { key: 'Escape' })
    fireEvent.keyDown(dialog, { key: 'Escape' })
    await eventsPage.seeClosed()
    expect(goBack).toHaveBeenCalledExactlyOnceWith(-1)
    expect(window.location.search).toBe('')
    expect(await eventsPage.find('Baner open house')).toBeVisible()
  })

  test("shows an event's fields, also a kind that the app does not know, with its times in Indian time", async () => {
    const event = wireEvent({ _id: 'e1', title: 'Party', kind: 'housewarming' })
    showEvents({ events: [event], address: OPEN })
    expect(await screen.findByLabelText('Title')).toHaveValue('Party')
    const shown = ['housewarming', 'Baner Road, Pune', '', '22/11/2025 10:00', '22/11/2025 11:00']
    expect(eventsPage.valuesOf('Kind', 'Place', 'Note', 'Starts', 'Ends')).toEqual(shown)
  })

  test('trims empty lines around a note, and keeps those within it', async () => {
    showEvents()
    await eventsPage.goOffline()
    await eventsPage.edit('Baner open house', { Note: '\n Ring twice.\n\n- Mrs Rao \n' })
    await eventsPage.seeClosed()
    const patch = { note: 'Ring twice.\n\n- Mrs Rao' }
    expect(await eventsPage.queued()).toMatchObject([{ action: { kind: 'update', patch } }])
  })

  test('does not change times that another client wrote in its own format', async () => {
    const call = recorded({})
    const times = [
      ['2025-11-22T10:00', '2025-11-22T11:00'], // without a time zone
      ['2025-11-22T10:00:00+05:30', '2025-11-22T11:00:00+05:30'],
      ['2025-11-22T04:30:00Z', '2025-11-22T05:30:00Z'], // without milliseconds
      ['2025-11-22T04:30:15.000Z', null], // with seconds, which the form does not show
      ['2025-11-22', '2025-11-23'],
    ] as const
    const events = times.map(([startsAt, endsAt], place) =>
      wireEvent({ _id: `e${place}`, title: `Party ${place}`, startsAt, endsAt }),
    )
    showEvents({ events, responses: { [UPDATE]: call.respond } })
    for (const place of times.keys()) {
      await eventsPage.edit(`Party ${place}`, { Title: `New name ${place}` })
      await eventsPage.seeClosed()
      await waitFor(() => expect(call.bodies[place]).toEqual({ title: `New name ${place}` }))
    }
    await eventsPage.edit('New name 4', { Ends: '2025-11-21T09:00' })
    expect(errorOf('Ends')).toBe('The end is before the start.')
  })

  test('reports that an event is not in the list', async () => {
    showEvents({ address: '/account/events?open=gone' })
    await user.sees('This event is not in your list')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    await user.press('Close')
    await waitFor(() => expect(window.location.search).toBe(''))
  })

  test('says that this device has no saved list, not that the event is missing, if the list cannot load', async () => {
    expectConsole('error', /Could not load events/)
    showEvents({ address: OPEN, responses: { [LIST]: noAnswer } })
    const dialog = await screen.findByRole('dialog', { name: 'Edit event' })
    await user.sees('Nothing saved on this device yet', dialog)
  })

  test('is not available for an event that is being deleted', async () => {
    showEvents()
    await eventsPage.goOffline()
    await eventsPage.delete('Baner open house')
    await user.sees('Waiting')
    act(() => {
      window.history.pushState(null, '', OPEN)
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    await user.sees('This event is being deleted')
    expect(screen.queryByLabelText('Title')).toBeNull()
  })
})

test('the end of a new event is an hour after the start until the user chooses an end', async () => {
  showEvents()
  await user.press('New event')
  await user.fill({ Starts: '2025-11-23T23:30' })
  expect(eventsPage.valuesOf('Ends')).toEqual(['24/11/2025 00:30'])
  await user.fill({ Starts: '2025-11-23T09:00' })
  expect(eventsPage.valuesOf('Ends')).toEqual(['23/11/2025 10:00'])
  for (const chosen of ['23/11/2025 12:00', '']) {
    await user.fill({ Ends: chosen, Starts: '2025-11-23T11:00' })
    expect(eventsPage.valuesOf('Ends')).toEqual([chosen])
  }
  await user.press('Close')
  await eventsPage.seeClosed()
  await user.press('Edit Baner open house')
  await user.fill({ Starts: '2025-11-22T09:00' })
  expect(eventsPage.valuesOf('Ends')).toEqual(['22/11/2025 11:00'])
})

describe('an invalid event', () => {
  test('describes each wrong field on saving, focuses the first and keeps the text', async () => {
    showEvents()
    await user.press('New event')
    const title = await screen.findByLabelText('Title')
    fireEvent.blur(title)
    expect(errorOf('Title')).toBeUndefined()
    await user.fill({ Ends: '2025-11-23T09:00', Place: 'x'.repeat(201), Note: 'Ring twice' })
    await user.press('Save')
    expect(errorOf('Title')).toBe('Give the event a title.')
    expect(errorOf('Starts')).toBe('Enter a date and a time.')
    expect(errorOf('Place')).toBe('Use at most 200 characters.')
    expect([errorOf('Ends'), errorOf('Note')]).toEqual([undefined, undefined])
    expect(title).toHaveFocus()
    expect(title).toBeInvalid()
    expect(eventsPage.valuesOf('Ends', 'Note')).toEqual(['2025-11-23T09:00', 'Ring twice'])
    // After the first save, a field is checked on each blur.
    await user.fill({ Title: 'Visit' })
    expect(errorOf('Title')).toBe('Give the event a title.')
    fireEvent.blur(title)
    expect(errorOf('Title')).toBeUndefined()
    expect(errorOf('Starts')).toBe('Enter a date and a time.')
    expect(await eventsPage.queued()).toEqual([])
  })

  test('that ends before its start, or has a date but no time as its end, is not saved', async () => {
    showEvents()
    const typed = { Title: 'Visit', Starts: '2025-11-23T09:00', Ends: '2025-11-23T08:00' }
    await eventsPage.create(typed)
    expect(errorOf('Ends')).toBe('The end is before the start.')
    expect(screen.getByLabelText('Ends')).toHaveFocus()
    await user.fill({ Starts: '2025-11-23T07:00' })
    fireEvent.blur(screen.getByLabelText('Starts'))
    expect(errorOf('Ends')).toBeUndefined()
    await user.fill({ Ends: '23/11/2025' })
    await user.press('Save')
    expect(errorOf('Ends')).toBe(
      'Type the day and the time as dd/mm/yyyy hh:mm, such as 05/12/2026 14:30.',
    )
    expect(eventsPage.valuesOf('Ends')).toEqual(['23/11/2025'])
    expect(await eventsPage.queued()).toEqual([])
  })
})
