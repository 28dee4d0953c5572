import { expect, test } from 'vitest'
import type { ListingClaim } from '#src/domain/claim/claim.ts'
import { askAllTheSame, describeClaim } from '#src/domain/claim/claim-words.ts'
import { listHoldTimes } from '#src/domain/claim/hold-times.ts'

const CLAIM: ListingClaim = {
  listingId: 'l1',
  fence: 1,
  personId: 'ravi',
  name: 'Ravi Shah',
  since: '2025-06-18T08:32:00.000Z',
  until: '2025-06-18T08:42:00.000Z',
  heldUntil: null,
  holdReason: null,
  origin: 'opened',
  fromId: null,
  fromName: null,
  note: '',
  hasUnsavedText: false,
  batchId: null,
}
const HELD = { heldUntil: '2025-06-19T03:30:00.000Z', holdReason: 'Asked the owner' }
const HANDED = {
  heldUntil: HELD.heldUntil,
  origin: 'handed-over',
  fromId: 'asha',
  fromName: 'Asha Rao',
} as const
const ON_ROAD = { heldUntil: '2025-06-18T12:10:00.000Z', batchId: 'b1' }
const TAKEN = { origin: 'taken-over', fromId: 'asha', fromName: 'Asha Rao' } as const
const now = Date.parse('2025-06-18T09:00:00.000Z')

test.each<[Partial<ListingClaim>, string, string]>([
  [{}, 'mira', 'With Ravi Shah since 14:02'],
  [{ hasUnsavedText: true }, 'mira', 'With Ravi Shah since 14:02, with unsaved text'],
  [{ name: null }, 'mira', 'With A colleague since 14:02'],
  [{ since: '2025-06-17T08:32:00.000Z' }, 'mira', 'With Ravi Shah since 17 Jun 25, 14:02'],
  [HELD, 'mira', 'Held by Ravi Shah until 19 Jun 25, 09:00: Asked the owner'],
  [HELD, 'ravi', 'Held by you until 19 Jun 25, 09:00: Asked the owner'],
  [HANDED, 'mira', 'Handed over to Ravi Shah by Asha Rao at 14:02'],
  [{ ...HANDED, note: 'Call her.' }, 'ravi', 'Handed over to you by Asha Rao at 14:02: Call her.'],
  [ON_ROAD, 'mira', 'With Ravi Shah on the road until 17:40'],
  [ON_ROAD, 'ravi', 'With you on the road until 17:40'],
  [TAKEN, 'asha', 'Ravi Shah took it over from you at 14:02'],
  [TAKEN, 'mira', 'With Ravi Shah since 14:02'],
])('a claim with %j is described to %s as "%s"', (change, reader, says) => {
  expect(describeClaim({ ...CLAIM, ...change }, now, reader)).toBe(says)
})

test('the question before a decision says who has the listing and since when', () => {
  expect(askAllTheSame(CLAIM, now)).toBe(
    'Ravi Shah has been reviewing this since 14:02. Decide it all the same?',
  )
  expect(askAllTheSame({ ...CLAIM, ...HELD }, now)).toBe(
    'Held by Ravi Shah until 19 Jun 25, 09:00: Asked the owner. Decide it all the same?',
  )
})

test.each([
  ['2025-06-18T09:00:00.000Z', ['1 hour', 'This evening, 18:00', 'Tomorrow, 09:00']],
  ['2025-06-18T11:59:00.000Z', ['1 hour', 'This evening, 18:00', 'Tomorrow, 09:00']],
  ['2025-06-18T12:00:00.000Z', ['1 hour', 'Tomorrow, 09:00']],
  ['2025-06-18T18:40:00.000Z', ['1 hour', 'This evening, 18:00', 'Tomorrow, 09:00']], // after midnight in India
])('at %s, a hold offers %j, all of them later', (at, labels) => {
  const times = listHoldTimes(Date.parse(at))
  expect(times.map(({ label }) => label)).toEqual(labels)
  for (const { until } of times) expect(Date.parse(until)).toBeGreaterThan(Date.parse(at))
  expect(times.at(-1)?.until).toMatch(/T03:30:00.000Z$/)
})
