import { expect, test } from 'vitest'
import { APPROVE, DELETE_LISTING } from '#src/domain/listing/listing-commands.ts'
import { listExceptions, planBatch } from '#src/features/listings/bulk/batch-plan.ts'
import { sampleListing } from '#tests/support/outbox/sample-change.ts'
import { wireClaim } from '#tests/support/panel-answers.ts'

const chosen = ['free', 'already', 'waiting', 'changed', 'redecided', 'gone'].map((id) =>
  sampleListing({ id }),
)
const now = new Map(
  [
    sampleListing({ id: 'free' }),
    sampleListing({ id: 'already', status: 'approved', version: 4 }),
    sampleListing({ id: 'waiting' }),
    sampleListing({ id: 'changed', version: 4 }),
    sampleListing({ id: 'redecided', status: 'rejected', version: 4 }),
    sampleListing({ id: 'not-chosen' }),
  ].map((listing) => [listing.id, listing]),
)
const facts = { isWaiting: (id: string) => id === 'waiting', findClaim: () => undefined }

test('a batch has the chosen listings as they were chosen, without those that are left out', () => {
  const plan = planBatch(APPROVE, chosen, now, facts)
  expect(plan).toEqual({
    listings: [chosen[0]],
    already: 1,
    waiting: 1,
    changed: 2,
    gone: 1,
    claims: [],
    isAllTheSame: false,
  })
  expect(listExceptions(plan, APPROVE)).toEqual([
    '1 is approved already.',
    '1 has an earlier decision that waits on this device.',
    '2 were changed since you chose: look at them again.',
    '1 was deleted meanwhile.',
  ])
})

test('a deletion leaves out no status', () => {
  const plan = planBatch(DELETE_LISTING, chosen, now, facts)
  expect(plan).toMatchObject({ already: 0, changed: 3, waiting: 1, gone: 1 })
})

test('what colleagues review is left out and named, unless the person decides all the same', () => {
  const ids = ['one', 'two', 'three', 'free']
  const many = ids.map((id) => sampleListing({ id }))
  const holders: Record<string, string> = { one: 'Ravi Shah', two: 'Asha Rao', three: 'Asha Rao' }
  const shown = new Map(many.map((listing) => [listing.id, listing]))
  const findClaim = (id: string) => {
    const name = holders[id]
    return name === undefined ? undefined : wireClaim(id, { name })
  }
  const asked = { isWaiting: () => false, findClaim }
  const plan = planBatch(APPROVE, many, shown, asked)
  expect(plan.listings.map(({ id }) => id)).toEqual(['free'])
  expect(listExceptions(plan, APPROVE)).toEqual([
    '3 are with colleagues: Asha Rao (2), Ravi Shah (1).',
  ])
  const whole = planBatch(APPROVE, many, shown, asked, true)
  expect(whole.listings.map(({ id }) => id)).toEqual(ids)
  expect(listExceptions(whole, APPROVE)).toEqual([])
})
