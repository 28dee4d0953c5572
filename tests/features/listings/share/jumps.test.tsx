import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import '#src/features/listings/listings-screen.tsx' // loads the lazy code now, so that no test waits for it
import { expectConsole } from '#tests/support/dom-setup.ts'
import { NO_NETWORK } from '#tests/support/panel-answers.ts'
import { answer, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { held, noAnswer } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import { goTo, openLongList, page, places } from './long-list.tsx'
import { PART, SENTENCE } from './share-answers.ts'

// What happens meanwhile: a dialog that is closed, a page that fails, a network that is lost.

setupAnswers()

const dialogs = () => screen.queryAllByRole('dialog', { name: 'Go to row' })

/** Lets the answers that are on their way arrive. */
async function settle() {
  for (let turn = 0; turn < 50; turn += 1)
    await act(() => new Promise<void>((next) => setImmediate(next)))
}

test('closing the dialog stops the jump, and a later one is not closed or overtaken by it', async () => {
  const first = held(page([500_000]))
  const second = held(page([700_000]))
  const { asked } = openLongList({
    'cursor=c2': page([3]),
    'start=499999': first.respond,
    'start=699999': second.respond,
  })
  const dialog = await goTo('5,00,000')
  await waitFor(() => expect(asked).toContain('start=499999'))
  await user.press('Close', dialog)
  await waitFor(() => expect(dialogs()).toHaveLength(0))
  await goTo('7,00,000')
  await waitFor(() => expect(asked).toContain('start=699999'))
  first.letGo()
  await settle()
  expect(dialogs()).toHaveLength(1)
  expect(places()).toEqual([1, 2, 3])
  second.letGo()
  await waitFor(() => expect(places()).toEqual([700_000]))
  expect(dialogs()).toHaveLength(0)
})

test('a page that fails leaves the dialog as it is, and a dialog that is closed stays closed', async () => {
  expectConsole('error', /^Could not load listing-pages/)
  const next = held({ success: false }, 503)
  const pages = { 'cursor=c2': next.respond }
  openLongList(pages)
  fireEvent.click(await screen.findByRole('button', { name: 'Go to row' }))
  const dialog = await screen.findByRole('dialog', { name: 'Go to row' })
  const row = within(dialog).getByLabelText('Row')
  fireEvent.change(row, { target: { value: '42' } })
  next.letGo()
  expect(await screen.findByText('The server did not send the others.', PART)).toBeInTheDocument()
  expect(row).toHaveValue('42')
  expect(dialogs()).toEqual([dialog])
  await user.press('Close', dialog)
  Object.assign(pages, { 'cursor=c2': page([3]) })
  await user.press('Retry')
  await waitFor(() => expect(places()).toEqual([1, 2, 3]))
  expect(dialogs()).toHaveLength(0)
})

test('a lost network keeps the place that a person went to, and only the note changes', async () => {
  const never = () => new Promise<Response>(() => undefined)
  openLongList({
    'cursor=c2': page([3]),
    'start=499999': page([500_000, 500_001], { previous: 'p', next: 'n' }),
    'cursor=p': never,
    'cursor=n': never,
  })
  await goTo('5,00,000')
  const rows = [500_000, 500_001]
  await waitFor(() => expect(places()).toEqual(rows))
  const row = screen.getByLabelText('Status of Place 500000')
  answer({ 'GET /healthz': noAnswer })
  act(() => window.dispatchEvent(new Event('offline')))
  const note = screen.getByText(SENTENCE, PART).closest('.share-note')
  await waitFor(() => expect(note?.textContent?.trim()).toBe(SENTENCE))
  // The table is the same one, with the device's own rows before and after.
  expect(screen.getByLabelText('Status of Place 500000')).toBe(row)
  expect(places()).toEqual(rows)
  expect(screen.getByLabelText('Status of Corner plot')).toBeVisible()
  answer({ 'GET /healthz': { status: 'ok' } })
  act(() => window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByLabelText('Status of Corner plot')).toBeNull())
  expect(screen.getByLabelText('Status of Place 500000')).toBe(row)
  expect(note).toHaveTextContent('From the server: 5,00,000 to 5,00,001 of 10,00,000.')
})

test('an answer that is lost in the dialog is told in it', async () => {
  openLongList({ 'cursor=c2': page([3]), 'start=499999': noAnswer }, '', NO_NETWORK)
  const dialog = await goTo('5,00,000')
  expect(await within(dialog).findByText(/^The server cannot be reached/)).toBeVisible()
  expect(within(dialog).getByLabelText('Row')).toHaveValue('5,00,000')
  expect(dialogs()).toEqual([dialog])
  expect(places()).toEqual([1, 2, 3])
})
