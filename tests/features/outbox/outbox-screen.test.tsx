// @module-tag slow
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Runtime } from '#src/app/runtime.ts'
import { OutboxScreen } from '#src/features/outbox/outbox-screen.tsx'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { wireListing } from '#tests/support/panel-answers.ts'
import {
  answer,
  OPERATOR,
  openDrain,
  openOutbox,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { user } from '#tests/support/user.ts'
import { OVERTAKEN, refused, storeChanges } from './stored-changes.ts'

setupAnswers()

const userId = OPERATOR.account.id
const DELETE = { kind: 'delete' } as const

const UNANSWERED = {
  tries: 1,
  notBefore: Date.now() + 3_000_000,
  lastError: { status: null, code: null, message: 'No answer from the server.' },
} as const
const REFUSED = refused(422, null, 'This listing cannot be approved yet.')

/** Renders the outbox and waits until its first run of sending ends, so that this run sends no change stored later. */
async function renderOutbox(responses: Responses = {}): Promise<Runtime> {
  const { runtime } = renderWithSync(<OutboxScreen />, { responses })
  await (await openDrain(runtime)).idle()
  return runtime
}

/** Stores a change of a listing, by default one that was never sent. */
function store(name: string, row: object = {}): Promise<void> {
  return storeChanges({
    key: `key-of-${name}`,
    entityId: `665f0b1c-${name}`,
    entityName: name,
    ...row,
  })
}

function listNames(): (string | null)[] {
  return screen
    .queryAllByRole('listitem')
    .map((item) => within(item).getAllByRole('link')[0]?.textContent ?? null)
}

async function findEntry(name: string) {
  const link = await screen.findByRole('link', { name })
  const entry = link.closest('li')
  if (!entry) throw new Error(`${name} is not in the list`)
  return within(entry)
}

it('an empty outbox shows that nothing is waiting', async () => {
  renderWithSync(<OutboxScreen />)
  await user.sees('Nothing is waiting')
  expect(screen.getByRole('heading', { name: 'Outbox' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sync now' })).toBeDisabled()
})

it('an unreadable outbox never claims that nothing is waiting', async () => {
  expectConsole('error', /outbox cannot be read/)
  const { runtime } = renderWithSync(<OutboxScreen />, { session: null })
  vi.spyOn(await openOutbox(runtime), 'observeChanges').mockImplementation(
    (_user, _next, onError) => {
      onError(new Error('storage is broken'))
      return () => undefined
    },
  )
  runtime.session.set(OPERATOR)
  expect(await screen.findByRole('alert')).toHaveTextContent("This device's outbox cannot be read")
  expect(screen.queryByText('Nothing is waiting')).toBeNull()
})

it('a change that was never sent can be undone, and the focus moves to the heading', async () => {
  const runtime = await renderOutbox()
  await store('Lake View')
  const entry = await findEntry('Lake View')
  expect(entry.getByText('Waiting')).toBeVisible()
  expect(entry.getByText('Queued just now · Not sent yet')).toBeVisible()
  expect(entry.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Undo'])
  // The second press of a double click does not queue the opposite decision.
  await userEvent.dblClick(entry.getByRole('button', { name: 'Undo' }))
  await user.sees('Nothing is waiting')
  expect(await (await openOutbox(runtime)).listChanges(userId)).toEqual([])
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Outbox' })).toHaveFocus())
})

it('a change that may have reached the server cannot be undone, only retried or discarded', async () => {
  await renderOutbox()
  await store('Lake View', { action: DELETE, ...UNANSWERED })
  const entry = await findEntry('Lake View')
  expect(await entry.findByText('Queued just now · Tried once')).toBeVisible()
  expect(entry.getByText('No answer from the server.')).toBeVisible()
  expect(entry.queryByRole('button', { name: 'Undo' })).toBeNull()
  fireEvent.click(entry.getByRole('button', { name: 'Discard' }))
  const question = screen.getByRole('alertdialog', { name: 'Discard this change?' })
  expect(question).toHaveTextContent(/Delete: Lake View.*it may already have had its effect/)
  fireEvent.click(within(question).getByRole('button', { name: 'Discard' }))
  await user.sees('Nothing is waiting')
})

it('changes that need a decision of the operator come before all others', async () => {
  await renderOutbox()
  await store('Hill House', UNANSWERED)
  await store('Lake View', REFUSED)
  await store('Garden Flat', { action: DELETE })
  await waitFor(() => expect(listNames()).toEqual(['Lake View', 'Hill House', 'Garden Flat']))
})

it('a refused change shows its reason and can be sent again with the same key', async () => {
  const runtime = await renderOutbox()
  await store('Lake View', REFUSED)
  const entry = await findEntry('Lake View')
  expect(await entry.findByText('Needs attention')).toBeVisible()
  expect(entry.getByText('This listing cannot be approved yet.')).toBeVisible()
  expect(screen.getByText('1 needs attention')).toBeVisible()
  const keys: (string | null)[] = []
  answer({
    'PATCH /admin/properties/:id/status': ({ headers }) => {
      keys.push(headers.get('Idempotency-Key'))
      return Response.json({ success: true })
    },
  })
  const [parked] = await (await openOutbox(runtime)).listChanges(userId)
  fireEvent.click(entry.getByRole('button', { name: 'Send again' }))
  await user.sees('Nothing is waiting')
  expect(keys).toEqual([parked?.key])
})

it('a conflict shows both decisions, and "Keep theirs" discards the decision of this device', async () => {
  await renderOutbox()
  await store('Lake View', OVERTAKEN)
  const entry = await findEntry('Lake View')
  expect(await entry.findByText('Changed elsewhere')).toBeVisible()
  const mine = within(entry.getByRole('region', { name: 'You decided' }))
  expect(mine.getByText('Approved')).toBeVisible()
  expect(
    mine.getByText(/^\d\d [A-Z][a-z]{2} \d\d, \d\d:\d\d \(just now\), on this device$/),
  ).toBeVisible()
  expect(mine.getByText('Sets the listing to Approved.')).toBeVisible()
  const theirs = within(entry.getByRole('region', { name: 'The server has' }))
  expect(theirs.getByText('Rejected')).toBeVisible()
  expect(theirs.getByText('Changed 05 Sep 25, 14:05, on Office laptop')).toBeVisible()
  expect(theirs.getByText('Leaves the listing as it is and drops your decision.')).toBeVisible()
  fireEvent.click(entry.getByRole('button', { name: 'Keep theirs' }))
  await user.sees('Nothing is waiting')
})

it.each([
  [{ actorId: 'reviewer-2', by: 'Ravi Shah' }, 'by Ravi Shah, on Office laptop'],
  [{ actorId: userId, by: 'Asha Rao' }, 'by you, on Office laptop'],
  [{ actorId: 'reviewer-2', by: null }, 'by another operator, on Office laptop'],
])('a conflict names who made the other decision: %j', async (who, words) => {
  await renderOutbox()
  await store('Lake View', { ...OVERTAKEN, conflict: { ...OVERTAKEN.conflict, ...who } })
  const entry = await findEntry('Lake View')
  expect(await entry.findByText(`Changed 05 Sep 25, 14:05 ${words}`)).toBeVisible()
})

it('"Keep mine" sends the decision again with the version of the server, and reports another conflict', async () => {
  const versions: (string | null)[] = []
  await renderOutbox({
    'PATCH /admin/properties/:id/status': ({ headers }) => {
      versions.push(headers.get('If-Match'))
      const current = wireListing({ _id: '665f0b1c-Lake View', version: 5, status: 'rejected' })
      const data = { current, changedAt: '2025-09-05T09:00:00Z', device: 'Phone' }
      const error = { error: 'This listing was changed.', code: 'version-conflict' }
      return Response.json({ success: false, ...error, data }, { status: 412 })
    },
  })
  await store('Lake View', OVERTAKEN)
  const entry = await findEntry('Lake View')
  expect(entry.queryByText(/new conflict/)).toBeNull()
  fireEvent.click(entry.getByRole('button', { name: 'Keep mine' }))
  const again = await screen.findByText('Changed elsewhere again')
  const item = within(again.closest('li') ?? document.body)
  expect(
    item.getByText(/This is a new conflict: the listing was changed once more after you decided/),
  ).toBeVisible()
  expect(item.getByText('Changed 05 Sep 25, 14:30, on Phone')).toBeVisible()
  answer({
    'PATCH /admin/properties/:id/status': ({ headers }) => {
      versions.push(headers.get('If-Match'))
      return Response.json({ success: true })
    },
  })
  fireEvent.click(item.getByRole('button', { name: 'Keep mine' }))
  await user.sees('Nothing is waiting')
  expect(versions).toEqual(['"4"', '"5"'])
})

it('a rate-limited change counts down to its next try without announcing each second', async () => {
  await renderOutbox()
  await store('Lake View', {
    tries: 1,
    notBefore: Date.now() + 90_000,
    floor: Date.now() + 90_000,
    lastError: { status: 429, code: 'rate-limited', message: 'The server asks to slow down.' },
  })
  const entry = await findEntry('Lake View')
  const timer = entry.getByRole('timer')
  expect(timer).toHaveTextContent(/^Next try in 1 min \d+ s$/)
  expect(timer.closest('[role="status"], [aria-live]')).toBeNull()
  const before = timer.textContent
  await waitFor(() => expect(timer.textContent).not.toBe(before), { timeout: 3_000 })
})

it('"Sync now" sends a change whose next try is not due yet', async () => {
  await renderOutbox({ 'PATCH /admin/properties/:id/status': { success: true } })
  await store('Lake View', UNANSWERED)
  await findEntry('Lake View')
  await user.press('Sync now')
  await user.sees('Nothing is waiting')
})

const LATER = { key: 'key-of-a-later-one', action: { kind: 'status', to: 'pending' } } as const

it('a later decision about a listing with a conflict waits below the conflict, and "Keep theirs" discards both decisions', async () => {
  const runtime = await renderOutbox()
  await store('Garden Flat')
  await store('Lake View', OVERTAKEN)
  await store('Lake View', LATER)
  await screen.findByText('Waits until you have settled “Approve” above.')
  expect(listNames()).toEqual(['Lake View', 'Lake View', 'Garden Flat'])
  expect(
    screen.getByText(/^Sets the listing to Approved. Then sends “Set to pending”/),
  ).toBeVisible()
  await screen.findByText(
    'Leaves the listing as it is and drops your decision and the one after it.',
  )
  await user.press('Keep theirs')
  await waitFor(() => expect(listNames()).toEqual(['Garden Flat']))
  expect(await (await openOutbox(runtime)).listChanges(userId)).toHaveLength(1)
})

it('discarding a refused decision sends the next decision about the listing, and the confirmation dialog says so', async () => {
  const sent: unknown[] = []
  await renderOutbox({
    'PATCH /admin/properties/:id/status': async (request) => {
      sent.push(await request.json())
      return Response.json({ success: true })
    },
  })
  await store('Lake View', REFUSED)
  await store('Lake View', LATER)
  await screen.findByText('Waits until you have settled “Approve” above.')
  await user.press('Discard')
  const question = screen.getByRole('alertdialog', { name: 'Discard this change?' })
  expect(question).toHaveTextContent(
    '“Set to pending”, which you decided after it, stays and is sent.',
  )
  expect(sent).toEqual([])
  fireEvent.click(within(question).getByRole('button', { name: 'Discard' }))
  await user.sees('Nothing is waiting')
  expect(sent).toEqual([{ status: 'pending' }])
})

it('for a delete of a listing that was changed, "Keep mine" warns that the delete is permanent', async () => {
  await renderOutbox()
  await store('Lake View', { ...OVERTAKEN, action: DELETE })
  const mine = within(await screen.findByRole('region', { name: 'You decided' }))
  expect(mine.getByText('Delete')).toBeVisible()
  expect(mine.getByText('Deletes the listing for good, although it was changed.')).toBeVisible()
})

it('a decision about a deleted listing can only be discarded, and the dialog says that the server did not apply it', async () => {
  await renderOutbox()
  await store('Lake View', refused(404, 'not-found'))
  const entry = await findEntry('Lake View')
  expect(entry.getByText('This listing was deleted on the server meanwhile.')).toBeVisible()
  expect(entry.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Discard'])
  fireEvent.click(entry.getByRole('button', { name: 'Discard' }))
  const question = screen.getByRole('alertdialog', { name: 'Discard this change?' })
  expect(question).toHaveTextContent(/The server did not apply this/)
})

it('a change that only a newer build can read is reported, and the outbox never claims that nothing is waiting', async () => {
  await renderOutbox()
  await store('Lake View', { format: 99 })
  expect(
    await screen.findByText(/^1 change on this device cannot be read by this version/),
  ).toBeVisible()
  expect(screen.queryByText('Nothing is waiting')).toBeNull()
})
