import { expect, test } from 'vitest'
import { hasAll } from '#src/outbox/kinds/field-checks.ts'
import { isForPages } from '#src/outbox/kinds/kinds.ts'
import { VISIT_KIND } from '#src/outbox/kinds/visit/visit-kind.ts'
import { LONGEST_LEASE_MS, leaseMsOf } from '#src/outbox/queue/change-rules.ts'
import { sampleVisit } from '#tests/support/outbox/sample-change.ts'

// The outbox shows a stored change that fails these checks as unreadable, and never sends it.

const VISIT = {
  id: 'a'.repeat(24),
  at: '2026-03-01T08:30:00.000Z',
  answers: [{ id: 'lift', label: 'The lift works', answer: 'not-seen' }],
  note: '',
  place: { latitude: 18.561, longitude: 73.776 },
}
const isReadable = (visit: unknown) =>
  hasAll({ action: { kind: 'visit', visit } }, VISIT_KIND.form.checks)

test('a stored visit is read with and without its place', () => {
  expect(isReadable(VISIT)).toBe(true)
  expect(isReadable({ ...VISIT, place: null })).toBe(true)
})

test('a stored visit with photos is one for pages, of its own kind, and has their list', () => {
  const read = (action: object) => hasAll({ action }, VISIT_KIND.form.checks)
  expect(read({ kind: 'visit-with-photos', visit: VISIT, files: ['file-1'] })).toBe(true)
  expect(read({ kind: 'visit-with-photos', visit: VISIT })).toBe(false)
  expect(read({ kind: 'visit', visit: VISIT, files: ['file-1'] })).toBe(false) // no build has stored it
  const change = sampleVisit({ files: ['file-1'] })
  expect(isForPages(change)).toBe(true)
  const alone = { ...change, action: { kind: 'visit', visit: change.action.visit } } as const
  expect(isForPages(alone)).toBe(false)
  expect([leaseMsOf(change), leaseMsOf(alone)]).toEqual([LONGEST_LEASE_MS, 40_000])
})

test.each([
  ['no id', { ...VISIT, id: undefined }],
  ['no time', { ...VISIT, at: '' }],
  ['an unknown answer', { ...VISIT, answers: [{ id: 'lift', label: 'Lift', answer: 'maybe' }] }],
  ['an answer without words', { ...VISIT, answers: [{ id: 'lift', answer: 'yes' }] }],
  ['no note', { ...VISIT, note: undefined }],
  ['half a place', { ...VISIT, place: { latitude: 18.5 } }],
  ['nothing', null],
])('a stored visit with %s is not read', (_, visit) => {
  expect(isReadable(visit)).toBe(false)
})
