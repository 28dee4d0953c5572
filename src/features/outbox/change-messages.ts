import { type Change, type ChangeState, listBehind, needsPerson } from '#src/domain/change.ts'
import { formatAge } from '#src/domain/dates.ts'
import { conflictLabel } from '#src/outbox/conflict-messages.ts'
import { actionLabel } from '#src/outbox/discard-messages.ts'
import { groupByEntity } from '#src/outbox/overlay/overlay.ts'

// The outbox's texts for changes, and their order.

/** A change that the server has not confirmed. */
export type OpenChange = Change & { state: Exclude<ChangeState, 'acked'> }

/** A change as the list shows it. */
export interface ListedChange {
  change: OpenChange
  /** The change of the same record that must be settled first. */
  waitsFor: OpenChange | null
  /** Changes of the same record that wait for this change, in queue order. */
  behind: readonly OpenChange[]
}

/**
 * First the changes that need attention, each followed by the changes that wait for it; then the
 * others, in queue order.
 */
export function listOpenChanges(changes: readonly Change[]): ListedChange[] {
  const open = changes.filter((change) => isOpen(change))
  const ofRecord = groupByEntity(open, ({ entityId }) => entityId)
  const listed = open.map((change) => {
    const own = ofRecord.get(change.entityId) ?? []
    const [first] = own
    return {
      change,
      waitsFor: first && first.seq < change.seq ? first : null,
      behind: listBehind(own, change),
    }
  })
  const isHeldUp = ({ change, waitsFor }: ListedChange) => needsPerson(waitsFor ?? change)
  const stuck = listed.filter(({ change, waitsFor }) => needsPerson(change) && !waitsFor)
  return [
    ...stuck.flatMap((head) => [
      head,
      ...listed.filter(({ waitsFor }) => waitsFor === head.change),
    ]),
    ...listed.filter((one) => !isHeldUp(one)),
  ]
}

function isOpen(change: Change): change is OpenChange {
  return change.state !== 'acked'
}

/** The label of the state; for a conflict, who decided what and when. */
export function stateLabel(change: OpenChange, nowMs: number): string {
  if (change.state !== 'conflict') return STATE_LABELS[change.state]
  return conflictLabel(change, nowMs)
}

export function isNewConflict(change: OpenChange): boolean {
  return change.state === 'conflict' && change.entity === 'listing' && change.afterConflict === true
}

const STATE_LABELS: Record<Exclude<OpenChange['state'], 'conflict'>, string> = {
  sending: 'Sending…',
  waiting: 'Waiting',
  parked: 'Needs attention',
}

/** 'just now', '5 min ago'. */
export function formatAgo(sinceMs: number, nowMs: number): string {
  const age = formatAge(nowMs - sinceMs)
  return age === 'just now' ? age : `${age} ago`
}

/** When the change was queued and how often it was tried. */
export function effortMessage({ queuedAt, tries }: Change, nowMs: number): string {
  const queued = `Queued ${formatAgo(queuedAt, nowMs)}`
  if (tries === 0) return `${queued} · Not sent yet`
  return `${queued} · ${tries === 1 ? 'Tried once' : `Tried ${tries} times`}`
}

/** Why a change waits for an earlier change of its record; null if it is the first. */
export function orderMessage(waitsFor: OpenChange | null): string | null {
  if (!waitsFor) return null
  const label = actionLabel(waitsFor)
  return needsPerson(waitsFor)
    ? `Waits until you have settled “${label}” above.`
    : `Waits for “${label}” before it, so that the order stays.`
}
