import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { noAnswer } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import {
  BANER,
  DELETE,
  eventsPage,
  LIST,
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
    await eventsPage.find('Auction day')
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
    // Each dated event has a button for a calendar file. Of a note, only the first line is shown.
    for (const [title, hasFile, ...texts] of [
      ['Baner open house', true, '10:00 – 11:00', 'Open house', 'Baner Road, Pune'],
      ['Site visit in Khar', true, '14:00', 'Site visit', 'Bring the keys'],
      ['Auction day', true, '10:00 – Sat 22 Nov, 18:00'],
      ['Housewarming', true, 'housewarming'],
      ['Some day', false],
    ] as const) {
      const item = await eventsPage.find(title)
      for (const text of texts) await user.sees(text, item)
      const file = within(item).queryByRole('button', { name: /^Calendar file of/ })
      expect(file !== null).toBe(hasFile)
    }
    expect(screen.getByRole('button', { name: 'Export upcoming (.ics)' })).toBeVisible()
  })

  test('shows that it is loading, and offers to create the first event when empty', async () => {
    showEvents({ events: [] })
    await user.sees('Loading events...')
    await user.sees('No events yet')
    await user.press('Create your first event')
    expect(await screen.findByRole('dialog', { name: 'New event' })).toBeVisible()
    expect(window.location.search).toBe('?open=new')
  })

  test('moves an event to the past events when it ends, while the screen is open', async () => {
    const setInterval = vi.spyOn(globalThis, 'setInterval')
    showEvents({ events: [BANER, VISIT] })
    await eventsPage.find('Site visit in Khar')
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
    expect(await eventsPage.find('Visit 2')).toBeVisible()
    expect(screen.getByText('Nothing is coming up.')).toBeVisible()
  })

  test('are collapsed when there are many; the URL stores that the user has expanded them', async () => {
    showEvents({ events: many })
    await user.press('Show 4 past events')
    expect(outline().filter((text) => text?.startsWith('Visit'))).toEqual([
      'Visit 4',
      'Visit 3',
      'Visit 2',
      'Visit 1',
    ])
    expect(window.location.search).toBe('?past=shown')
    await user.press('Hide past events')
    expect(screen.queryByRole('listitem', { name: 'Visit 4' })).toBeNull()
    expect(window.location.search).toBe('')
  })

  test('stay visible while they have an unsent change', async () => {
    showEvents({ events: many })
    await screen.findByRole('button', { name: 'Show 4 past events' })
    await eventsPage.goOffline()
    await eventsPage.create({ Title: 'Yesterday', Starts: '2025-11-19T10:00' })
    await user.sees('Waiting', await eventsPage.find('Yesterday'))
    expect(screen.getByRole('button', { name: 'Show 5 past events' })).toBeVisible()
    expect(screen.queryByRole('listitem', { name: 'Visit 4' })).toBeNull()
  })
})

describe('without the server', () => {
  test('the list is the saved copy, shown with its age', async () => {
    const { runtime } = showEvents()
    await eventsPage.find('Baner open house')
    await runtime.dispose()
    cleanup()
    vi.setSystemTime('2025-11-20T09:30:00.000Z')
    expectConsole('error', /Could not load events/)
    showEvents({ responses: { [LIST]: noAnswer } })
    expect(await eventsPage.find('Baner open house')).toBeVisible()
    expect(
      await screen.findByText('Out of date: saved copy from 20 Nov 25, 12:00 · 3 h ago'),
    ).toBeVisible()
  })

  test('a deleted event remains in the list, struck through and focused; Undo restores it', async () => {
    showEvents()
    await eventsPage.goOffline()
    await eventsPage.delete('Baner open house')
    const item = await eventsPage.find('Baner open house')
    await user.sees('Waiting', item)
    const title = within(item).getByText('Baner open house')
    expect(title).toHaveClass('struck')
    for (const name of ['Edit Baner open house', 'Delete Baner open house']) {
      expect(within(item).getByRole('button', { name })).toBeDisabled()
    }
    await waitFor(() => expect(item).toHaveFocus())
    await eventsPage.pressIn('Baner open house', 'Undo')
    await user.seesNo('Waiting')
    expect(title).not.toHaveClass('struck')
    expect(await eventsPage.queued()).toEqual([])
  })
})

test('a delete is sent only after a confirmation, and then the heading gets the focus', async () => {
  showEvents({ responses: { [DELETE]: { success: true } } })
  await user.press('Delete Baner open house')
  const text = await user.confirm('Cancel', 'Delete this event?')
  expect(text).toContain('Sat 22 Nov, 10:00 – 11:00')
  // After Cancel, the focus returns to the button; after a delete, it would go to a row.
  const opener = screen.getByRole('button', { name: 'Delete Baner open house' })
  await waitFor(() => expect(opener).toHaveFocus())
  expect(await eventsPage.queued()).toEqual([])
  await eventsPage.delete('Baner open house')
  await user.sees('No events yet')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Your events' })).toHaveFocus())
})
