import { expect, test } from 'vitest'
import { describeAuditEntry, toHistoryEntry } from '#src/domain/audit-entry-words.ts'

test.each([
  ['status', 'approved', 'Approved'],
  ['status', 'pending', 'Set back to pending'],
  ['delete', null, 'Deleted'],
  ['pan-reveal', null, 'PAN revealed'],
  ['sign-in', null, 'Signed in'],
  ['lock-out', 'account', 'Sign-in locked'],
  ['password', null, 'Password changed'],
  ['of a later server', null, 'of a later server'],
])("the history shows the audit action '%s' (new value: %s) as '%s'", (action, to, words) => {
  const entry = {
    at: 'now',
    actorId: 'a',
    by: null,
    device: 'd',
    from: null,
    to,
    action,
    isByTeam: true,
  }
  expect(toHistoryEntry(entry).action).toBe(words)
})

test.each([
  ['approved', true, 'Undid the approval'],
  ['rejected', true, 'Undid the rejection'],
  ['rejected', false, 'Submitted again'],
] as const)(
  'a return to pending from "%s" by the team (%s) is called "%s"',
  (from, isByTeam, words) => {
    const entry = { action: 'status', from, to: 'pending', isByTeam }
    expect(describeAuditEntry(entry)).toBe(words)
  },
)
