import { expect, test } from 'vitest'
import { countChanges, isAnyOnItsWay } from '#src/domain/change.ts'
import { sampleChange } from '#tests/support/sample-change.ts'

test.each([
  ['one that is being sent', [sampleChange({ state: 'sending' })], true],
  ['is waiting to be sent: one that is due', [sampleChange()], true],
  ['is not: one that is not due yet', [sampleChange({ notBefore: 2_000 })], false],
  ['is not: one that is confirmed', [sampleChange({ state: 'acked' })], false],
  [
    'is not: one behind a change that needs attention',
    [sampleChange({ state: 'parked' }), sampleChange({ seq: 2 })],
    false,
  ],
] as const)('%s', (_name, changes, isOnItsWay) => {
  expect(isAnyOnItsWay(changes, 1_000)).toBe(isOnItsWay)
})

test('counts changes by state and ignores confirmed ones', () => {
  const states = ['waiting', 'waiting', 'sending', 'parked', 'conflict', 'acked'] as const
  expect(countChanges(states.map((state) => sampleChange({ state })))).toEqual({
    waiting: 2,
    sending: 1,
    needsYou: 2,
  })
})
