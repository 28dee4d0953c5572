import { expect, test } from 'vitest'
import { countChanges, isAnyOnItsWay } from '#src/domain/change.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

test.each([
  ['a change that is being sent is on its way', [sampleChange({ state: 'sending' })], true],
  ['a change that is due is on its way', [sampleChange()], true],
  ['a change that is not due yet is not on its way', [sampleChange({ notBefore: 2_000 })], false],
  ['a confirmed change is not on its way', [sampleChange({ state: 'acked' })], false],
  [
    'a change queued behind one that needs attention is not on its way',
    [sampleChange({ state: 'parked' }), sampleChange({ seq: 2 })],
    false,
  ],
] as const)('%s', (_name, changes, isOnItsWay) => {
  expect(isAnyOnItsWay(changes, 1_000)).toBe(isOnItsWay)
})

test('changes are counted by state, and confirmed changes are not counted', () => {
  const states = ['waiting', 'waiting', 'sending', 'parked', 'conflict', 'acked'] as const
  expect(countChanges(states.map((state) => sampleChange({ state })))).toEqual({
    waiting: 2,
    sending: 1,
    needsYou: 2,
  })
})
