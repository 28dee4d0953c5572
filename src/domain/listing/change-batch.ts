import type { ListingStatus } from './listing.ts'
import type { ListingDecision } from './listing-change.ts'

// A batch of changes: one decision of a person about many listings. Each listing has its own change, with its own key,
// which is the batch's id and the change's place in the batch. So no more changes than the person confirmed can have a key.

/** A batch on this device, beside its changes. It stays after they are confirmed, for undo. */
export interface ChangeBatch {
  id: string
  userId: string
  /** What the person decided. Of a batch that takes another one back: what the other one had decided. */
  decision: ListingDecision
  /** The batch that this one takes back; null for a decision. */
  undoes: string | null
  /** The batch that takes this one back; null if it stands. */
  undoneBy: string | null
  /** How many changes the person confirmed. */
  count: number
  /** How many of its changes the server has confirmed. Stored are those that left the queue; a read adds the others. */
  confirmed: number
  isPaused: boolean
  /** Epoch milliseconds. */
  madeAt: number
}

/** What undo needs of a confirmed change that has left the queue. */
export interface BatchFact {
  entityId: string
  entityName: string | null
  /** The status before the batch. */
  from: ListingStatus
  /** The status that the batch set. */
  to: ListingStatus
  /** The listing's version after the change; null if the server did not send it. */
  version: number | null
  isKeyed: boolean
}

/** A person can confirm so many, and their device and the server can keep what undo needs of them. */
export const MAX_BATCH = 10_000
/** Changes in one call: its body is below 100 kB, and it ends within a second. */
export const BATCH_CALL_SIZE = 100

/** 32 hexadecimal digits, as the device makes keys. */
export const BATCH_ID_PATTERN = /^[0-9a-f]{32}$/

/** The Idempotency-Key of the change at a place of a batch, counted from 0. */
export function batchKeyOf(batchId: string, place: number): string {
  return `${batchId}.${place}`
}

/** The place in its batch that a key names; null for the key of a change that is in no batch, or left it. */
export function placeInBatch(batchId: string | undefined, key: string): number | null {
  if (batchId === undefined || !key.startsWith(`${batchId}.`)) return null
  return Number(key.slice(batchId.length + 1))
}
