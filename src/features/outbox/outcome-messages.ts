import type { Change, EventChange, ListingChange } from '#src/domain/change.ts'
import { byActor } from '#src/domain/history.ts'
import { STATUS_LABELS } from '#src/domain/listing/listing.ts'
import { groupIndian } from '#src/domain/money.ts'
import { displayName } from '#src/domain/text.ts'
import type { ChangeOutcome } from '#src/outbox/change-outcomes.ts'
import { conflictsMessage, namePeople } from '#src/outbox/conflict-messages.ts'

// The literal messages of the specification (section 8), by decision and screen; those for reasons are our own. Decisions
// about listings have one message for a refusal in a 2xx answer (success:false) and another for an error answer.

interface Messages {
  done: string
  declined: string
  error: string
}

const APPROVE: Messages = {
  done: 'Property approved!',
  declined: 'Failed to approve property',
  error: 'Failed to approve property.',
}
const REJECT: Messages = {
  done: 'Property rejected!',
  declined: 'Failed to reject property',
  error: 'Failed to reject property.',
}
const STATUS: Messages = {
  done: 'Status updated successfully!',
  declined: 'Failed to update status',
  error: 'Error occurred while updating status',
}
const DELETE: Messages = {
  done: 'Property deleted permanently.',
  declined: 'Failed to delete property.',
  error: 'Error occurred while deleting property.',
}
const REASON: Messages = {
  done: 'Reason saved.',
  declined: 'Failed to save the reason.',
  error: 'Failed to save the reason.',
}

const POSTING: Messages = {
  done: 'Submitted',
  declined: 'The listing was not sent.',
  error: 'The listing was not sent.',
}

const EVENT_FAILURES = {
  create: 'Failed to create event!',
  update: 'Failed to update event!',
  delete: 'Failed to delete event!',
} as const
const EVENT_SUCCESSES = {
  create: 'Event created successfully!',
  update: 'Event updated successfully!',
  delete: 'Event deleted successfully!',
} as const

export function messagesFor(change: Change): Messages {
  if (change.entity === 'event') return eventMessages(change)
  if (change.entity === 'posting') return POSTING
  const { action, origin } = change
  if (action.kind !== 'status') return action.kind === 'delete' ? DELETE : REASON
  if (origin === 'board' && action.to === 'approved') return APPROVE
  if (origin === 'board' && action.to === 'rejected') return REJECT
  return STATUS
}

function eventMessages({ action: { kind } }: EventChange): Messages {
  const failed = EVENT_FAILURES[kind]
  return { done: EVENT_SUCCESSES[kind], declined: failed, error: failed }
}

/**
 * 'Green Villa was already approved by Ravi Shah on another device.'; for several, '6 were already decided by Ravi Shah on
 * another device.': the server already had the requested state. `rows` has at least one.
 */
export function alreadyMessage(rows: readonly AlreadyDone[]): string {
  return `${sayAlready(rows)}.`
}

function sayAlready(rows: readonly AlreadyDone[]): string {
  const [only] = rows
  const participles = new Set(rows.map(({ change }) => pastParticipleOf(change)))
  const [participle] = participles
  const who = namePeople(rows.map(whoWasFirst))
  if (only && rows.length === 1)
    return `${displayName(only.change.entityName)} was already ${participle}${who}`
  const what = participles.size === 1 ? participle : 'decided'
  return `${groupIndian(rows.length)} were already ${what}${who}`
}

type AlreadyDone = Pick<ChangeOutcome, 'change' | 'first'>

/** ' by Ravi Shah on another device'. An earlier decision of the same person may come from this device: another tab, or the worker, may have sent it. */
function whoWasFirst({ change, first }: AlreadyDone): string {
  const who = first ? byActor(first, change.userId) : ''
  return first?.actorId === change.userId ? who : `${who} on another device`
}

/**
 * For an event, "already done" always means that it no longer exists: it was deleted on another device.
 */
function pastParticipleOf({ entity, action }: Change): string {
  return entity === 'listing' && action.kind === 'status'
    ? STATUS_LABELS[action.to].toLowerCase()
    : 'deleted'
}

/** For an event that was created twice: it was sent again because the first try seemed lost. */
export function twiceMessage({ entityName }: Change): string {
  return `${displayName(entityName)} is in your list twice: a try that seemed lost arrived after all. Delete the one you do not need.`
}

export interface DrainSummary {
  sent: number
  /** Changes that another device had already made. */
  already: readonly AlreadyDone[]
  /** Changes that somebody else decided otherwise first. */
  conflicts: readonly ListingChange[]
  needYou: number
}

/** One message about changes whose results no screen waits for, such as those queued on another page. */
export function summaryMessage({ sent, already, conflicts, needYou }: DrainSummary): string {
  const parts = [
    sent > 0 ? `${count(sent, 'change')} sent` : null,
    already.length > 0 ? sayAlready(already) : null,
    conflicts.length > 0 ? conflictsMessage(conflicts) : null,
    needYou > 0
      ? `${count(needYou, 'change')} ${needYou === 1 ? 'needs' : 'need'} attention`
      : null,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
