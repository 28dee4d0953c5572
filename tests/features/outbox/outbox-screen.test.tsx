import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Runtime } from '#src/app/runtime.ts'
import type { Change } from '#src/domain/change.ts'
import type { ListingAction } from '#src/domain/listing-change.ts'
import { OutboxScreen } from '#src/features/outbox/outbox-screen.tsx'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { answer, OPERATOR, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()

const APPROVE: ListingAction = { kind: 'status', to: 'approved' }
const userId = OPERATOR.account.id

async function queue(runtime: Runtime, listingName: string, action = APPROVE): Promise<void> {
  await runtime.outboxStore.queueChange({
    entity: 'listing',
    userId,
    entityId: `665f0b1ca1b2c3d4-${listingName}`,
    entityName: listingName,
    action,
    origin: 'board',
    from: 'pending',
    baseVersion: 3,
    isKeyed: true,
  })
}

/** Takes every due change as a drain would, and settles each one. */
async function settleAll(
  { outboxStore }: Runtime,
  settle: (change: Change) => Promise<unknown>,
): Promise<void> {
  const claimed = await outboxStore.claimChanges({
    userId,
    nowMs: Date.now(),
    limit: 10,
    leaseMs: 45_000,
    ignoreLeases: true,
  })
  await Promise.all(claimed.map(settle))
}

function park(runtime: Runtime) {
  return settleAll(runtime, (change) =>
    runtime.outboxStore.parkChange(change, {
      status: 422,
      code: null,
      message: 'This listing cannot be approved yet.',
    }),
  )
}

function postpone(runtime: Runtime) {
  return settleAll(runtime, (change) =>
    runtime.outboxStore.postponeChange(change, Date.now() + 3_600_000, {
      status: null,
      code: null,
      message: 'No answer from the server.',
    }),
  )
}

function collide(runtime: Runtime) {
  return settleAll(runtime, (change) =>
    runtime.outboxStore.setConflict(
      change,
      {
        status: 'rejected',
        version: 4,
        changedAt: '2025-09-05T08:35:00Z',
        device: 'Office laptop',
      },
      { status: 412, code: 'version', message: 'Changed elsewhere first.' },
    ),
  )
}

async function findEntry(name: string) {
  const link = await screen.findByRole('link', { name })
  const entry = link.closest('li')
  if (!entry) throw new Error(`${name} is not in the list`)
  return within(entry)
}

it('an empty outbox says that nothing is waiting', async () => {
  renderWithSync(<OutboxScreen />)
  expect(await screen.findByText('Nothing is waiting')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Outbox' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sync now' })).toBeDisabled()
})

it('an outbox that cannot be read never says that nothing is waiting', async () => {
  expectConsole('error', /outbox cannot be read/)
  const { runtime } = renderWithSync(<OutboxScreen />, { session: null })
  vi.spyOn(runtime.outboxStore, 'observeChanges').mockImplementation((_user, _next, onError) => {
    onError(new Error('storage is broken'))
    return { unsubscribe: () => undefined, closed: true }
  })
  runtime.session.set(OPERATOR)
  expect(await screen.findByRole('alert')).toHaveTextContent("This device's outbox cannot be read")
  expect(screen.queryByText('Nothing is waiting')).toBeNull()
})

it('a change that was never sent can be taken back, and the focus is not lost', async () => {
  const { runtime } = renderWithSync(<OutboxScreen />)
  await queue(runtime, 'Lake View')
  const entry = await findEntry('Lake View')
  expect(entry.getByText('Waiting')).toBeVisible()
  expect(entry.getByText('Queued just now · Not sent yet')).toBeVisible()
  expect(entry.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Undo'])
  await userEvent.click(entry.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Nothing is waiting')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Outbox' })).toHaveFocus()
})

it('a hasty second press on Undo does not queue the opposite', async () => {
  const { runtime } = renderWithSync(<OutboxScreen />)
  await queue(runtime, 'Lake View')
  await userEvent.dblClick((await findEntry('Lake View')).getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Nothing is waiting')).toBeVisible()
  expect(await runtime.outboxStore.listChanges(userId)).toEqual([])
})

it('a change that may have arrived is retried or, after a warning, given up; never undone', async () => {
  const { runtime } = renderWithSync(<OutboxScreen />)
  await queue(runtime, 'Lake View', { kind: 'delete' })
  await postpone(runtime)
  const entry = await findEntry('Lake View')
  expect(await entry.findByText('Queued just now · Tried once')).toBeVisible()
  expect(entry.getByText('No answer from the server.')).toBeVisible()
  expect(entry.queryByRole('button', { name: 'Undo' })).toBeNull()
  await userEvent.click(entry.getByRole('button', { name: 'Discard' }))
  const question = screen.getByRole('alertdialog', { name: 'Discard this change?' })
  expect(question).toHaveTextContent(/Delete: Lake View.*it may already have had its effect/)
  await userEvent.click(within(question).getByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('Nothing is waiting')).toBeVisible()
})

it('what needs the operator comes before what is on its way', async () => {
  const { runtime } = renderWithSync(<OutboxScreen />)
  await queue(runtime, 'Hill House')
  await postpone(runtime)
  await queue(runtime, 'Lake View', { kind: 'status', to: 'rejected' })
  await park(runtime)
  await queue(runtime, 'Garden Flat', { kind: 'delete' })
  await waitFor(() =>
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Lake View',
      'Hill House',
      'Garden Flat',
    ]),
  )
})

it('a refused change tells why and is sent again on demand, with the same key', async () => {
  const { runtime } = renderWithSync(<OutboxScreen />)
  await queue(runtime, 'Lake View')
  await park(runtime)
  const entry = await findEntry('Lake View')
  expect(await entry.findByText('Needs you')).toBeVisible()
  expect(entry.getByText('This listing cannot be approved yet.')).toBeVisible()
  expect(screen.getByText('1 needs you')).toBeVisible()
  const keys: (string | null)[] = []
  answer({
    'PATCH /admin/properties/:id/status': ({ headers }) => {
      keys.push(headers.get('Idempotency-Key'))
      return Response.json({ success: true })
    },
  })
  const [parked] = await runtime.outboxStore.listChanges(userId)
  await userEvent.click(entry.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Nothing is waiting')).toBeVisible()
  expect(keys).toEqual([parked?.key])
})

it('a conflict shows both sides, and theirs stands when it is chosen', async () => {
  const { runtime } = renderWithSync(<OutboxScreen />)
  await queue(runtime, 'Lake View')
  await collide(runtime)
  const entry = await findEntry('Lake View')
  expect(await entry.findByText('Changed elsewhere')).toBeVisible()
  expect(entry.getByText('Yours: Approved')).toBeVisible()
  expect(entry.getByText('Theirs: Rejected')).toBeVisible()
  expect(entry.getByText('Changed 05 Sep 25, 14:05 on Office laptop')).toBeVisible()
  await userEvent.click(entry.getByRole('button', { name: 'Keep theirs' }))
  expect(await screen.findByText('Nothing is waiting')).toBeVisible()
})

it('applying mine sends the decision again on the version that won', async () => {
  const { runtime } = renderWithSync(<OutboxScreen />)
  await queue(runtime, 'Lake View')
  await collide(runtime)
  const versions: (string | null)[] = []
  answer({
    'PATCH /admin/properties/:id/status': ({ headers }) => {
      versions.push(headers.get('If-Match'))
      return Response.json({ success: true })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Apply mine' }))
  expect(await screen.findByText('Nothing is waiting')).toBeVisible()
  expect(versions).toEqual(['"4"'])
})

it('Sync now sends what was waiting out a silence', async () => {
  const { runtime } = renderWithSync(<OutboxScreen />, {
    responses: { 'PATCH /admin/properties/:id/status': { success: true } },
  })
  await queue(runtime, 'Lake View')
  await postpone(runtime)
  await findEntry('Lake View')
  await userEvent.click(screen.getByRole('button', { name: 'Sync now' }))
  expect(await screen.findByText('Nothing is waiting')).toBeVisible()
})
