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
import {
  foldEventActions,
  isEventActionRedundant,
  titleOf,
} from '#src/domain/event/event-change.ts'
import { type EventFields, type EventResult, isSameEvent } from '#src/domain/event/market-event.ts'
import { foldListingAction, isListingActionRedundant } from '#src/domain/listing/listing-change.ts'
import { explainedKeyOf } from './reason-rules.ts'

// Rules that depend only on the queued changes: pure functions, so that each can be read alone.

/** Maximum lease of a claim: three calls of 30 s, plus the time between them. */
export const LONGEST_LEASE_MS = 120_000
const MAX_STEPS = 20 // more undo steps than a person needs

export type ListingChangeDraft = Pick<
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
/** `entityId` is null for an event to be created. */
export type EventDraft = Pick<
  EventChange,
  'entity' | 'userId' | 'entityName' | 'isKeyed' | 'action'
> & { entityId: string | null; earlier?: EventChange['earlier'] }
export type ChangeDraft = ListingChangeDraft | EventDraft

/** Record data in the server's confirmation. */
export interface Confirmed {
  version: number | null
  /** Event data in the answer; null for a listing, and when the answer had none. */
  event: EventResult | null
  /** Whether a create without an answer was confirmed by an equal event in the server's list. */
  isFound: boolean
}

export interface ClaimOptions {
  userId: string
  /** Fencing token of the drain run; a run with an outdated token claims nothing. */
  fencingToken: number
  nowMs: number
  limit: number
  /** Which changes are claimed first. A drain alternates, so that neither the oldest nor the newest waits long. */
  first: 'oldest' | 'newest'
  /** Lease duration for a claim of this change, in milliseconds. */
  leaseMsOf(change: Change): number
  /** Whether to claim changes that an earlier run has claimed: true if the process of that run has certainly died. */
  ignoreLeases: boolean
  /**
   * Maximum retry delay for the current page visibility, in milliseconds. A longer stored delay is ignored: it was set
   * while the page was hidden, or before the clock was set back.
   */
  longestPauseMs: number
}

/** The inputs that decide when a change can be claimed. */
export type Moment = Pick<ClaimOptions, 'nowMs' | 'ignoreLeases' | 'longestPauseMs'>

/** A change without its position in the queue (`seq`). */
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

/** Whether the draft repeats the pending change. If no change is pending: whether it repeats the screen's state. */
export function isAlreadyWanted(last: Change | null, draft: ChangeDraft): boolean {
  const pending = last?.state === 'acked' ? null : last
  if (draft.entity === 'event') {
    return isEventActionRedundant(pending?.entity === 'event' ? pending.action : null, draft.action)
  }
  const action = pending?.entity === 'listing' ? pending.action : null
  return isListingActionRedundant(action, draft.from, draft.action)
}

/** Merges a draft into an unsent change of the same record; null when nothing is left to do. */
export function foldDraft(unsent: Change, draft: ChangeDraft): ChangeDraft | null {
  if (draft.entity === 'event') return foldEvents([unsent], draft)
  const from = unsent.entity === 'listing' ? unsent.from : draft.from
  const action = foldListingAction(from, draft.action)
  return action && { ...draft, action }
}

/** A change that needs a person, and the later changes of the same record. */
export type Stuck = readonly [Change, ...Change[]]

/**
 * Finds the stuck change that a draft resolves, and the changes behind it. For a listing, only its last change can be
 * the stuck one; for an event, any of its changes.
 */
export function findStuck(earlier: readonly Change[], draft: ChangeDraft): Stuck | null {
  const open = draft.entity === 'event' ? earlier : earlier.slice(-1)
  const [stuck, ...behind] = open.slice(Math.max(0, open.findIndex(needsPerson)))
  return stuck && needsPerson(stuck) ? [stuck, ...behind] : null
}

/** Merges a draft with a stuck change and the changes behind it; null when nothing is left to do. */
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
  // An edit after a delete undoes the delete.
  const standing = before.kind === 'delete' ? (earlier.at(-2) ?? before) : before
  const action = foldEventActions(standing, draft.action)
  const entityName = titleOf(action) ?? draft.entityName
  return { ...draft, entityId: own[0]?.entityId ?? null, entityName, action, earlier }
}

/** The change as it was before its last fold; null when there is no earlier step. */
export function stepBack(change: Change): Change | null {
  if (change.entity !== 'event') return null
  const action = change.earlier.at(-1)
  if (!action) return null
  const entityName = titleOf(action) ?? change.entityName
  return { ...change, entityName, action, earlier: change.earlier.slice(0, -1) }
}

/** Whether the change deletes an event unknown to the server: there is nothing to send. */
export function isNothing(change: Change): boolean {
  const isDeletion = change.entity === 'event' && change.action.kind === 'delete'
  return isDeletion && isNewId(change.entityId) && isUnsent(change)
}

/** The changes that lose their meaning with this one: the later changes of a created event, the reason of a rejection. */
export function listMeaningless(all: readonly Change[], given: Change): Change[] {
  if (given.entity === 'listing') return all.filter((one) => explainedKeyOf(one) === given.key)
  if (given.action.kind !== 'create') return []
  return all.filter(({ entityId, seq }) => entityId === given.entityId && seq > given.seq)
}

/** Whether another create of this device was confirmed with this event id. */
export function isTaken(all: readonly Change[], claimed: Change, eventId: string): boolean {
  return all.some(
    (change) =>
      change.entity === 'event' &&
      change.seq !== claimed.seq &&
      change.action.kind === 'create' &&
      change.ackedResult?.id === eventId,
  )
}

/** Rebases a change onto the confirmed result of an earlier change. */
export function rebase(change: Change, acked: Change, { version, event }: Confirmed): Change {
  if (change.seq === acked.seq) return change
  if (change.entity === 'listing') {
    const isBehind = change.entityId === acked.entityId && change.seq > acked.seq
    const isVersioned = version !== null && change.baseVersion !== null
    return isBehind && isVersioned && change.state === 'waiting'
      ? { ...change, baseVersion: version }
      : change
  }
  const eventId = event?.id
  if (!eventId || acked.entity !== 'event' || acked.action.kind !== 'create') return change
  if (change.entityId === acked.entityId) return { ...change, entityId: eventId }
  return isDuplicate(change, acked.action) ? withDuplicate(change, eventId) : change
}

function isDuplicate({ action }: EventChange, created: { fields: EventFields }): boolean {
  return action.kind === 'create' && isSameEvent(action.fields, created.fields)
}

/** Notes in a create that an equal event on the server, with this id, comes from another create. */
function withDuplicate(change: EventChange, eventId: string): EventChange {
  if (change.action.kind !== 'create') return change
  const twins = change.action.twins && [...change.action.twins, eventId]
  return { ...change, action: { ...change.action, twins } }
}

/** The oldest unconfirmed change of each record, oldest first: a stuck change blocks only its own record. */
export function listHeads(changes: readonly Change[]): Change[] {
  const byEntity = new Map<string, Change>()
  for (const change of changes) {
    if (change.state !== 'acked' && !byEntity.has(change.entityId)) {
      byEntity.set(change.entityId, change)
    }
  }
  return [...byEntity.values()]
}

/** When a change can be claimed, epoch milliseconds; null for a change that needs a person or is confirmed. */
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

/** The heads that can be claimed now, in claim order. */
export function listDue(heads: readonly Change[], options: ClaimOptions): Change[] {
  const direction = options.first === 'oldest' ? 1 : -1
  return heads
    .filter((head) => (dueAt(head, options) ?? Number.POSITIVE_INFINITY) <= options.nowMs)
    .sort(
      // Changes with fewer tries go first, so that repeated failures do not starve the rest.
      (a, b) => a.tries - b.tries || direction * (a.seq - b.seq),
    )
}
