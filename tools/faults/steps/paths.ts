import type { OutboxStore } from '#src/outbox/outbox-store.ts'
import type { Path } from './play-path.ts'

// Scenarios that together reach every step (every awaited operation) of the outbox's code. Each is as short as possible
// and written in the commands of path-words.ts. A test fails for a step that no scenario reaches, unless UNREACHED lists
// the step.

export const PATHS: readonly Path[] = [
  // Decisions of people and their results.
  {
    title: 'a decision is queued, claimed, sent, acknowledged and pruned',
    account: 'operator-a',
    steps: '2 approve 0; 0.2 look; 3 refresh; 2 refresh; 1 look',
  },
  {
    title: 'offline decisions on one listing merge into one change, or cancel out',
    account: 'operator-a',
    steps:
      '2 network down; 1 approve 0; 1 reject 0; 1 approve 1; 1 reopen 1; 1 look; 1 network fine; 0 sync-now',
  },
  {
    title: 'the queue has more changes than one claim takes',
    account: 'operator-a',
    onlyFor: /^claim-store\.ts:(takeDue|takeNewest|takePlanned|readAnew|check|checkTogether)#/,
    steps: `2 network down; 0 approve 0; 0 approve 1; 0 approve 2; 0 approve 3; 0 approve 4; 0 approve 5;
      0 approve 6; 0 approve 7; 1 network fine; 0 sync-now`,
  },
  {
    title: 'an undo removes an unsent change, and reverses a sent one with a new change',
    account: 'operator-a',
    steps:
      '2 network down; 1 approve 0; 1 undo; 1 approve 1; 1 network fine; 0 sync-now; 0.001 undo; 3 look',
  },
  {
    title: 'a note is written without a network, sent, and pruned',
    account: 'operator-a',
    steps: '2 network down; 1 note 0; 1 network fine; 0 sync-now; 3 refresh; 2 look',
  },
  {
    title:
      'an attempt to contact an owner and two visits are recorded without a network, sent, and pruned',
    account: 'operator-a',
    steps:
      '2 network down; 1 contact 0; 1 visit 0; 1 visit 0; 1 network fine; 0 sync-now; 3 refresh; 2 look',
  },
  {
    title:
      'visits with photos are recorded without a network, one is undone, and the others are sent',
    account: 'operator-a',
    steps: `2 network down; 1 photo-visit 0; 1 photo-visit 0; 1 undo; 1 photo-visit 1; 1 network fine; 0 sync-now;
      3 refresh; 2 look`,
  },
  {
    title:
      'a visit whose photos the device has lost is sent without them, and another one is discarded',
    account: 'operator-a',
    steps: `2 network down; 1 photo-visit 0; 1 photo-visit 1; 1 lose-photos; 1 network fine; 0 sync-now;
      5 send-without-photos; 3 keep-theirs; 3 look`,
  },
  {
    title: 'an event is created, edited and deleted',
    account: 'member-a',
    steps: '2 create; 3 edit; 3 remove 0',
  },
  {
    title: 'an event is created and edited offline, and one edit is undone',
    account: 'member-a',
    // A person can undo only an edit that the screen shows. After 65 s, even a tab frozen for a minute shows the edits.
    steps: '2 network down; 1 create; 1 edit; 1 edit; 65 undo; 1 network fine; 0 sync-now',
  },
  {
    title: 'a conflict is resolved with "keep mine"',
    account: 'operator-a',
    steps: '2 elsewhere-reject 0; 0 approve 0; 3 keep-mine; 3 look',
  },
  {
    title: 'a conflict is resolved with "keep theirs", or with a new decision',
    account: 'operator-a',
    steps: `2 elsewhere-reject 0; 0 elsewhere-reject 1; 0 elsewhere-reject 2; 0 approve 0; 0 approve 1; 0 approve 2;
      3 keep-theirs; 3 reopen 1; 3 remove 2; 3 look`,
  },
  {
    title: 'a sign-out discards the queued changes, and the next user decides again',
    account: 'operator-a',
    steps: `2 network down; 0 approve 0; 0 reject 1; 1 sign-out-discarding; 1 network fine; 0 sign-in operator-b;
      3 reject 0`,
  },
  {
    title: 'a refused change is parked, sent again and discarded',
    account: 'operator-a',
    steps: `2 demote operator-a; 0 network down; 0 approve 0; 1 reject 0; 1 network fine; 0 sync-now; 3 send-again;
      3 keep-theirs; 1 promote operator-a; 1 approve 1`,
  },
  // Scenarios that contain a fault of their own, in addition to the injected fault.
  {
    title: 'the session ends before a change is sent, and the same person signs in again',
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
    title: 'the server is busy and answers with Retry-After',
    account: 'operator-a',
    steps: '2 network busy; 0 approve 0; 1 approve 1; 1 approve 2; 10 network fine',
  },
  {
    title: 'the worker sends the queued changes of a frozen page',
    account: 'operator-a',
    steps:
      '2 network down; 1 approve 0; 1 approve 1; 1 freeze; 0 freeze; 0 network fine; 0 wake-worker; 5 thaw',
  },
  {
    title: 'another tab steals the lock of a frozen tab',
    account: 'operator-a',
    steps: '2 approve 0; 0 freeze; 1 approve 1; 70 look; 10 thaw',
  },
  {
    title: 'two tabs drain in turns in a browser without Web Locks',
    account: 'operator-a',
    hasLocks: false,
    steps: '2 approve 0; 0.001 reject 1; 3 refresh',
  },
  {
    title: 'an event is created on a server without idempotency keys, and looked up in the list',
    account: 'member-a',
    design: { store: withoutKeys },
    steps: '2 create; 2 network down; 1 create; 5 network fine',
  },
  {
    title: 'database connections that the browser closed are opened again',
    account: 'operator-a',
    steps: '2 break-connection; 0 approve 0; 3 break-connection; 0 sign-out; 1 sign-in operator-a',
  },
  {
    title: 'a commit whose result was lost is recognised',
    account: 'operator-a',
    steps:
      '2 lose-commits 1; 0 approve 0; 2 network down; 0 approve 1; 1 lose-commits 2; 0 undo; 1 network fine',
  },
]

/**
 * The outbox's store for a server without idempotency keys. `twins` lists the events of the server that are equal to a
 * new one; it is empty here, so an equal event that appears later is the new one itself.
 */
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

/** Steps that no scenario reaches, each with the reason. */
export const UNREACHED: readonly { step: RegExp; reason: string }[] = [
  {
    step: /^cached-reads\.ts:(?!listCopiedConfirmations)/,
    reason: 'stores reads of the screens; needs a query client',
  },
  {
    step: /^cache-entry-store\.ts:(remove|keepNewest)/,
    reason: 'discards saved copies of the screens',
  },
  {
    step: /^database-observer\.ts:|^reading-store\.ts:(readChanges|readAll)#/,
    reason: 'notifies a screen',
  },
  { step: /^(reading-store|outbox)\.ts:listUnreadable#/, reason: 'reads for the export' },
  {
    step: /^undo-actions\.ts:isGone#/,
    reason: 'reads for the message about an undo that came too late',
  },
  {
    step: /^outbox\.ts:queueListing#2$/,
    reason:
      'asks before a decision about a listing that somebody else reviews; nobody in the scenarios claims',
  },
  {
    step: /^acked-pruning\.ts:pruneAcked#3$/,
    reason: "looks for the saved copy of a record's notes; the simulated tabs have none",
  },
  { step: /^work-offline\.ts:/, reason: 'the "Work offline" state in a page' },
  { step: /^page-hold\.ts:/, reason: 'awaited before the app reloads its own page' },
  { step: /^page-suspension\.ts:/, reason: 'waits only while the browser has suspended the page' },
  {
    step: /^page-presence\.ts:/,
    reason: 'waits only while the page is hidden beside a visible one',
  },
  {
    step: /^page-drain\.ts:sendNow#/,
    reason: 'of a page with a view of the queue; the simulated tabs have their own triggers',
  },
  {
    step: /^storage-persistence\.ts:|^commit-change\.ts:requireSpace#1$/,
    reason: 'asks the browser about free space before a change is queued',
  },
  {
    step: /^outbox\.ts:queueReason#1$/,
    reason: 'queues in the same transaction as a decision',
  },
  {
    step: /^outbox\.ts:(queueListing#1|explainRefused#[12])$|^reason-questions\.ts:answer#1$/,
    reason: 'asks a person for a reason, and then queues in the same transaction as a decision',
  },
  {
    step: /^batch-(actions|store)\.ts:|^batch-rows\.ts:(find|put|remove|listFacts|removeExpired)#|^batch-rows\.ts:(noteRemoved#[23]|removeWhere#2)$/,
    reason:
      'stores or takes back a batch, which the people of the schedules do, but not those of these scenarios',
  },
  {
    step: /^joint-calls\.ts:|^call-sender\.ts:(send#2|(sendMany|takeApart|judgeAll)#\d)$|^attempt-change\.ts:settleAttempts#|^settle-store\.ts:(settleTogether|listRebased)#|^claim-store\.ts:checkTogether#3$/,
    reason: 'sends several changes by one call: the simulated tabs send them one by one',
  },
  { step: /^drain\.ts:idle#/, reason: 'awaited when the page is left' },
  {
    step: /^database-connection\.ts:probe#1$/,
    reason:
      'asks whether a database is there that is only made when it is needed; the outbox always is',
  },
  {
    step: /^held-claim\.ts:|^settle-store\.ts:keepClaim#|^page-drain\.ts:sendUntilStop#/,
    reason:
      'keeps the claim of a change whose files take longer than 15 s; those of these scenarios are shorter',
  },
  {
    step: /^visit-attempt\.ts:attemptVisit#1$/,
    reason: 'of a visit without photos, which one call sends without this code',
  },
  {
    step: /^visit-attempt\.ts:(attemptVisit#6|retryAll#1)$/,
    reason:
      'sends photos anew that waited on the server for a day, or were refused; these scenarios take minutes',
  },
  {
    step: /^outbox\.ts:queuePosting#1$|^queue-posting\.ts:/,
    reason:
      "queues an owner's listing, which the people of the schedules do, but not those of these scenarios",
  },
  {
    step: /^session-mirror-store\.ts:reach#[23]$/,
    reason: 'recovery from a fault, reached by the faults at reach#1',
  },
  {
    step: /^settle-store\.ts:ackChange#5$/,
    reason:
      'two equal events whose answers were both lost: the simulated people never create equal events',
  },
]
