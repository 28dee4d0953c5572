import { describe, expect, test } from 'vitest'
import { foldChanges } from '#src/outbox/overlay/overlay.ts'
import { sampleChange, sampleListing } from '#tests/support/sample-change.ts'

const row = sampleListing()
const other = sampleListing({ id: 'listing-2' })
const fold = (...changes: Parameters<typeof foldChanges>[1]) =>
  foldChanges([row, other], changes, 0)

test('without changes the rows are the very rows of the server', () => {
  const { rows, marks } = fold()
  expect(rows[0]).toBe(row)
  expect(marks.size).toBe(0)
})

test('a waiting decision shows at once, with its mark, and leaves other rows alone', () => {
  const { rows, marks } = fold(sampleChange())
  expect(rows[0]).toMatchObject({ status: 'approved' })
  expect(rows[1]).toBe(other)
  expect(marks.get('listing-1')).toMatchObject({ kind: 'waiting', isLeaving: false })
})

test('a change that goes its way leaves what is shown the same objects, list and row', () => {
  const rows = [row, other]
  const on = (...changes: Parameters<typeof foldChanges>[1]) => foldChanges(rows, changes, 0).rows
  const acked = sampleChange({ state: 'acked', ackedAs: 1, ackedVersion: 4 })
  const waiting = on(sampleChange())
  expect(on()).toBe(rows)
  expect(on(sampleChange({ state: 'sending' }))).toBe(waiting)
  expect(on(acked)).not.toBe(waiting)
  expect(on(acked)[0]).toMatchObject({ status: 'approved', version: 4 })
  expect(on(acked, sampleChange({ entityId: 'listing-2' }))[0]).toBe(on(acked)[0])
  expect(on(sampleChange({ action: { kind: 'status', to: 'rejected' } }))[0]).toMatchObject({
    status: 'rejected',
  })
})

test('a listing that waits to be deleted stays, struck through', () => {
  const { rows, marks } = fold(sampleChange({ action: { kind: 'delete' }, state: 'sending' }))
  expect(rows).toHaveLength(2)
  expect(marks.get('listing-1')).toMatchObject({ kind: 'sending', isLeaving: true })
})

test("a parked or overtaken change is marked, and the server's status shown", () => {
  for (const state of ['parked', 'conflict'] as const) {
    const { rows, marks } = fold(sampleChange({ state }))
    expect(rows[0]?.status).toBe('pending')
    expect(marks.get('listing-1')?.kind).toBe(state)
  }
})

describe('a confirmed change', () => {
  const acked = sampleChange({ state: 'acked', ackedAs: 1, ackedVersion: 4 })

  test('is held, without a mark, over rows that were asked for before it', () => {
    const { rows, marks } = fold(acked)
    expect(rows[0]).toMatchObject({ status: 'approved', version: 4 })
    expect(marks.size).toBe(0)
  })

  test('gives way to a row of its version or a later one', () => {
    const newer = sampleListing({ version: 5, status: 'rejected' })
    expect(foldChanges([newer], [acked], 0).rows[0]).toBe(newer)
  })

  test('gives way to rows that were asked for after it, versions or not', () => {
    const bare = sampleListing({ version: null, status: 'rejected' })
    expect(foldChanges([bare], [{ ...acked, ackedVersion: null }], 1).rows[0]).toBe(bare)
  })

  test('of a delete hides the row until the server has been asked again', () => {
    const removed = sampleChange({ state: 'acked', ackedAs: 1, action: { kind: 'delete' } })
    expect(fold(removed).rows).toEqual([other])
  })
})
