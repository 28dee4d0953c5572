import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answer, MEERA } from '#tests/support/render-with-sync.tsx'
import {
  BANER,
  findItem,
  goOffline,
  LIST,
  makeEvent,
  press,
  seeClosed,
  setupEvents,
  showEvents,
  shownIn,
  typeIn,
  wireEvent,
} from './events-page.ts'

setupEvents()

const KEPT = 'Your unsaved text was kept'
const RAVI = {
  ...MEERA,
  account: { ...MEERA.account, id: 'user-2', fullName: 'Ravi Nair', email: 'ravi@example.in' },
  token: 'ravi-token',
}

describe('a draft', () => {
  async function typeAndReload(session = MEERA) {
    const { runtime } = showEvents()
    await press('New event')
    await typeIn({ Title: 'Half a title', Starts: '2025-11-23T09:00' })
    await runtime.dispose()
    cleanup()
    showEvents({ address: '/account/events?open=new', session })
    await screen.findByLabelText('Title')
  }

  test('survives a reload, is announced in the form, and can be discarded', async () => {
    await typeAndReload()
    const typed = ['Half a title', '2025-11-23T09:00', '2025-11-23T10:00']
    expect(shownIn('Title', 'Starts', 'Ends')).toEqual(typed)
    expect(screen.getByText(KEPT)).toBeVisible()
    await typeIn({ Title: 'A whole title' })
    expect(screen.getByText(KEPT)).toBeVisible()
    await press('Start over')
    expect(shownIn('Title', 'Starts', 'Ends')).toEqual(['', '', ''])
    expect(screen.queryByText(KEPT)).toBeNull()
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  test('is never shown to someone else', async () => {
    await typeAndReload(RAVI)
    expect(shownIn('Title', 'Starts')).toEqual(['', ''])
    expect(screen.queryByText(KEPT)).toBeNull()
  })

  test('is not shown to a user who signs in in another tab', async () => {
    showEvents()
    await press('New event')
    await typeIn({ Title: 'Half a title' })
    localStorage.setItem('session', JSON.stringify({ account: RAVI.account }))
    localStorage.setItem('token', RAVI.token)
    act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'token' })))
    await waitFor(() => expect(shownIn('Title')).toEqual(['']))
  })

  test('survives closing the form, and appears for its own event only', async () => {
    showEvents({ events: [BANER, wireEvent({ _id: 'e2', title: 'Auction day' })] })
    await press('Edit Baner open house')
    await typeIn({ Note: 'Ring twice' })
    expect(screen.queryByText(KEPT)).toBeNull()
    await press('Close')
    await seeClosed()
    await press('Edit Auction day')
    expect(await screen.findByLabelText('Note')).toHaveValue('')
    await press('Close')
    await seeClosed()
    await press('Edit Baner open house')
    expect(await screen.findByLabelText('Note')).toHaveValue('Ring twice')
    expect(screen.getByText(KEPT)).toBeVisible()
  })

  test('shows new values from the server in the fields that the user has not edited', async () => {
    const { runtime } = showEvents()
    await press('Edit Baner open house')
    await typeIn({ Note: 'Ring twice' })
    answer({ [LIST]: [{ ...BANER, version: 2, title: 'Moved elsewhere' }] })
    await runtime.queryClient.invalidateQueries()
    await waitFor(() => expect(shownIn('Title')).toEqual(['Moved elsewhere']))
    expect(shownIn('Note')).toEqual(['Ring twice'])
  })

  test('is removed as soon as the device has stored the change', async () => {
    const { runtime } = showEvents()
    await findItem('Baner open house')
    goOffline(runtime)
    await makeEvent({ Title: 'Visit', Starts: '2025-11-23T09:00' })
    await findItem('Visit')
    await press('New event')
    expect(await screen.findByLabelText('Title')).toHaveValue('')
    expect(screen.queryByText(KEPT)).toBeNull()
  })
})
