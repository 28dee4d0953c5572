import { expect, test } from 'vitest'
import { statusOf } from '#src/features/outbox/sync-status.tsx'

test.each([
  ['online', { waiting: 0, sending: 0, needsYou: 0 }, 'Online'],
  ['offline', { waiting: 0, sending: 0, needsYou: 0 }, 'Offline'],
  ['offline', { waiting: 5, sending: 0, needsYou: 0 }, 'Offline · 5 waiting'],
  ['online', { waiting: 2, sending: 1, needsYou: 0 }, 'Sending 3'],
  ['online', { waiting: 0, sending: 0, needsYou: 1 }, 'Online · 1 needs attention'],
  ['offline', { waiting: 1, sending: 0, needsYou: 2 }, 'Offline · 1 waiting · 2 need attention'],
  ['held-back', { waiting: 0, sending: 0, needsYou: 0 }, 'Working offline'],
  [
    'held-back',
    { waiting: 3, sending: 0, needsYou: 1 },
    'Working offline · 3 waiting · 1 needs attention',
  ],
] as const)(
  'the state %s with the numbers of changes %o is shown as "%s"',
  (reachability, counts, words) => {
    expect(statusOf(reachability, counts).text).toBe(words)
  },
)
