import type { EventAction } from './event-change.ts'
import type { ListingStatus } from './listing.ts'
import type { ListingAction } from './listing-change.ts'
import type { EventResult } from './market-event.ts'

// A change is what a person decided and the server has not confirmed yet: the operator about a listing, an end user
// about an event of theirs. One queue holds both.

/** Raised when the shape of a stored change changes; older ones are upcast, newer ones left untouched. */
export const CHANGE_FORMAT = 2

/**
 * waiting: on the device, due for sending. sending: claimed by a drain. parked: the server refused it, a person is
 * needed. conflict: someone else changed the listing first. acked: confirmed by the server, cache entries may lag behind.
 */
export const CHANGE_STATES = ['waiting', 'sending', 'parked', 'conflict', 'acked'] as const
export type ChangeState = (typeof CHANGE_STATES)[number]

/** Where the operator decided: the board and the table have success messages of their own (section 8). */
export type ChangeOrigin = 'board' | 'table'

export interface ChangeError {
  /** HTTP status of the answer; null when none came. */
  status: number | null
  /** The server's error code, when it gave one. */
  code: string | null
  /** The server's own sentence for the person; empty once it was kept over a sign-out. */
  message: string
  /** A sentence for each field of an event that the server did not take, by the field's name. */
  fields?: Readonly<Record<string, string>>
}

/** The other side of a conflict: what the server has now. No more of the listing than that is kept. */
export interface ChangeConflict {
  status: ListingStatus | null
  version: number | null
  changedAt: string | null
  /** Who changed it; absent in changes that earlier builds stored. */
  actorId?: string | null
  by?: string | null
  device: string | null
}

interface ChangeCommon {
  /** Order of queueing on this device; never a clock. */
  seq: number
  /** The Idempotency-Key, made when the change was queued and never again. */
  key: string
  format: number
  /** Whose change it is; it is never sent with another person's token. */
  userId: string
  /** The record's id; an event unknown to the server has a temporary id of this device (`isNewId`). */
  entityId: string
  entityName: string | null
  /** Whether the server honours the key: otherwise none is sent. */
  isKeyed: boolean
  state: ChangeState
  /** How often it was sent; 0 means never, and only then can it be folded or undone in place. */
  tries: number
  /** Epoch milliseconds before which it is not tried again. */
  notBefore: number
  /** Epoch milliseconds before which the server asked not to be tried again; nothing makes it due sooner. */
  floor?: number
  /** Counts the claims, so that the answer of an overtaken drain is recognised and ignored. */
  fence: number
  /** Epoch milliseconds until which a claim holds. */
  leasedUntil: number
  lastError: ChangeError | null
  conflict: ChangeConflict | null
  /** Position among the confirmations of this device; a read begun after it has seen the change. */
  ackedAs: number | null
  /** The record's version after the change, when the server told it. */
  ackedVersion: number | null
  /** Epoch milliseconds, for display only. */
  queuedAt: number
}

/** What the operator decided about a listing. */
export interface ListingChange extends ChangeCommon {
  entity: 'listing'
  action: ListingAction
  origin: ChangeOrigin
  /** The status when the change was queued: what Undo of a sent change goes back to. */
  from: ListingStatus
  /** The version the operator saw, sent as If-Match; null on a bare backend. */
  baseVersion: number | null
  /** It was decided in answer to a conflict: the next conflict is a new one. */
  afterConflict?: boolean
}

/** What an end user did to an event of theirs. PUT merges field by field, so no version is compared. */
export interface EventChange extends ChangeCommon {
  entity: 'event'
  action: EventAction
  /** Earlier actions folded into this change, oldest first: Undo goes back one step. */
  earlier: readonly EventAction[]
  /** Event data in the confirmation. */
  ackedResult: EventResult | null
}

export type Change = ListingChange | EventChange

/** The code of an error that asks a person whether an event in the list is the one whose answer was lost. */
export const MAYBE_CREATED = 'maybe-made'

const NEW_ID_PREFIX = 'new-'

/** The temporary id of an event on this device until the server assigns one. */
export function newIdFor(key: string): string {
  return `${NEW_ID_PREFIX}${key}`
}

export function isNewId(id: string): boolean {
  return id.startsWith(NEW_ID_PREFIX)
}

/** Never sent: it can be undone or folded without any request to the server. */
export function isUnsent(change: Change): boolean {
  return change.state === 'waiting' && change.tries === 0
}

/** Waits for a person: refused, or overtaken by someone else. */
export function needsPerson(change: Change): boolean {
  return change.state === 'parked' || change.state === 'conflict'
}

/** What waits behind a change of the same record, oldest first. */
export function listBehind<Row extends Change>(
  all: readonly Row[],
  { entityId, seq }: Pick<Change, 'entityId' | 'seq'>,
): Row[] {
  return all.filter(
    (change) => change.state !== 'acked' && change.entityId === entityId && change.seq > seq,
  )
}

/** Maximum wait by any rule: a later time was written before the clock was set. */
export const LONGEST_WAIT_MS = 60 * 60 * 1000

/** Protects a due time against clock changes: a time too far in the future counts as now. */
export function believedMoment(moment: number, nowMs: number, longestMs = LONGEST_WAIT_MS): number {
  return moment - nowMs > longestMs ? nowMs : moment
}

/** Whether a change is being sent or about to be; changes blocked by one that needs a person do not count. */
export function isAnyOnItsWay(changes: readonly Change[], nowMs: number): boolean {
  const stuck = new Set(changes.filter(needsPerson).map(({ entityId }) => entityId))
  return changes.some(({ state, notBefore, entityId }) => {
    if (state === 'sending') return true
    return state === 'waiting' && notBefore <= nowMs && !stuck.has(entityId)
  })
}

export interface ChangeCounts {
  waiting: number
  sending: number
  needsYou: number
}

export function countChanges(changes: readonly Change[]): ChangeCounts {
  return {
    waiting: changes.filter((change) => change.state === 'waiting').length,
    sending: changes.filter((change) => change.state === 'sending').length,
    needsYou: changes.filter(needsPerson).length,
  }
}
