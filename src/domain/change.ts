import type { EventAction } from '#src/domain/event/event-change.ts'
import type { EventResult } from '#src/domain/event/market-event.ts'
import type { ContactAttempt } from '#src/domain/listing/contact-way.ts'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import type { ListingAction } from '#src/domain/listing/listing-change.ts'
import type { NoteSubject } from '#src/domain/note/note.ts'
import type { NoteAction } from '#src/domain/note/note-change.ts'
import type { PropertyVisit } from '#src/domain/visit/visit.ts'

// A change is a decision in this device's queue: an operator's decision about a listing, an end user's about one of their
// events, a listing that its owner has written, a note of the team, an attempt to contact an owner, or a visit to a property.

/** Increment it when the shape of a stored change changes. Older rows are converted when they are read. */
export const CHANGE_FORMAT = 5

/**
 * waiting: queued, to be sent. sending: claimed by a drain. parked: refused by the server, so a person must act.
 * conflict: someone else changed the listing first. acked: the server has confirmed the change, but the saved lists on
 * this device may still lack it.
 */
export const CHANGE_STATES = ['waiting', 'sending', 'parked', 'conflict', 'acked'] as const
export type ChangeState = (typeof CHANGE_STATES)[number]

/** Where the person decided. The specification gives the board and the table different success messages (section 8). */
export type ChangeOrigin = 'board' | 'table'

export interface ChangeError {
  /** HTTP status of the answer; null if there was no answer. */
  status: number | null
  /** The server's error code; null if it sent none. */
  code: string | null
  /** The server's message for the person; a sign-out that keeps the change empties it. */
  message: string
  /** The server's message for each refused field of an event, by field name. */
  fields?: Readonly<Record<string, string>>
}

/** The server's state of a listing in conflict. The other fields of the listing are not stored. */
export interface ChangeConflict {
  status: ListingStatus | null
  version: number | null
  changedAt: string | null
  /** Who changed the listing; absent in changes that earlier builds stored. */
  actorId?: string | null
  by?: string | null
  device: string | null
}

interface ChangeCommon {
  /** Position in this device's queue, independent of the clock. It does not name the change: see `ChangeRef`. */
  seq: number
  /** The Idempotency-Key, created once, when the change was queued. */
  key: string
  format: number
  /** The person who made the change. The change is never sent with another person's token. */
  userId: string
  /** The record's id. An event that the server does not know yet has a temporary id (`isNewId`). */
  entityId: string
  entityName: string | null
  /** Whether the server honours an Idempotency-Key; if not, no key is sent. */
  isKeyed: boolean
  state: ChangeState
  /** How often the change was sent. Only a never-sent change can be merged with a later one or simply removed. */
  tries: number
  /** The earliest time of the next try, in epoch milliseconds. */
  notBefore: number
  /** The earliest retry that the server allows, in epoch milliseconds. Nothing makes the change due sooner. */
  floor?: number
  /** Counts the claims of the change. If a newer claim exists, the answer that an older claim receives is ignored. */
  fence: number
  /** When the lease of the current claim ends, in epoch milliseconds. */
  leasedUntil: number
  lastError: ChangeError | null
  conflict: ChangeConflict | null
  /** The number of its confirmation on this device; null until confirmed. Reads that begin later include the change. */
  ackedAs: number | null
  /** The record's version after the change, if the server sent it. */
  ackedVersion: number | null
  /** Epoch milliseconds, for display only. */
  queuedAt: number
}

/** An operator's decision about a listing, or the reason for a rejection. */
export interface ListingChange extends ChangeCommon {
  entity: 'listing'
  action: ListingAction
  origin: ChangeOrigin
  /** The status when the change was queued. Undo of a sent change restores it. */
  from: ListingStatus
  /** The version the operator saw, sent as If-Match; null on a bare backend, and for the reason of a rejection. */
  baseVersion: number | null
  /** The batch that the change belongs to, with the number of changes that the person confirmed. */
  batch?: { id: string; count: number }
  /** Whether this change replaces a change that was in conflict. If it conflicts too, screens show "again". */
  afterConflict?: boolean
}

/** An end user's change of one of their events. PUT merges field by field, so no version is compared. */
export interface EventChange extends ChangeCommon {
  entity: 'event'
  action: EventAction
  /** Earlier actions folded into this change, oldest first. Undo restores the last of them. */
  earlier: readonly EventAction[]
  /** The event in the server's confirmation. */
  ackedResult: EventResult | null
}

/**
 * A listing that its owner has written on this device. Its content is the row of the same id in the uploads database; the
 * change says that it waits for its way to the server: as a draft, or to be submitted.
 */
export interface PostingChange extends ChangeCommon {
  entity: 'posting'
  action: { kind: 'save' | 'submit' }
}

/** A note of the team about a listing or a member, or its removal. The record is all notes about the same (`noteThreadOf`). */
export interface NoteChange extends ChangeCommon {
  entity: 'note'
  action: NoteAction
  about: NoteSubject
}

/** An attempt to contact the owner of a listing. The record is the attempts of that listing (`contactsOf`). */
export interface QueuedContact extends ChangeCommon {
  entity: 'contact'
  action: { kind: 'contact' } & ContactAttempt
}

/**
 * A visit with photos is sent in a page, after its photos, whose ids in the uploads database are `files`. Its kind is another
 * one, so that no earlier build sends it without them.
 */
export type VisitAction =
  | { kind: 'visit'; visit: PropertyVisit }
  | { kind: 'visit-with-photos'; visit: PropertyVisit; files: readonly string[] }

/** A visit to a property. The record is the visits to that listing (`visitsOf`). */
export interface QueuedVisit extends ChangeCommon {
  entity: 'visit'
  action: VisitAction
}

export type Change =
  | ListingChange
  | EventChange
  | PostingChange
  | NoteChange
  | QueuedContact
  | QueuedVisit

const CONTACTS_PREFIX = 'contacts:'

/** The id under which the outbox keeps the attempts to contact a listing's owner: they wait for no decision. */
export function contactsOf(listingId: string): string {
  return `${CONTACTS_PREFIX}${listingId}`
}

/** The listing whose owner somebody has tried to contact. */
export function listingOfContacts(entityId: string): string {
  return entityId.slice(CONTACTS_PREFIX.length)
}

const THREAD_PREFIX = 'notes'

/** The id under which the outbox keeps the changes of all notes about a record in their order. */
export function noteThreadOf({ kind, id }: NoteSubject): string {
  return `${THREAD_PREFIX}:${kind}:${id}`
}

/** What the notes of a thread are about. */
export function noteSubjectOf(thread: string): NoteSubject {
  const [, kind, ...id] = thread.split(':')
  return { kind: kind === 'member' ? 'member' : 'listing', id: id.join(':') }
}

/**
 * The error code of a create whose answer was lost. The event may exist on the server, so a person must say whether it
 * is one of the listed events.
 */
export const MAYBE_CREATED = 'maybe-made'

const NEW_ID_PREFIX = 'new-'

/** The temporary id of an event on this device until the server assigns one. */
export function newIdFor(key: string): string {
  return `${NEW_ID_PREFIX}${key}`
}

/** The id of the batch that a change belongs to; null for a change of its own. */
export function batchIdOf(change: Change): string | null {
  return change.entity === 'listing' ? (change.batch?.id ?? null) : null
}

export function isNewId(id: string): boolean {
  return id.startsWith(NEW_ID_PREFIX)
}

/** Whether the change was never sent, so that it can be undone or folded without a request to the server. */
export function isUnsent(change: Change): boolean {
  return change.state === 'waiting' && change.tries === 0
}

/** Whether a person must act: the change was refused, or someone else changed the record first. */
export function needsPerson(change: Change): boolean {
  return change.state === 'parked' || change.state === 'conflict'
}

/** The later changes of the same record, which wait for this change, oldest first. */
export function listBehind<Row extends Change>(
  all: readonly Row[],
  { entityId, seq }: Pick<Change, 'entityId' | 'seq'>,
): Row[] {
  return all.filter(
    (change) => change.state !== 'acked' && change.entityId === entityId && change.seq > seq,
  )
}

/** The longest wait before a retry. A stored time further ahead means that the clock was set back. */
export const LONGEST_WAIT_MS = 60 * 60 * 1000

/** Protects a due time against clock changes: a time more than `longestMs` in the future becomes `nowMs`. */
export function believedMoment(moment: number, nowMs: number, longestMs = LONGEST_WAIT_MS): number {
  return moment - nowMs > longestMs ? nowMs : moment
}

/** Whether any change is being sent or is due. Ignores waiting changes of a record that has a change for a person. */
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
