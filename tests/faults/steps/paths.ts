import type { Step } from '#tests/faults/schedule.ts'
import { LISTINGS } from '#tests/faults/sim/sim-server.ts'
import type { Design } from '#tests/faults/sim/sim-tab.ts'
import type { Path } from './play-path.ts'

// The ways through the engine, each a story as small as it can be. A step of the source that none of them reaches fails
// the test, or stands with a reason among the exceptions.

type Happening = Step extends infer One
  ? One extends Step
    ? Omit<One, 'afterMs' | 'device'>
    : never
  : never

function after(afterMs: number, happening: Happening): Step {
  return { afterMs, device: 0, ...happening }
}

const SECOND = 1_000
const approve = (pick: number): Happening => ({ kind: 'decide', pick, choice: 0 })
const reject = (pick: number): Happening => ({ kind: 'decide', pick, choice: 1 })
/** Somebody at another desk decides about the listing that stands there on the screen: the newest is the first. */
const otherHand = (pick: number, deed: 'rejected' | 'delete'): Happening => ({
  kind: 'other-hand',
  listing: LISTINGS - 1 - pick,
  deed,
})
const refresh: Happening = { kind: 'refresh' }
const look: Happening = { kind: 'look' }
const createEvent: Happening = { kind: 'decide', pick: 0, choice: 0 }
const editEvent: Happening = { kind: 'decide', pick: 0, choice: 1 }
const lostCommits = (times: number): Happening => ({
  kind: 'storage-fault',
  fault: 'lost-commit-event',
  times,
  isReadToo: false,
})
const weather = (is: 'fine' | 'down' | 'flaky' | 'busy' | 'repeating'): Happening => ({
  kind: 'weather',
  weather: is,
})

/** A device whose server never showed that it knows keys; its person had the list on the screen, and nothing in it. */
const withoutKeys: Design['store'] = (right) => ({
  ...right,
  queueChange(draft) {
    if (draft.entity !== 'event') return right.queueChange(draft)
    const { action } = draft
    const seen = action.kind === 'create' ? { ...action, twins: [] } : action
    return right.queueChange({ ...draft, action: seen, isKeyed: false })
  },
})

export const PATHS: readonly Path[] = [
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
  {
    title: 'the session ends under a change, and the same person signs in again',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, { kind: 'revoke', account: 'operator-a' }),
      after(0, approve(0)),
      after(3 * SECOND, { kind: 'sign-in', account: 'operator-a' }),
      after(3 * SECOND, { kind: 'sign-out' }),
    ],
  },
  {
    title: 'answers are lost and calls repeated',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, weather('flaky')),
      after(0, approve(0)),
      after(SECOND, reject(1)),
      after(4 * SECOND, { kind: 'remove', pick: 2 }),
      after(20 * SECOND, weather('fine')),
      after(0, { kind: 'sync-now' }),
    ],
  },
  {
    title: 'the server asks to be left alone',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, weather('busy')),
      after(0, approve(0)),
      after(SECOND, approve(1)),
      after(SECOND, approve(2)),
      after(10 * SECOND, weather('fine')),
    ],
  },
  {
    title: 'the worker sends what a frozen page left',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, weather('down')),
      after(SECOND, approve(0)),
      after(SECOND, approve(1)),
      after(SECOND, { kind: 'freeze' }),
      after(0, { kind: 'freeze' }),
      after(0, weather('fine')),
      after(0, { kind: 'wake-worker' }),
      after(5 * SECOND, { kind: 'thaw' }),
    ],
  },
  {
    title: 'a tab that is frozen with the lock is stolen from',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, approve(0)),
      after(0, { kind: 'freeze' }),
      after(SECOND, approve(1)),
      after(70 * SECOND, look),
      after(10 * SECOND, { kind: 'thaw' }),
    ],
  },
  {
    title: 'two tabs take turns without the locks of the browser',
    account: 'operator-a',
    hasLocks: false,
    steps: [after(2 * SECOND, approve(0)), after(1, reject(1)), after(3 * SECOND, refresh)],
  },
  {
    title: 'an event is made at a server that knows no keys, and is looked for in the list',
    account: 'member-a',
    design: { store: withoutKeys },
    steps: [
      after(2 * SECOND, createEvent),
      after(2 * SECOND, weather('down')),
      after(SECOND, createEvent),
      after(5 * SECOND, weather('fine')),
    ],
  },
  {
    title: 'connections that the browser closed are opened again',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, { kind: 'break-connection' }),
      after(0, approve(0)),
      after(3 * SECOND, { kind: 'break-connection' }),
      after(0, { kind: 'sign-out' }),
      after(SECOND, { kind: 'sign-in', account: 'operator-a' }),
    ],
  },
  {
    title: 'a commit of which no word came is recognised',
    account: 'operator-a',
    steps: [
      after(2 * SECOND, lostCommits(1)),
      after(0, approve(0)),
      after(2 * SECOND, weather('down')),
      after(0, approve(1)),
      after(SECOND, lostCommits(2)),
      after(0, { kind: 'undo' }),
      after(SECOND, weather('fine')),
    ],
  },
]

/** Steps that no path reaches, each with the reason. Nothing that keeps, sends or removes a change belongs here. */
export const UNREACHED: readonly { step: RegExp; reason: string }[] = [
  { step: /^cached-reads\.ts:/, reason: 'keeps what the screens read, over a query client' },
  { step: /^query-copy-store\.ts:remove/, reason: 'discards a saved copy of the screens' },
  { step: /^outbox-observer\.ts:|^reading-store\.ts:(look|readAll)#/, reason: 'tells a screen' },
  { step: /^reading-store\.ts:listUnreadable#/, reason: 'reads for the export' },
  { step: /^work-offline(-store)?\.ts:/, reason: 'the switch for the field, which sends nothing' },
  { step: /^drain\.ts:idle#/, reason: 'waited for when the page is left behind' },
  {
    step: /^session-mirror-store\.ts:reach#[23]$/,
    reason: 'the way out of a fault, reached by the faults at reach#1',
  },
  {
    step: /^claim-store\.ts:ackChange#4$/,
    reason: 'two events that say the same, both answers lost: these people never repeat themselves',
  },
  {
    step: /^giving-up-store\.ts:(keepTheirs|discardAll)#|^outbox\.ts:keepTheirs#/,
    reason: 'deeds that the simulated person does not know',
  },
]
