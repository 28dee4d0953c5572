import type { ListingChange } from '#src/domain/change.ts'
import { formatDate, formatTime, indianDay } from '#src/domain/dates.ts'
import { byActor } from '#src/domain/history.ts'
import { type ListingStatus, STATUS_LABELS } from '#src/domain/listing/listing.ts'
import { groupIndian } from '#src/domain/money.ts'
import { displayName } from '#src/domain/text.ts'
import type { ListingSyncStatus } from './overlay/overlay.ts'

// Messages about listings that somebody else decided first: who, what and when, as far as the server said.

type Conflicting = Pick<ListingChange, 'conflict' | 'userId'>

/** 'Rejected by Ravi Shah, 14:05', with the date of another day; 'Changed on another device' if the server said nothing. */
export function conflictLabel(change: Conflicting, nowMs: number): string {
  const { conflict } = change
  const what =
    conflict?.status && isDecided(conflict.status) ? STATUS_LABELS[conflict.status] : 'Changed'
  const at = Date.parse(conflict?.changedAt ?? '')
  if (Number.isNaN(at)) return `${what}${whoOf(change)}`
  const isToday = indianDay(at) === indianDay(nowMs)
  return `${what}${whoOf(change)}, ${isToday ? formatTime(at) : formatDate(at)}`
}

/** The label of a listing's sync status, if it is a conflict. */
export function conflictNote({ kind, change }: ListingSyncStatus): string | undefined {
  return kind === 'conflict' ? conflictLabel(change, Date.now()) : undefined
}

/** 'Leave as approved by Ravi Shah': keeps the other side's decision. */
export function leaveLabel(change: Conflicting): string {
  const { conflict, userId } = change
  if (!conflict?.status) return 'Leave as it is'
  const { actorId = null, by = null } = conflict
  return `Leave as ${STATUS_LABELS[conflict.status].toLowerCase()}${byActor({ actorId, by }, userId)}`
}

/** 'Reject anyway': queues the person's own decision again. */
export function insistLabel(change: Pick<ListingChange, 'action' | 'conflict'>): string {
  const { action } = change
  if (action.kind !== 'status') return 'Delete anyway'
  if (isOnlyAboutReason(change)) return 'Give my reason instead'
  return INSIST_LABELS[action.to]
}

/** Whether both sides rejected, so that only the reasons differ. */
export function isOnlyAboutReason({
  action,
  conflict,
}: Pick<ListingChange, 'action' | 'conflict'>): boolean {
  return action.kind === 'status' && action.to === conflict?.status
}

const INSIST_LABELS: Record<ListingStatus, string> = {
  approved: 'Approve anyway',
  rejected: 'Reject anyway',
  pending: 'Set back to pending anyway',
}

/**
 * 'Green Villa was already rejected by Ravi Shah', '6 were already decided by Operator', '2 were changed meanwhile': one
 * message for a series of conflicts, without a full stop. `changes` has at least one.
 */
export function conflictsMessage(
  changes: readonly Pick<ListingChange, 'conflict' | 'userId' | 'entityName'>[],
): string {
  const statuses = new Set(changes.map(({ conflict }) => conflict?.status ?? 'pending'))
  const [status] = statuses
  const areDecided = [...statuses].every(isDecided)
  const isAlone = changes.length === 1
  const subject = isAlone ? displayName(changes[0]?.entityName) : groupIndian(changes.length)
  const verb = isAlone ? 'was' : 'were'
  const who = namePeople(changes.map(whoOf))
  if (!areDecided || !status) return `${subject} ${verb} changed meanwhile${who}`
  const what = isAlone ? STATUS_LABELS[status].toLowerCase() : 'decided'
  return `${subject} ${verb} already ${what}${who}`
}

const MOST_NAMED = 2 // more names would not fit on two lines of a toast on a phone

/** ' by Ravi Shah' and ' by Asha Rao' become ' by Ravi Shah and by Asha Rao'; more than two become ' by others'. */
export function namePeople(people: readonly string[]): string {
  const names = [...new Set(people)]
  return names.length > MOST_NAMED ? ' by others' : names.join(' and')
}

/** ' by Ravi Shah', ' by you on another device'; without a name, ' on Office laptop' or ' on another device'. */
function whoOf({ conflict, userId }: Conflicting): string {
  const { actorId = null, by = null } = conflict ?? {}
  const who = byActor({ actorId, by }, userId)
  const where = ` on ${conflict?.device ?? 'another device'}`
  return who === '' || actorId === userId ? `${who}${where}` : who
}

function isDecided(status: ListingStatus): boolean {
  return status !== 'pending'
}
