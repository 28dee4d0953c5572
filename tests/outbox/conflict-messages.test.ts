import { describe, expect, test } from 'vitest'
import type { ChangeConflict } from '#src/domain/change.ts'
import {
  conflictLabel,
  conflictsMessage,
  insistLabel,
  leaveLabel,
} from '#src/outbox/conflict-messages.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

const NOW = Date.parse('2025-09-05T12:00:00Z')
const OPERATOR = { actorId: 'operator-2', by: 'Operator' }

function conflicting(conflict: Partial<ChangeConflict> = {}, entityName = 'Sea view') {
  const known = { status: 'rejected', version: 4, changedAt: null, device: null } as const
  return sampleChange({ entityName, conflict: { ...known, ...conflict } })
}

test.each<[Partial<ChangeConflict>, string]>([
  [{ ...OPERATOR, changedAt: '2025-09-05T08:35:00Z' }, 'Rejected by Operator, 14:05'],
  [
    { ...OPERATOR, status: 'approved', changedAt: '2025-09-04T08:35:00Z' },
    'Approved by Operator, 04 Sep 25',
  ],
  [{ actorId: 'asha', by: 'Asha Rao', device: 'Phone' }, 'Rejected by you on Phone'],
  [{ actorId: 'operator-2', by: null }, 'Rejected by another operator'],
  [{ device: 'Office laptop', changedAt: 'soon' }, 'Rejected on Office laptop'],
  [{ ...OPERATOR, status: 'pending' }, 'Changed by Operator'],
  [{ status: null }, 'Changed on another device'],
])(
  'a conflict says who decided what and when, as far as the server said: %j',
  (conflict, label) => {
    expect(conflictLabel(conflicting(conflict), NOW)).toBe(label)
  },
)

test.each<[Partial<ChangeConflict>, string]>([
  [{ ...OPERATOR, status: 'approved' }, 'Leave as approved by Operator'],
  [{ actorId: 'asha', by: 'Asha Rao' }, 'Leave as rejected by you'],
  [{ ...OPERATOR, status: 'pending' }, 'Leave as pending by Operator'],
  [{}, 'Leave as rejected'],
  [{ status: null }, 'Leave as it is'],
])(
  'the button that keeps the decision of the other person says which and whose: %j',
  (conflict, label) => {
    expect(leaveLabel(conflicting(conflict))).toBe(label)
  },
)

test('the button that keeps the own decision names it', () => {
  const labels = (['approved', 'rejected', 'pending'] as const).map((to) =>
    insistLabel({ ...conflicting({ status: null }), action: { kind: 'status', to } }),
  )
  expect(labels).toEqual(['Approve anyway', 'Reject anyway', 'Set back to pending anyway'])
  const deletion = { ...conflicting({}), action: { kind: 'delete' } } as const
  expect(insistLabel(deletion)).toBe('Delete anyway')
  // Both rejected, and the person typed a note, which is not dropped unasked.
  expect(insistLabel({ ...conflicting({}), action: { kind: 'status', to: 'rejected' } })).toBe(
    'Give my reason instead',
  )
})

describe('the message for a series of conflicts', () => {
  const series = (count: number, conflict: Partial<ChangeConflict>) =>
    Array.from({ length: count }, () => conflicting(conflict))

  test.each([
    [series(1, OPERATOR), 'Sea view was already rejected by Operator'],
    [series(6, OPERATOR), '6 were already decided by Operator'],
    [series(1_234, OPERATOR), '1,234 were already decided by Operator'],
    [
      [...series(2, OPERATOR), ...series(1, { actorId: 'b', by: 'Ravi', status: 'approved' })],
      '3 were already decided by Operator and by Ravi',
    ],
    [
      [series(1, OPERATOR), series(1, { actorId: 'b', by: 'Ravi' }), series(1, {})].flat(),
      '3 were already decided by others',
    ],
    [series(2, {}), '2 were already decided on another device'],
    [
      [...series(1, OPERATOR), ...series(1, { ...OPERATOR, status: 'pending' })],
      '2 were changed meanwhile by Operator',
    ],
    [series(1, { status: null }), 'Sea view was changed meanwhile on another device'],
  ])('names their number and who was first, %#', (changes, message) => {
    expect(conflictsMessage(changes)).toBe(message)
  })
})
