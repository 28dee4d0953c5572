import { expect, test } from 'vitest'
import { CHANGE_FORMAT, type Change } from '#src/domain/change.ts'
import { makeOutboxFile, outboxFileName } from '#src/features/outbox/outbox-file.ts'
import { sampleChange, sampleEventChange } from '#tests/support/outbox/sample-change.ts'
import { OVERTAKEN, refused } from './stored-changes.ts'

const NOW = new Date('2025-11-22T04:30:00Z')

function read(changes: readonly Change[], unreadable: readonly object[] = []) {
  const text = makeOutboxFile({
    changes,
    unreadable,
    person: { id: 'asha', name: 'Asha Rao' },
    isWorkingOffline: true,
    now: NOW,
  })
  // the tests read only these fields
  return JSON.parse(text) as Record<string, unknown> & { changes: Record<string, unknown>[] }
}

test('the exported file of the outbox names its format, its user and its time', () => {
  expect(outboxFileName(NOW)).toBe('outbox-2025-11-22-1000.json')
  expect(read([])).toMatchObject({
    product: 'Property Marketplace',
    fileFormat: 1,
    changeFormat: CHANGE_FORMAT,
    saved: '22 Nov 25, 10:00',
    savedAt: '2025-11-22T04:30:00.000Z',
    person: { id: 'asha', name: 'Asha Rao' },
    workingOffline: true,
    changes: [],
  })
})

test('the exported file has the decision, state, reason, idempotency key and version of each change', () => {
  const change = sampleChange({ ...refused(404, 'not-found', 'Gone.'), queuedAt: NOW.getTime() })
  expect(read([change]).changes).toEqual([
    {
      what: 'Approve',
      listing: { id: 'listing-1', name: 'Sea view' },
      state: 'Needs attention',
      order: null,
      reason: {
        why: 'This listing was deleted on the server meanwhile.',
        advice: 'There is nothing left to decide about. Discard this change.',
        fields: [],
      },
      answer: { status: 404, code: 'not-found', message: 'Gone.' },
      conflict: null,
      tries: 1,
      queued: '22 Nov 25, 10:00',
      queuedAt: '2025-11-22T04:30:00.000Z',
      key: 'a-key-of-its-own-1',
      version: 3,
      action: { kind: 'status', to: 'approved' },
    },
  ])
})

test('the exported file has the fields of an event change and both sides of a conflict, but no confirmed changes', () => {
  const { changes } = read([
    sampleEventChange({ seq: 1 }),
    sampleChange({ seq: 2, ...OVERTAKEN }),
    sampleChange({ seq: 3, entityId: 'done', state: 'acked', ackedAs: 1 }),
  ])
  expect(changes).toMatchObject([
    { listing: { id: 'listing-1' }, conflict: { status: 'rejected', device: 'Office laptop' } },
    { event: { id: 'new-1' }, action: { fields: { title: 'Open house in Baner' } } },
  ])
  expect(changes).toHaveLength(2)
})

test('the exported file contains unreadable changes as stored', () => {
  const row = { seq: 9, userId: 'asha', format: 99, whatever: { it: ['holds'] } }
  expect(read([], [row])['unreadable']).toEqual([row])
})
