import type { OutboxStore } from '#src/outbox/queue/outbox-store.ts'
import type { Path } from './play-path.ts'

// The ways through the engine, each a story as small as it can be, in the words of path-words.ts. A step of the source that
// none of them reaches fails the test, or stands with a reason among the exceptions.

export const PATHS: readonly Path[] = [
  // What people decide, and what becomes of it.
  {
    title: 'a decision is queued, claimed, sent, acknowledged and forgotten',
    account: 'operator-a',
    steps: '2 approve 0; 0.2 look; 3 refresh; 2 refresh; 1 look',
  },
  {
    title: 'decisions made offline fold into one, or into nothing',
    account: 'operator-a',
    steps:
      '2 network down; 1 approve 0; 1 reject 0; 1 approve 1; 1 reopen 1; 1 look; 1 network fine; 0 sync-now',
  },
  {
    title: 'more waits than one claim takes',
    account: 'operator-a',
    onlyFor: /^claim-planner\.ts:/,
    steps: `2 network down; 0 approve 0; 0 approve 1; 0 approve 2; 0 approve 3; 0 approve 4; 0 approve 5;
      0 approve 6; 0 approve 7; 1 network fine; 0 sync-now`,
  },
  {
    title: 'an undo takes back what is unsent, and follows what was sent',
    account: 'operator-a',
    steps:
      '2 network down; 1 approve 0; 1 undo; 1 approve 1; 1 network fine; 0 sync-now; 0.001 undo; 3 look',
  },
  {
    title: 'an event is made, edited and deleted',
    account: 'member-a',
    steps: '2 create; 3 edit; 3 remove 0',
  },
  {
    title: 'an event is made and edited offline, one step of it undone',
    account: 'member-a',
    // Not before the edits are there: somebody who undoes has seen what they undo.
    steps: '2 network down; 1 create; 1 edit; 1 edit; 65 undo; 1 network fine; 0 sync-now',
  },
  {
    title: 'somebody else was first: mine is kept',
    account: 'operator-a',
    steps: '2 elsewhere-reject 0; 0 approve 0; 3 keep-mine; 3 look',
  },
  {
    title: 'somebody else was first: theirs is kept, or a new decision answers it',
    account: 'operator-a',
    steps: `2 elsewhere-reject 0; 0 elsewhere-reject 1; 0 elsewhere-reject 2; 0 approve 0; 0 approve 1; 0 approve 2;
      3 keep-theirs; 3 reopen 1; 3 remove 2; 3 look`,
  },
  {
    title: 'who signs out gives up what waits, and the next one decides anew',
    account: 'operator-a',
    steps: `2 network down; 0 approve 0; 0 reject 1; 1 sign-out-discarding; 1 network fine; 0 sign-in operator-b;
      3 reject 0`,
  },
  {
    title: 'what the server refuses is parked, sent again and discarded',
    account: 'operator-a',
    steps: `2 demote operator-a; 0 network down; 0 approve 0; 1 reject 0; 1 network fine; 0 sync-now; 3 send-again;
      3 keep-theirs; 1 promote operator-a; 1 approve 1`,
  },
  // What goes wrong by itself, before any fault at a step.
  {
    title: 'the session ends under a change, and the same person signs in again',
    account: 'operator-a',
    steps: '2 revoke operator-a; 0 approve 0; 3 sign-in operator-a; 3 sign-out',
  },
  {
    title: 'answers are lost and calls repeated',
    account: 'operator-a',
    steps: '2 network flaky; 0 approve 0; 1 reject 1; 4 remove 2; 10 network fine; 0 sync-now',
  },
  {
    title: 'a device works offline on purpose for a while',
    account: 'operator-a',
    steps: '2 go-offline; 0 approve 0; 60 go-online; 1 reject 1',
  },
  {
    title: 'the server asks to be left alone',
    account: 'operator-a',
    steps: '2 network busy; 0 approve 0; 1 approve 1; 1 approve 2; 10 network fine',
  },
  {
    title: 'the worker sends what a frozen page left',
    account: 'operator-a',
    steps:
      '2 network down; 1 approve 0; 1 approve 1; 1 freeze; 0 freeze; 0 network fine; 0 wake-worker; 5 thaw',
  },
  {
    title: 'a tab that is frozen with the lock is stolen from',
    account: 'operator-a',
    steps: '2 approve 0; 0 freeze; 1 approve 1; 70 look; 10 thaw',
  },
  {
    title: 'two tabs take turns without the locks of the browser',
    account: 'operator-a',
    hasLocks: false,
    steps: '2 approve 0; 0.001 reject 1; 3 refresh',
  },
  {
    title: 'an event is made at a server that knows no keys, and is looked for in the list',
    account: 'member-a',
    design: { store: withoutKeys },
    steps: '2 create; 2 network down; 1 create; 5 network fine',
  },
  {
    title: 'connections that the browser closed are opened again',
    account: 'operator-a',
    steps: '2 break-connection; 0 approve 0; 3 break-connection; 0 sign-out; 1 sign-in operator-a',
  },
  {
    title: 'a commit of which no word came is recognised',
    account: 'operator-a',
    steps:
      '2 lose-commits 1; 0 approve 0; 2 network down; 0 approve 1; 1 lose-commits 2; 0 undo; 1 network fine',
  },
]

/** A device whose server never showed that it knows keys; its person had the list on the screen, and nothing in it. */
function withoutKeys(right: OutboxStore): OutboxStore {
  return {
    ...right,
    queueChange(draft) {
      if (draft.entity !== 'event') return right.queueChange(draft)
      const { action } = draft
      const seen = action.kind === 'create' ? { ...action, twins: [] } : action
      return right.queueChange({ ...draft, action: seen, isKeyed: false })
    },
  }
}

/** Steps that no path reaches, each with the reason. */
export const UNREACHED: readonly { step: RegExp; reason: string }[] = [
  { step: /^cached-reads\.ts:/, reason: 'keeps what the screens read, over a query client' },
  { step: /^cache-entry-store\.ts:remove/, reason: 'discards a saved copy of the screens' },
  {
    step: /^outbox-observer\.ts:|^reading-store\.ts:(readChanges|readAll)#/,
    reason: 'tells a screen',
  },
  { step: /^(reading-store|outbox)\.ts:listUnreadable#/, reason: 'reads for the export' },
  { step: /^work-offline\.ts:/, reason: 'what a page knows of the switch for the field' },
  { step: /^page-hold\.ts:/, reason: 'waited for before the app reloads its own page' },
  { step: /^page-suspension\.ts:/, reason: 'waits only while the browser has suspended the page' },
  {
    step: /^storage-persistence\.ts:|^outbox\.ts:queue#1$/,
    reason: 'asks the browser about free space before a change is queued',
  },
  {
    step: /^outbox\.ts:queueReason#1$/,
    reason: 'queues in the same transaction as a decision',
  },
  { step: /^drain\.ts:idle#/, reason: 'waited for when the page is left behind' },
  {
    step: /^session-mirror-store\.ts:reach#[23]$/,
    reason: 'the way out of a fault, reached by the faults at reach#1',
  },
  {
    step: /^claim-store\.ts:ackChange#4$/,
    reason: 'two events that say the same, both answers lost: these people never repeat themselves',
  },
]
