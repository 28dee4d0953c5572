import { expect, test } from 'vitest'
import { countChanges, isAnyOnItsWay } from '#src/domain/change.ts'
import { sampleChange } from '#tests/support/sample-change.ts'

test.each([
  ['on its way: a change that is being sent', [sampleChange({ state: 'sending' })], true],
  ['on its way: a change that is due', [sampleChange()], true],
  ['not on its way: a change that is not due yet', [sampleChange({ notBefore: 2_000 })], false],
  ['not on its way: a confirmed change', [sampleChange({ state: 'acked' })], false],
  [
    'not on its way: a change queued behind one that needs attention',
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
