import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Runtime } from '#src/app/runtime.ts'
import { OutboxScreen } from '#src/features/outbox/outbox-screen.tsx'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { DECIDE, wireListing } from '#tests/support/panel-answers.ts'
import {
  answer,
  listQueued,
  OPERATOR,
  openDrain,
  openOutbox,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import { OVERTAKEN, refused, storeChanges } from './stored-changes.ts'

setupAnswers()

const userId = OPERATOR.account.id
const DELETE = { kind: 'delete' } as const
const LATER = { key: 'key-of-a-later-one', action: { kind: 'status', to: 'pending' } } as const

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
  const listing = { entityId: `665f0b1c-${name}`, entityName: name }
  return storeChanges({ key: `key-of-${name}`, ...listing, ...row })
}

const listNames = () =>
  screen
    .queryAllByRole('listitem')
    .map((item) => within(item).getAllByRole('link')[0]?.textContent ?? null)

/** Renders an outbox with one change of the listing Lake View. */
async function showChange(row: object = {}, responses: Responses = {}) {
  const runtime = await renderOutbox(responses)
  await store('Lake View', row)
  const link = await screen.findByRole('link', { name: 'Lake View' })
  const entry = link.closest('li') ?? document.body
  const buttons = () =>
    within(entry)
      .getAllByRole('button')
      .map((one) => one.textContent)
  return { runtime, entry, buttons }
}

const seeEmpty = () => user.sees('Nothing is waiting')

it('an empty outbox shows that nothing is waiting', async () => {
  renderWithSync(<OutboxScreen />)
  await seeEmpty()
  expect(screen.getByRole('heading', { name: 'Outbox' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send now' })).toBeDisabled()
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
  const { runtime, entry, buttons } = await showChange()
  await user.sees('Waiting', entry)
  await user.sees('Queued just now · Not sent yet', entry)
  expect(buttons()).toEqual(['Undo'])
  await userEvent.click(within(entry).getByRole('button', { name: 'Undo' }))
  await seeEmpty()
  expect(await listQueued(runtime)).toEqual([])
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Outbox' })).toHaveFocus())
})

it('the second press of a double click on Undo does not queue the opposite decision', async () => {
  const { runtime, entry } = await showChange()
  await userEvent.dblClick(within(entry).getByRole('button', { name: 'Undo' }))
  await seeEmpty()
  expect(await listQueued(runtime)).toEqual([])
})

it('a change that may have reached the server cannot be undone, only retried or discarded', async () => {
  const { entry } = await showChange({ action: DELETE, ...UNANSWERED })
  await user.sees('Queued just now · Tried once', entry)
  await user.sees('No answer from the server.', entry)
  expect(within(entry).queryByRole('button', { name: 'Undo' })).toBeNull()
  await user.press('Discard', entry)
  const text = await user.confirm('Discard', 'Discard this change?')
  expect(text).toMatch(/Delete: Lake View.*it may already have had its effect/)
  await seeEmpty()
})

it('changes that need a decision of the operator come before all others', async () => {
  await renderOutbox()
  await store('Hill House', UNANSWERED)
  await store('Lake View', REFUSED)
  await store('Garden Flat', { action: DELETE })
  await waitFor(() => expect(listNames()).toEqual(['Lake View', 'Hill House', 'Garden Flat']))
})

it('a refused change shows its reason and can be sent again with the same key', async () => {
  const { entry } = await showChange(REFUSED)
  await user.sees('Needs attention', entry)
  await user.sees('This listing cannot be approved yet.', entry)
  await user.sees('1 needs attention')
  const call = recorded()
  answer({ [DECIDE]: call.respond })
  await user.press('Send again', entry)
  await seeEmpty()
  expect(call.headers('Idempotency-Key')).toEqual(['key-of-Lake View'])
})

it('a conflict shows both decisions, and "Leave as …" discards the decision of this device', async () => {
  const { entry } = await showChange(OVERTAKEN)
  await user.sees('Rejected on Office laptop, 05 Sep 25', entry)
  const mine = within(entry).getByRole('region', { name: 'You decided' })
  await user.sees('Approved', mine)
  await user.sees(
    /^\d\d [A-Z][a-z]{2} \d\d, \d\d:\d\d \(just now\) by Asha Rao, on this device$/,
    mine,
  )
  await user.sees('Sets the listing to Approved.', mine)
  const theirs = within(entry).getByRole('region', { name: 'The server has' })
  await user.sees('Rejected', theirs)
  await user.sees('Changed 05 Sep 25, 14:05, on Office laptop', theirs)
  await user.sees('Leaves the listing as it is and drops your decision.', theirs)
  await user.press('Leave as rejected', entry)
  await seeEmpty()
})

it('"Leave all as decided" keeps every decision of the others at once, and the own waiting decisions stay', async () => {
  const runtime = await renderOutbox()
  await store('Hill House', UNANSWERED)
  await store('Lake View', OVERTAKEN)
  await user.sees('Lake View')
  expect(screen.queryByRole('button', { name: 'Leave all as decided' })).toBeNull()
  await store('Palm Court', { ...OVERTAKEN, action: DELETE })
  await user.press('Leave all as decided')
  await waitFor(() => expect(listNames()).toEqual(['Hill House']))
  expect(await listQueued(runtime)).toHaveLength(1)
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Outbox' })).toHaveFocus())
})

it.each([
  [{ actorId: 'reviewer-2', by: 'Ravi Shah' }, 'by Ravi Shah, on Office laptop'],
  [{ actorId: userId, by: 'Asha Rao' }, 'by you, on Office laptop'],
  [{ actorId: 'reviewer-2', by: null }, 'by another operator, on Office laptop'],
])('a conflict names who made the other decision: %j', async (who, words) => {
  const conflict = { ...OVERTAKEN.conflict, ...who }
  const { entry } = await showChange({ ...OVERTAKEN, conflict })
  await user.sees(`Changed 05 Sep 25, 14:05 ${words}`, entry)
})

it('"… anyway" sends the decision again with the version of the server, and reports another conflict', async () => {
  const current = wireListing({ _id: '665f0b1c-Lake View', version: 5, status: 'rejected' })
  const data = { current, changedAt: '2025-09-05T09:00:00Z', device: 'Phone' }
  const refusing = recorded(refusal(412, { error: 'Changed.', code: 'version-conflict', data }))
  const { entry } = await showChange(OVERTAKEN, { [DECIDE]: refusing.respond })
  expect(screen.queryByText(/new conflict/)).toBeNull()
  await user.press('Approve anyway', entry)
  await user.sees('Rejected on Phone, 05 Sep 25')
  await user.sees(/This is a new conflict: the listing was changed once more after you decided/)
  await user.sees('Changed 05 Sep 25, 14:30, on Phone')
  const taking = recorded()
  answer({ [DECIDE]: taking.respond })
  await user.press('Approve anyway')
  await seeEmpty()
  expect([refusing.headers('If-Match'), taking.headers('If-Match')]).toEqual([['"4"'], ['"5"']])
})

it('a rate-limited change counts down to its next try without announcing each second', async () => {
  const dueAt = Date.now() + 90_000
  const lastError = { status: 429, code: 'rate-limited', message: 'The server asks to slow down.' }
  await showChange({ tries: 1, notBefore: dueAt, floor: dueAt, lastError })
  const timer = screen.getByRole('timer')
  expect(timer).toHaveTextContent(/^Next try in 1 min \d+ s$/)
  expect(timer.closest('[role="status"], [aria-live]')).toBeNull()
  const before = timer.textContent
  await waitFor(() => expect(timer.textContent).not.toBe(before), { timeout: 3_000 })
})

it('"Send now" sends a change whose next try is not due yet', async () => {
  await showChange(UNANSWERED, { [DECIDE]: ok() })
  await user.press('Send now')
  await seeEmpty()
})

it('a later decision about a listing with a conflict waits below the conflict, and "Leave as …" discards both decisions', async () => {
  const runtime = await renderOutbox()
  await store('Garden Flat')
  await store('Lake View', OVERTAKEN)
  await store('Lake View', LATER)
  await screen.findByText('Waits until you have settled “Approve” above.')
  expect(listNames()).toEqual(['Lake View', 'Lake View', 'Garden Flat'])
  await user.sees(/^Sets the listing to Approved. Then sends “Set back to pending”/)
  await user.sees('Leaves the listing as it is and drops your decision and the one after it.')
  await user.press('Leave as rejected')
  await waitFor(() => expect(listNames()).toEqual(['Garden Flat']))
  expect(await listQueued(runtime)).toHaveLength(1)
})

it('discarding a refused decision sends the next decision about the listing, and the confirmation says so', async () => {
  const call = recorded()
  const { entry } = await showChange(REFUSED, { [DECIDE]: call.respond })
  await store('Lake View', LATER)
  await user.sees('Waits until you have settled “Approve” above.')
  await user.press('Discard', entry)
  const text = await user.confirm('Discard', 'Discard this change?')
  expect(text).toContain('“Set back to pending”, which you decided after it, stays and is sent.')
  await seeEmpty()
  expect(call.bodies).toEqual([{ status: 'pending' }])
})

it('for a delete of a listing that was changed, "… anyway" warns that the delete is permanent', async () => {
  const { entry } = await showChange({ ...OVERTAKEN, action: DELETE })
  const mine = within(entry).getByRole('region', { name: 'You decided' })
  await user.sees('Delete', mine)
  await user.sees('Deletes the listing for good, although it was changed.', mine)
})

it('a decision about a deleted listing can only be discarded, and the dialog says that the server did not apply it', async () => {
  const { entry, buttons } = await showChange(refused(404, 'not-found'))
  await user.sees('This listing was deleted on the server meanwhile.', entry)
  expect(buttons()).toEqual(['Discard'])
  await user.press('Discard', entry)
  const text = await user.confirm('Cancel', 'Discard this change?')
  expect(text).toContain('The server did not apply this')
})

it('a change that only a newer build can read is reported, and the outbox never claims that nothing is waiting', async () => {
  await renderOutbox()
  await store('Lake View', { format: 99 })
  await user.sees(/^1 change on this device cannot be read by this version/)
  expect(screen.queryByText('Nothing is waiting')).toBeNull()
})
