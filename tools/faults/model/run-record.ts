import type { ServerEffect } from '#tools/faults/sim/market/sim-server.ts'
import type { SeenCall } from '#tools/faults/sim/sim-call.ts'
import type { DeskRecord } from './desk-rules.ts'
import type { Intent } from './intent.ts'
import type { PostingRecord } from './posting-act.ts'
import type { VisitPhotosRecord } from './visit-rules.ts'

// The record of a run, and the violations that its judges find.

/** A change that is still on a device at the end, as a person sees it. */
export interface LeftChange {
  device: string
  actorId: string
  key: string
  record: string
  state: string
  status: number | null
  message: string | null
}

export interface RunRecord {
  intents: readonly Intent[]
  effects: readonly ServerEffect[]
  calls: readonly SeenCall[]
  /** By idempotency key, the messages about a change that is not sent automatically: 'conflict', 'already-done', ... */
  told: ReadonlyMap<string, ReadonlySet<string>>
  left: readonly LeftChange[]
  /** Operators whose role was revoked at some time. */
  revoked: ReadonlySet<string>
  /** The idempotency keys of the unconfirmed changes in outboxes that a browser deleted and recreated. */
  lostKeys: ReadonlySet<string>
  /** The idempotency keys of the confirmed changes in such outboxes: the device has forgotten the confirmations. */
  forgottenKeys: ReadonlySet<string>
  disturbances: readonly Disturbance[]
  looks: readonly Look[]
  holds: readonly Hold[]
  postings: PostingRecord
  desk: DeskRecord
  visits: VisitPhotosRecord
}

/** A fault on a device that may make it forget an answer. */
export interface Disturbance {
  device: string
  at: number
  kind: 'killed' | 'storage' | 'commit-unknown' | 'clock' | 'restless-clock' | 'photos-lost'
}

/** A period with "Work offline" on: from when the screen confirms this until the person turns it off. */
export interface Hold {
  device: string
  from: number
  until: number | null
}

/** The statuses that one tab showed at one moment. */
export interface Look {
  /** The number of intents in the run at that moment. */
  n: number
  device: string
  actorId: string
  statuses: ReadonlyMap<string, string>
}

export interface Violation {
  rule:
    | 'lost'
    | 'doubled'
    | 'foreign'
    | 'false-word'
    | 'too-early'
    | 'flicker'
    | 'undrained'
    | 'stale'
    | 'unhandled'
    | 'crowded'
    | 'resent'
    | 'not-held-back'
    | 'touched'
    | 'broken-page'
    /** A reason that was sent before its rejection was answered, or took effect on another decision. */
    | 'unexplainable'
    /** A submission without the text or the files that the listing had. */
    | 'half-sent'
    /** An assignment that does not follow from those before it, or came back after its end. */
    | 'misassigned'
    /** A claim after the end of its lease. */
    | 'overheld'
    /** The schedule could not be played to its end. */
    | 'unplayable'
  detail: string
}
