import { LISTINGS } from '#tests/faults/sim/sim-server.ts'
import {
  after,
  approve,
  createEvent,
  editEvent,
  look,
  otherHand,
  refresh,
  reject,
  SECOND,
  weather,
} from './path-steps.ts'
import type { Path } from './play-path.ts'

/** What people decide, and what becomes of it. */
export const DECISION_PATHS: readonly Path[] = [
  {
    title: 'a decision is queued, claimed, sent, acknowledged and forgotten',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, approve(0)),
      after(200, look),
      after(3 * SECOND, refresh),
      after(2 * SECOND, refresh),
      after(SECOND, look),
    ],
  },
  {
    title: 'decisions made offline fold into one, or into nothing',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, weather('down')),
      after(SECOND, approve(0)),
      after(SECOND, reject(0)),
      after(SECOND, approve(1)),
      after(SECOND, { kind: 'decide', pick: 1, choice: 2 }),
      after(SECOND, look),
      after(SECOND, weather('fine')),
      after(0, { kind: 'sync-now' }),
    ],
  },
  {
    title: 'more waits than one claim takes',
    account: 'operator-a',
    onlyFor: /^claim-planner\.ts:/,
    steps: [
      after(2 * SECOND, weather('down')),
      ...Array.from({ length: LISTINGS }, (_, pick) => after(0, approve(pick))),
      after(SECOND, weather('fine')),
      after(0, { kind: 'sync-now' }),
    ],
  },
  {
    title: 'an undo takes back what is unsent, and follows what was sent',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, weather('down')),
      after(SECOND, approve(0)),
      after(SECOND, { kind: 'undo' }),
      after(SECOND, approve(1)),
      after(SECOND, weather('fine')),
      after(0, { kind: 'sync-now' }),
      after(1, { kind: 'undo' }),
      after(3 * SECOND, look),
    ],
  },
  {
    title: 'an event is made, edited and deleted',
    account: 'member-a',
    steps: [
      after(2 * SECOND, createEvent),
      after(3 * SECOND, editEvent),
      after(3 * SECOND, { kind: 'remove', pick: 0 }),
    ],
  },
  {
    title: 'an event is made and edited offline, one step of it undone',
    account: 'member-a',
    steps: [
      after(2 * SECOND, weather('down')),
      after(SECOND, createEvent),
      after(SECOND, editEvent),
      after(SECOND, editEvent),
      // Not before the edits are there: somebody who undoes has seen what they undo.
      after(65 * SECOND, { kind: 'undo' }),
      after(SECOND, weather('fine')),
      after(0, { kind: 'sync-now' }),
    ],
  },
  {
    title: 'somebody else was first: mine is kept',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, otherHand(0, 'rejected')),
      after(0, approve(0)),
      after(3 * SECOND, { kind: 'answer-stuck', pick: 0, choice: 0 }),
      after(3 * SECOND, look),
    ],
  },
  {
    title: 'somebody else was first: theirs is kept, or a new decision answers it',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, otherHand(0, 'rejected')),
      after(0, otherHand(1, 'rejected')),
      after(0, otherHand(2, 'rejected')),
      after(0, approve(0)),
      after(0, approve(1)),
      after(0, approve(2)),
      after(3 * SECOND, { kind: 'answer-stuck', pick: 0, choice: 1 }),
      after(3 * SECOND, { kind: 'decide', pick: 1, choice: 2 }),
      after(3 * SECOND, { kind: 'remove', pick: 2 }),
      after(3 * SECOND, look),
    ],
  },
  {
    title: 'who signs out gives up what waits, and the next one decides anew',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, weather('down')),
      after(0, approve(0)),
      after(0, reject(1)),
      after(SECOND, { kind: 'sign-out', isDiscarding: true }),
      after(SECOND, weather('fine')),
      after(0, { kind: 'sign-in', account: 'operator-b' }),
      after(3 * SECOND, reject(0)),
    ],
  },
  {
    title: 'what the server refuses is parked, sent again and discarded',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, { kind: 'role', account: 'operator-a', isAllowed: false }),
      after(0, weather('down')),
      after(0, approve(0)),
      after(SECOND, reject(0)),
      after(SECOND, weather('fine')),
      after(0, { kind: 'sync-now' }),
      after(3 * SECOND, { kind: 'answer-stuck', pick: 0, choice: 2 }),
      after(3 * SECOND, { kind: 'answer-stuck', pick: 0, choice: 1 }),
      after(SECOND, { kind: 'role', account: 'operator-a', isAllowed: true }),
      after(SECOND, approve(1)),
    ],
  },
]
