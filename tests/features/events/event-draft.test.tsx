import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer } from '#tests/support/render-with-sync.tsx'
import { user } from '#tests/support/user.ts'
import { BANER, eventsPage, LIST, setupEvents, showEvents, wireEvent } from './events-page.ts'

// tests/session/use-draft.test.tsx shows that a draft is never shown to another user.

setupEvents()

const KEPT = 'Your unsaved text was kept'

test('a draft survives a reload, is announced in the form, and can be discarded', async () => {
  const { runtime } = showEvents()
  await user.press('New event')
  await user.fill({ Title: 'Half a title', Starts: '2025-11-23T09:00' })
  await runtime.dispose()
  cleanup()
  showEvents({ address: '/account/events?open=new' })
  await user.sees(KEPT)
  const typed = ['Half a title', '23/11/2025 09:00', '23/11/2025 10:00']
  expect(eventsPage.valuesOf('Title', 'Starts', 'Ends')).toEqual(typed)
  await user.fill({ Title: 'A whole title' })
  await user.sees(KEPT)
  await user.press('Start over')
  expect(eventsPage.valuesOf('Title', 'Starts', 'Ends')).toEqual(['', '', ''])
  expect(screen.queryByText(KEPT)).toBeNull()
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('a draft survives closing the form, and appears for its own event only', async () => {
  showEvents({ events: [BANER, wireEvent({ _id: 'e2', title: 'Auction day' })] })
  await user.press('Edit Baner open house')
  await user.fill({ Note: 'Ring twice' })
  expect(screen.queryByText(KEPT)).toBeNull()
  await user.press('Close')
  await eventsPage.seeClosed()
  await user.press('Edit Auction day')
  expect(await screen.findByLabelText('Note')).toHaveValue('')
  await user.press('Close')
  await eventsPage.seeClosed()
  await user.press('Edit Baner open house')
  expect(await screen.findByLabelText('Note')).toHaveValue('Ring twice')
  await user.sees(KEPT)
})

test('a draft shows new values from the server in the fields that the user has not edited', async () => {
  const { runtime } = showEvents()
  await user.press('Edit Baner open house')
  await user.fill({ Note: 'Ring twice' })
  answer({ [LIST]: [{ ...BANER, version: 2, title: 'Moved elsewhere' }] })
  await runtime.queryClient.invalidateQueries()
  await waitFor(() => expect(eventsPage.valuesOf('Title')).toEqual(['Moved elsewhere']))
  expect(eventsPage.valuesOf('Note')).toEqual(['Ring twice'])
})

test('a draft is removed as soon as the device has stored the change', async () => {
  showEvents()
  await eventsPage.goOffline()
  await eventsPage.create({ Title: 'Visit', Starts: '2025-11-23T09:00' })
  await eventsPage.find('Visit')
  await user.press('New event')
  expect(await screen.findByLabelText('Title')).toHaveValue('')
  expect(screen.queryByText(KEPT)).toBeNull()
})
