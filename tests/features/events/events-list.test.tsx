import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { noAnswer } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import {
  BANER,
  DELETE,
  deleteEvent,
  findItem,
  goOffline,
  LIST,
  listQueued,
  makeEvent,
  press,
  pressIn,
  setupEvents,
  showEvents,
  wireEvent,
} from './events-page.ts'

setupEvents()

const VISIT = wireEvent({
  _id: 'e2',
  title: 'Site visit in Khar',
  kind: 'site-visit',
  startsAt: '2025-11-20T08:30:00.000Z',
  endsAt: null,
  note: '\n  Bring the keys\nand the plan',
})
const AUCTION = wireEvent({
  _id: 'e3',
  title: 'Auction day',
  kind: 'auction-day',
  startsAt: '2025-11-21T04:30:00.000Z',
  endsAt: '2025-11-22T12:30:00.000Z',
})
const IDEA = wireEvent({ _id: 'e4', title: 'Some day', startsAt: null, endsAt: null })
const OVER = wireEvent({
  _id: 'e5',
  title: 'Housewarming',
  kind: 'housewarming',
  startsAt: '2024-12-31T18:29:00.000Z',
  endsAt: null,
})

/** Headings and events from top to bottom. */
function outline() {
  const parts = document.querySelectorAll('main :is(h2, h3, h4), main .event-name')
  return [...parts].map((part) => part.textContent)
}

describe('the list', () => {
  test('shows coming events by day, then undated events, then past events, all in Indian time', async () => {
    showEvents({ events: [OVER, IDEA, BANER, AUCTION, VISIT] })
    await findItem('Auction day')
    expect(outline()).toEqual([
      'Your events',
      'Upcoming',
      'Today · Thu 20 Nov',
      'Site visit in Khar',
      'Tomorrow · Fri 21 Nov',
      'Auction day',
      'Sat 22 Nov',
      'Baner open house',
      'No date yet',
      'Some day',
      'Past',
      'Tue 31 Dec 2024',
      'Housewarming',
    ])
    const shows = async (title: string, texts: string[]) => {
      const item = within(await findItem(title))
      for (const text of texts) expect(item.getByText(text)).toBeVisible()
      return item.queryByRole('button', { name: /^Calendar file of/ }) !== null
    }
    // Each dated event has a button for a calendar file. Of a note, only the first line is shown.
    const baner = ['10:00 – 11:00', 'Open house', 'Baner Road, Pune']
    expect(await shows('Baner open house', baner)).toBe(true)
    const visit = ['14:00', 'Site visit', 'Bring the keys']
    expect(await shows('Site visit in Khar', visit)).toBe(true)
    expect(await shows('Auction day', ['10:00 – Sat 22 Nov, 18:00'])).toBe(true)
    expect(await shows('Housewarming', ['housewarming'])).toBe(true)
    expect(await shows('Some day', [])).toBe(false)
    expect(screen.getByRole('button', { name: 'Export upcoming (.ics)' })).toBeVisible()
  })

  test('shows that it is loading, and offers to create the first event when empty', async () => {
    showEvents({ events: [] })
    await user.sees('Loading events...')
    await user.sees('No events yet')
    await press('Create your first event')
    expect(await screen.findByRole('dialog', { name: 'New event' })).toBeVisible()
    expect(window.location.search).toBe('?open=new')
  })

  test('moves an event to the past events when it ends, while the screen is open', async () => {
    const setInterval = vi.spyOn(globalThis, 'setInterval')
    showEvents({ events: [BANER, VISIT] })
    await findItem('Site visit in Khar')
    expect(screen.queryByRole('heading', { name: 'Past' })).toBeNull()
    const ticks = setInterval.mock.calls.filter(([, everyMs]) => everyMs === 30_000)
    vi.setSystemTime('2025-11-20T08:31:00.000Z')
    act(() => {
      for (const [tick] of ticks) tick()
    })
    const past = screen.getByRole('region', { name: 'Past' })
    expect(within(past).getByRole('listitem', { name: 'Site visit in Khar' })).toBeVisible()
  })
})

describe('past events', () => {
  const many = [1, 2, 3, 4].map((day) =>
    wireEvent({
      _id: `p${day}`,
      title: `Visit ${day}`,
      startsAt: `2025-11-0${day}T04:30:00Z`,
      endsAt: null,
    }),
  )

  test('are expanded when there are few', async () => {
    showEvents({ events: many.slice(1) })
    expect(await findItem('Visit 2')).toBeVisible()
    expect(screen.getByText('Nothing is coming up.')).toBeVisible()
  })

  test('are collapsed when there are many; the URL stores that the user has expanded them', async () => {
    showEvents({ events: many })
    await press('Show 4 past events')
    expect(outline().filter((text) => text?.startsWith('Visit'))).toEqual([
      'Visit 4',
      'Visit 3',
      'Visit 2',
      'Visit 1',
    ])
    expect(window.location.search).toBe('?past=shown')
    await press('Hide past events')
    expect(screen.queryByRole('listitem', { name: 'Visit 4' })).toBeNull()
    expect(window.location.search).toBe('')
  })

  test('stay visible while they have an unsent change', async () => {
    const { runtime } = showEvents({ events: many })
    await screen.findByRole('button', { name: 'Show 4 past events' })
    goOffline(runtime)
    await makeEvent({ Title: 'Yesterday', Starts: '2025-11-19T10:00' })
    expect(within(await findItem('Yesterday')).getByText('Waiting')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Show 5 past events' })).toBeVisible()
    expect(screen.queryByRole('listitem', { name: 'Visit 4' })).toBeNull()
  })

  test('are expanded from the start if the URL says so', async () => {
    showEvents({ events: many, address: '/account/events?past=shown' })
    expect(await findItem('Visit 1')).toBeVisible()
  })
})

describe('without the server', () => {
  test('the list is the saved copy, shown with its age', async () => {
    const { runtime } = showEvents()
    await findItem('Baner open house')
    await runtime.dispose()
    cleanup()
    vi.setSystemTime('2025-11-20T09:30:00.000Z')
    expectConsole('error', /Could not load events/)
    showEvents({ responses: { [LIST]: noAnswer } })
    expect(await findItem('Baner open house')).toBeVisible()
    expect(
      await screen.findByText('Out of date: saved copy from 20 Nov 25, 12:00 · 3 h ago'),
    ).toBeVisible()
  })

  test('a deleted event remains in the list, struck through and focused; Undo restores it', async () => {
    const { runtime } = showEvents()
    await findItem('Baner open house')
    goOffline(runtime)
    await deleteEvent('Baner open house')
    const item = await findItem('Baner open house')
    await waitFor(() => expect(within(item).getByText('Waiting')).toBeVisible())
    expect(within(item).getByText('Baner open house')).toHaveClass('struck')
    expect(within(item).getByRole('button', { name: 'Edit Baner open house' })).toBeDisabled()
    expect(within(item).getByRole('button', { name: 'Delete Baner open house' })).toBeDisabled()
    await waitFor(() => expect(item).toHaveFocus())
    await pressIn('Baner open house', 'Undo')
    await waitFor(() => expect(within(item).queryByText('Waiting')).toBeNull())
    expect(within(item).getByText('Baner open house')).not.toHaveClass('struck')
    expect(await listQueued(runtime)).toEqual([])
  })
})

test('the heading gets the focus when the focused event is removed', async () => {
  showEvents({ responses: { [DELETE]: { success: true } } })
  await deleteEvent('Baner open house')
  await user.sees('No events yet')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Your events' })).toHaveFocus())
})

test('cancelling the confirmation of a delete deletes nothing', async () => {
  const { runtime } = showEvents()
  await press('Delete Baner open house')
  const question = within(screen.getByRole('alertdialog', { name: 'Delete this event?' }))
  expect(question.getByText('Sat 22 Nov, 10:00 – 11:00')).toBeVisible()
  await press('Cancel')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  // After Cancel, the focus returns to the button; after a delete, it would go to a row.
  const opener = screen.getByRole('button', { name: 'Delete Baner open house' })
  await waitFor(() => expect(opener).toHaveFocus())
  expect(await listQueued(runtime)).toEqual([])
})
