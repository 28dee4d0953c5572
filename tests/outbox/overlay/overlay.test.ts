import { expect, test } from 'vitest'
import { foldChanges } from '#src/outbox/overlay/overlay.ts'
import { sampleChange, sampleListing } from '#tests/support/outbox/sample-change.ts'

const row = sampleListing()
const other = sampleListing({ id: 'listing-2' })
const fold = (...changes: Parameters<typeof foldChanges>[1]) =>
  foldChanges([row, other], changes, 0)

test('a waiting decision is shown at once with its sync status, and other rows do not change', () => {
  const { rows, syncStatuses } = fold(sampleChange())
  expect(rows[0]).toMatchObject({ status: 'approved' })
  expect(rows[1]).toBe(other)
  expect(syncStatuses.get('listing-1')).toMatchObject({ kind: 'waiting', isLeaving: false })
})

test('an unsent decision is decided by the person of this device, and one for pending by nobody', () => {
  const decided = sampleListing({ status: 'approved', deciderId: 'ravi', deciderName: 'Ravi' })
  const after = (to: 'rejected' | 'pending') =>
    foldChanges([decided], [sampleChange({ action: { kind: 'status', to } })], 0).rows[0]
  expect(after('rejected')).toMatchObject({ deciderId: sampleChange().userId, deciderName: null })
  expect(after('pending')).toMatchObject({ deciderId: null })
})

test('`foldChanges` returns the same list and row objects if a new state of a change does not alter the rows', () => {
  const rows = [row, other]
  const on = (...changes: Parameters<typeof foldChanges>[1]) => foldChanges(rows, changes, 0).rows
  const waiting = on(sampleChange())
  expect(on()).toBe(rows)
  expect(on(sampleChange({ state: 'sending' }))).toBe(waiting)
  expect(on(acked)).not.toBe(waiting)
  expect(on(acked)[0]).toMatchObject({ status: 'approved', version: 4 })
  expect(fold(acked).syncStatuses.size).toBe(0)
  expect(on(acked, sampleChange({ entityId: 'listing-2' }))[0]).toBe(on(acked)[0])
  const rejection = sampleChange({ action: { kind: 'status', to: 'rejected' } })
  expect(on(rejection)[0]).toMatchObject({ status: 'rejected' })
})

test('a listing with a pending delete remains, marked as leaving, until the delete is confirmed', () => {
  const removal = sampleChange({ action: { kind: 'delete' }, state: 'sending' })
  const { rows, syncStatuses } = fold(removal)
  expect(rows).toHaveLength(2)
  expect(syncStatuses.get('listing-1')).toMatchObject({ kind: 'sending', isLeaving: true })
  expect(fold({ ...removal, state: 'acked', ackedAs: 1 }).rows).toEqual([other])
})

test.each(['parked', 'conflict'] as const)(
  "a change in state %s is shown as the listing's sync status, and the listing has the server's status",
  (state) => {
    const { rows, syncStatuses } = fold(sampleChange({ state }))
    expect(rows[0]?.status).toBe('pending')
    expect(syncStatuses.get('listing-1')?.kind).toBe(state)
  },
)

const acked = sampleChange({ state: 'acked', ackedAs: 1, ackedVersion: 4 })

test('a confirmed change is not applied to rows of its version or later, or requested after the confirmation', () => {
  const newer = sampleListing({ version: 5, status: 'rejected' })
  expect(foldChanges([newer], [acked], 0).rows[0]).toBe(newer)
  const bare = sampleListing({ version: null, status: 'rejected' })
  expect(foldChanges([bare], [{ ...acked, ackedVersion: null }], 1).rows[0]).toBe(bare)
})

test("a rejection's reason changes no status; the sync status is that of the rejection, and once that is confirmed, that of the reason", () => {
  const rejection = sampleChange({ action: { kind: 'status', to: 'rejected' } })
  const given = { changeKey: rejection.key, code: 'photos', note: '', changesNeeded: true }
  const reason = sampleChange({ seq: 2, key: 'r', action: { kind: 'reason', ...given } })
  expect(fold(rejection, reason).rows[0]).toMatchObject({ status: 'rejected' })
  expect(fold(rejection, reason).syncStatuses.get('listing-1')?.change).toBe(rejection)
  const confirmed = { ...rejection, state: 'acked', ackedVersion: 4 } as const
  expect(fold(confirmed, reason).syncStatuses.get('listing-1')?.change).toBe(reason)
  const done = { ...reason, state: 'acked' } as const
  expect(fold(confirmed, done).rows).toMatchObject([{ status: 'rejected' }, { id: 'listing-2' }])
  const refused = { ...reason, state: 'parked' } as const
  expect(fold(confirmed, refused).syncStatuses.get('listing-1')?.kind).toBe('parked')
})

test('`findRow` finds a row as it is shown, and no row that is deleted', () => {
  const decided = fold(sampleChange({ action: { kind: 'status', to: 'approved' } }))
  expect(decided.findRow(row.id)).toBe(decided.rows[0])
  expect(decided.findRow(row.id)?.status).toBe('approved')
  expect(decided.findRow(other.id)).toBe(other)
  expect(decided.findRow('unknown')).toBeUndefined()
  const deleted = fold(sampleChange({ action: { kind: 'delete' }, state: 'acked', ackedAs: 1 }))
  expect(deleted.findRow(row.id)).toBeUndefined()
  expect(deleted.findRow(other.id)).toBe(other)
  expect(fold().findRow(other.id)).toBe(other)
})
