import type { SeenCall } from '#tests/faults/sim/sim-call.ts'
import type { ServerEffect } from '#tests/faults/sim/sim-server.ts'
import type { Intent } from './intent.ts'

// What a run leaves behind for its judgement, and what a judgement says.

/** A change as it lies on a device at the end, as far as a person can see it. */
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
  /** By key, every word that was said of a change that will not go on by itself: 'conflict', 'already-done', ... */
  told: ReadonlyMap<string, ReadonlySet<string>>
  left: readonly LeftChange[]
  /** Operators whose role was taken away at some time. */
  revoked: ReadonlySet<string>
  /** The keys of the changes that were in an outbox when its browser recreated it. */
  lostKeys: ReadonlySet<string>
  /** The keys of the confirmations that went with it: the device does not know of them any more. */
  forgottenKeys: ReadonlySet<string>
  statusAtFirst: string
  disturbances: readonly Disturbance[]
  looks: readonly Look[]
  holds: readonly Hold[]
}

/** What may keep a device from knowing what it was told. */
export interface Disturbance {
  device: string
  at: number
  kind: 'killed' | 'storage' | 'commit-unknown' | 'clock' | 'restless-clock'
}

/** While a device works offline on purpose: from when its person was told so until they wanted it no longer. */
export interface Hold {
  device: string
  from: number
  until: number | null
}

/** What one tab showed at one moment. */
export interface Look {
  /** Its place among the intents. */
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
    /** A reason without its rejection, or before it. */
    | 'unexplainable'
    /** It did not come to its end. */
    | 'unplayable'
  detail: string
}
