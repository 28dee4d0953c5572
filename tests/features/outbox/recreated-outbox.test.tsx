import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
// Loads the lazy code now, so that no test waits for it.
import '#src/app/shells/panel/panel-shell.tsx'
import '#src/features/listings/listings-screen.tsx'
import '#src/features/outbox/outcome-announcer.ts'
import '#src/features/outbox/undo-confirmation.tsx'
import type { Runtime } from '#src/app/runtime.ts'
import type { ListingChange } from '#src/domain/change.ts'
import { OutboxEntry } from '#src/features/outbox/outbox-entry.tsx'
import { createOutboxDatabase } from '#src/storage/outbox-database.ts'
import { Toaster } from '#src/ui/toast/toaster.tsx'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { recreateWith } from '#tests/support/outbox/recreated-outbox.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'
import { conflictOf, DECIDE, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import {
  listQueued,
  openOutbox,
  renderApp,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { user } from '#tests/support/user.ts'

// What a person reads when a button or a key is about a change that this device does not have any more.

setupAnswers()

const OTHER = sampleChange({ key: 'other', userId: 'operator-1', entityId: 'other' })

const ERROR = { status: 409, code: null, message: 'no' }
const PARKED: Partial<ListingChange> = { state: 'parked', tries: 1, lastError: ERROR }
const CONFLICT: Partial<ListingChange> = {
  ...PARKED,
  state: 'conflict',
  conflict: { status: 'rejected', version: 9, changedAt: null, device: null },
}
const GONE = 'This changed meanwhile and can no longer be taken back here.'
const NOT_SENT = 'This changed meanwhile, so it was not sent again.'

/** Nothing is sent from now on. Reads are held back too, and report it. */
async function workOffline(runtime: Runtime): Promise<void> {
  expectConsole('error', /^Could not load/)
  await (await openOutbox(runtime)).setWorkingOffline(true)
}

/** The outbox now has only this change, with the number of the first one that was queued. */
async function loseOutbox(as: Partial<ListingChange> = {}) {
  const database = createOutboxDatabase()
  const other = await recreateWith(database, { seq: 1 }, { ...OTHER, ...as })
  database.close()
  return other
}

test('Z says that a decision is gone that was lost with the outbox, and takes back no other one', async () => {
  const { runtime } = renderApp({
    address: '/dashboard?section=property',
    responses: panelAnswers([wireListing({ _id: 'v1', propertyName: 'Villa' })]),
  })
  const select = await screen.findByLabelText('Status of Villa')
  await workOffline(runtime)
  fireEvent.change(select, { target: { value: 'approved' } })
  await waitFor(async () => expect(await listQueued(runtime)).toHaveLength(1))
  const other = await loseOutbox()
  fireEvent.keyDown(document.body, { key: 'z' })
  await user.sees('There is nothing left to undo: the decision is not on this device any more.')
  expect(await listQueued(runtime)).toEqual([other])
})

test.each<[string, Partial<ListingChange>, string[], string]>([
  ['Undo', {}, ['Undo'], GONE],
  ['Discard', PARKED, ['Discard', 'Discard'], GONE],
  ['Send again', PARKED, ['Send again'], NOT_SENT],
  ['Approve anyway', CONFLICT, ['Approve anyway'], NOT_SENT],
  ['Leave as rejected', CONFLICT, ['Leave as rejected'], GONE],
])(
  '"%s" on a row of a lost change says that it changed, and acts on no other one',
  async (_, as, [press = '', confirm], message) => {
    const lost = { ...OTHER, ...as, key: 'lost', entityId: 'lost' } as ListingChange & {
      state: 'waiting'
    } // see `as`
    const { runtime } = renderWithSync(
      <>
        <OutboxEntry change={lost} waitsFor={null} behind={[]} nowMs={0} onGone={() => {}} />
        <Toaster />
      </>,
      { responses: panelAnswers([]) },
    )
    await (await openOutbox(runtime)).setWorkingOffline(true)
    const other = await loseOutbox(as)
    await user.press(press)
    if (confirm) await user.confirm(confirm)
    await user.sees(message)
    expect(await listQueued(runtime)).toEqual([other])
  },
)

test('Z takes back a decision that the person insisted on in a conflict', async () => {
  const villa = wireListing({ _id: 'v1', propertyName: 'Villa' })
  const { runtime } = renderApp({
    address: '/dashboard?section=property',
    responses: { ...panelAnswers([villa]), [DECIDE]: conflictOf(villa) },
  })
  const select = await screen.findByLabelText('Status of Villa')
  fireEvent.change(select, { target: { value: 'approved' } })
  const { outbox, view } = runtime.sync
  await waitFor(() => expect(view.get().changes).toMatchObject([{ state: 'conflict' }]))
  const [conflict] = view.get().changes
  await workOffline(runtime)
  expect(conflict && (await outbox.keepMine(conflict))).toBe(true)
  fireEvent.keyDown(document.body, { key: 'z' })
  await user.sees('Undone: Villa.')
  expect(await listQueued(runtime)).toEqual([])
})
