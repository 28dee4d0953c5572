import { expect, test } from 'vitest'
import { countChanges, isAnyOnItsWay } from '#src/domain/change.ts'
import { sampleChange } from '#tests/support/sample-change.ts'

test.each([
  ['one that is being sent', [sampleChange({ state: 'sending' })], true],
  ['one that is due', [sampleChange()], true],
  ['one that waits for its time', [sampleChange({ notBefore: 2_000 })], false],
  ['one that is confirmed', [sampleChange({ state: 'acked' })], false],
  [
    'one behind another that needs a person',
    [sampleChange({ state: 'parked' }), sampleChange({ seq: 2 })],
    false,
  ],
] as const)('%s', (_name, changes, isOnItsWay) => {
  expect(isAnyOnItsWay(changes, 1_000)).toBe(isOnItsWay)
})

test('changes are counted by what becomes of them; confirmed ones no more', () => {
  const states = ['waiting', 'waiting', 'sending', 'parked', 'conflict', 'acked'] as const
  expect(countChanges(states.map((state) => sampleChange({ state })))).toEqual({
    waiting: 2,
    sending: 1,
    needsYou: 2,
  })
})
