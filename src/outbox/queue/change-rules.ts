import {
  believedMoment,
  CHANGE_FORMAT,
  type Change,
  type EventChange,
  isNewId,
  isUnsent,
  type ListingChange,
  needsPerson,
  newIdFor,
} from '#src/domain/change.ts'
import { foldEventActions, isEventActionWanted, titleOf } from '#src/domain/event-change.ts'
import { foldListingAction, isListingActionWanted } from '#src/domain/listing-change.ts'
import { type EventFields, type EventResult, isSameEvent } from '#src/domain/market-event.ts'

// What follows from the changes of a queue alone: pure, so that each rule can be read by itself.

/** The longest that a claim may be alive: three calls of 30 s, and what lies between them. */
export const LONGEST_LEASE_MS = 120_000
const MAX_STEPS = 20 // as many texts as anybody goes back to

export type ListingDraft = Pick<
  ListingChange,
  | 'entity'
  | 'userId'
  | 'entityId'
  | 'entityName'
  | 'isKeyed'
  | 'action'
  | 'origin'
  | 'from'
  | 'baseVersion'
>
/** An event that is to be made has no id yet: null. */
export type EventDraft = Pick<
  EventChange,
  'entity' | 'userId' | 'entityName' | 'isKeyed' | 'action'
> & { entityId: string | null; earlier?: EventChange['earlier'] }
export type ChangeDraft = ListingDraft | EventDraft

/** What the server told of the record with its yes. */
export interface Confirmed {
  version: number | null
  /** Of an event, what the answer said; null for a listing, and when the answer said nothing. */
  event: EventResult | null
  /** The event was found in the list, where another one of this device's may have been found too. */
  isFound: boolean
}

export interface ClaimOptions {
  userId: string
  /** The number of the pass that claims; an overtaken one gets nothing. */
  pass: number
  nowMs: number
  limit: number
  /** Which end of the queue is served: the oldest may be many, and someone waits for the newest. */
  first: 'oldest' | 'newest'
  /** How long a claim of this change may be alive, in milliseconds. */
  leaseMsOf(change: Change): number
  /** True when a leftover claim can only belong to a process that died. */
  ignoreLeases: boolean
  /**
   * The longest pause between tries, in milliseconds, as long as it is looked at so. A longer one was made while nobody
   * looked, or by a clock that was set back since.
   */
  longestPauseMs: number
}

/** What decides when a change can be claimed. */
export type Moment = Pick<ClaimOptions, 'nowMs' | 'ignoreLeases' | 'longestPauseMs'>

/** A change without its place in the queue. */
export type UnplacedChange = Omit<ListingChange, 'seq'> | Omit<EventChange, 'seq'>

export function newChange(draft: ChangeDraft, key: string, queuedAt: number): UnplacedChange {
  const fresh = {
    key,
    format: CHANGE_FORMAT,
    userId: draft.userId,
    entityName: draft.entityName,
    isKeyed: draft.isKeyed,
    state: 'waiting',
    tries: 0,
    notBefore: 0,
    fence: 0,
    leasedUntil: 0,
    lastError: null,
    conflict: null,
    ackedAs: null,
    ackedVersion: null,
    queuedAt,
  } as const
  if (draft.entity === 'listing') {
    const { entity, entityId, action, origin, from, baseVersion } = draft
    return { ...fresh, entity, entityId, action, origin, from, baseVersion }
  }
  const { entity, entityId, action } = draft
  const own = { earlier: draft.earlier ?? [], ackedResult: null }
  return { ...fresh, ...own, entity, entityId: entityId ?? newIdFor(key), action }
}

/** What is on its way already, or else what the screen shows, is what the person asks for again. */
export function isAlreadyWanted(last: Change | null, draft: ChangeDraft): boolean {
  const pending = last?.state === 'acked' ? null : last
  if (draft.entity === 'event') {
    return isEventActionWanted(pending?.entity === 'event' ? pending.action : null, draft.action)
  }
  const action = pending?.entity === 'listing' ? pending.action : null
  return isListingActionWanted(action, draft.from, draft.action)
}

/** What a draft makes of an unsent change of the same record; null when nothing is left to do. */
export function foldDraft(unsent: Change, draft: ChangeDraft): ChangeDraft | null {
  if (draft.entity === 'event') return foldEvents([unsent], draft)
  const from = unsent.entity === 'listing' ? unsent.from : draft.from
  const action = foldListingAction(from, draft.action)
  return action && { ...draft, action }
}

/** A change that needs a person, and what waits behind it on the same record. */
export type Stuck = readonly [Change, ...Change[]]

/** What a draft has to settle first. Of a listing only the last decision counts, of an event each has a part of it. */
export function findStuck(earlier: readonly Change[], draft: ChangeDraft): Stuck | null {
  const open = draft.entity === 'event' ? earlier : earlier.slice(-1)
  const [stuck, ...behind] = open.slice(Math.max(0, open.findIndex(needsPerson)))
  return stuck && needsPerson(stuck) ? [stuck, ...behind] : null
}

/** What a draft makes of what was stuck and what waited behind it; null when nothing is left to do. */
export function foldStuck(stuck: Stuck, draft: ChangeDraft): ChangeDraft | null {
  if (draft.entity === 'event') return foldEvents(stuck, draft)
  return isAlreadyWanted(null, draft) ? null : draft
}

function foldEvents(changes: readonly Change[], draft: EventDraft): EventDraft {
  const own = changes.filter((change) => change.entity === 'event')
  const [first, ...rest] = own.map((change) => change.action)
  if (!first) return draft
  const before = foldEventActions(first, ...rest)
  const earlier = [...(own[0]?.earlier ?? []), before].slice(-MAX_STEPS)
  // An edit after a deletion takes the deletion back.
  const standing = before.kind === 'delete' ? (earlier.at(-2) ?? before) : before
  const action = foldEventActions(standing, draft.action)
  const entityName = titleOf(action) ?? draft.entityName
  return { ...draft, entityId: own[0]?.entityId ?? null, entityName, action, earlier }
}

/** The change as it was before it was last folded; null when there is nothing to go back to. */
export function stepBack(change: Change): Change | null {
  if (change.entity !== 'event') return null
  const action = change.earlier.at(-1)
  if (!action) return null
  const entityName = titleOf(action) ?? change.entityName
  return { ...change, entityName, action, earlier: change.earlier.slice(0, -1) }
}

/** The deletion of an event that the server never heard of: there is nothing to send. */
export function isNothing(change: Change): boolean {
  const isDeletion = change.entity === 'event' && change.action.kind === 'delete'
  return isDeletion && isNewId(change.entityId) && isUnsent(change)
}

/** Changes of an event that the server will never hear of, once its making is given up. */
export function listMeaningless(all: readonly Change[], given: Change): Change[] {
  if (given.entity !== 'event' || given.action.kind !== 'create') return []
  return all.filter(({ entityId, seq }) => entityId === given.entityId && seq > given.seq)
}

/** Another event that this device made is the one with this id. */
export function isTaken(all: readonly Change[], claimed: Change, eventId: string): boolean {
  return all.some(
    (change) =>
      change.entity === 'event' &&
      change.seq !== claimed.seq &&
      change.action.kind === 'create' &&
      change.ackedResult?.id === eventId,
  )
}

/** A record's change as it stands on what became of the one before it. */
export function rebase(change: Change, acked: Change, { version, event }: Confirmed): Change {
  if (change.seq === acked.seq) return change
  if (change.entity === 'listing') {
    const isBehind = change.entityId === acked.entityId && change.seq > acked.seq
    return isBehind && version !== null && change.state === 'waiting'
      ? { ...change, baseVersion: version }
      : change
  }
  const eventId = event?.id
  if (!eventId || acked.entity !== 'event' || acked.action.kind !== 'create') return change
  if (change.entityId === acked.entityId) return { ...change, entityId: eventId }
  return isTwin(change, acked.action) ? withTwin(change, eventId) : change
}

function isTwin({ action }: EventChange, made: { fields: EventFields }): boolean {
  return action.kind === 'create' && isSameEvent(action.fields, made.fields)
}

/** An event that says the same and is on the server is another one, whatever becomes of this one's answer. */
function withTwin(change: EventChange, eventId: string): EventChange {
  if (change.action.kind !== 'create') return change
  const twins = change.action.twins && [...change.action.twins, eventId]
  return { ...change, action: { ...change.action, twins } }
}

/** The oldest unconfirmed change of each record, oldest first: a stuck one holds up its own record only. */
export function listHeads(changes: readonly Change[]): Change[] {
  const byEntity = new Map<string, Change>()
  for (const change of changes) {
    if (change.state !== 'acked' && !byEntity.has(change.entityId)) {
      byEntity.set(change.entityId, change)
    }
  }
  return [...byEntity.values()]
}

/** When a change can be claimed, epoch milliseconds; null for one that waits for a person or is done. */
export function dueAt(
  change: Change,
  { nowMs, ignoreLeases, longestPauseMs }: Moment,
): number | null {
  if (change.state === 'waiting') {
    const floor = believedMoment(change.floor ?? 0, nowMs)
    return Math.max(floor, believedMoment(change.notBefore, nowMs, longestPauseMs))
  }
  if (change.state !== 'sending') return null
  return ignoreLeases ? 0 : believedMoment(change.leasedUntil, nowMs, LONGEST_LEASE_MS)
}

/** The heads that can be claimed now, in the order in which they are. */
export function listDue(heads: readonly Change[], options: ClaimOptions): Change[] {
  const direction = options.first === 'oldest' ? 1 : -1
  return heads
    .filter((head) => (dueAt(head, options) ?? Number.POSITIVE_INFINITY) <= options.nowMs)
    .sort(
      // What was tried less often goes first, so that a few that fail again and again do not starve the rest.
      (a, b) => a.tries - b.tries || direction * (a.seq - b.seq),
    )
}
