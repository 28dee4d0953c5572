import { memo } from 'react'
import { Link } from 'react-router-dom'
import { sectionPath } from '#src/config/paths.ts'
import { type Change, isUnsent, needsPerson } from '#src/domain/change.ts'
import { dueStateOf } from '#src/domain/due/due-state.ts'
import { type Listing, type ListingStatus, STATUS_LABELS } from '#src/domain/listing/listing.ts'
import { AssigneeChip } from '#src/features/listings/assignments/assignee-chip.tsx'
import { ClaimChip } from '#src/features/listings/claims/claim-chip.tsx'
import { DueChip } from '#src/lists/due/due-chip.tsx'
import { conflictNote } from '#src/outbox/conflict-messages.ts'
import type { ListingSyncStatus } from '#src/outbox/overlay/overlay.ts'
import { StatusBadge } from '#src/ui/layout/status-badge.tsx'
import { SyncStatusLine } from '#src/ui/reads/sync-status-line.tsx'
import { useNow } from '#src/ui/use-now.ts'

/** The status, with the sync status of a queued change beside it, and with `listing` who has it and whether it is late. */
export const ListingStatusLine = memo(function ListingStatusLine({
  listing,
  status,
  syncStatus,
  onUndo,
}: ListingStatusLineProps) {
  return (
    <span className="listing-status">
      <StatusBadge status={status}>{STATUS_LABELS[status]}</StatusBadge>
      {syncStatus && (
        <SyncStatusLine
          kind={syncStatus.kind}
          label={conflictNote(syncStatus)}
          onUndo={canUndo(syncStatus.change) ? () => onUndo(syncStatus.change) : undefined}
        />
      )}
      {syncStatus && needsPerson(syncStatus.change) && (
        <Link to={sectionPath('outbox')}>See why</Link>
      )}
      {listing && <RowChips listing={listing} />}
    </span>
  )
})

/** Who reviews or should decide the listing, and whether it is late. A dense row has room for the first of them only. */
function RowChips({ listing }: { listing: Listing }) {
  const dueState = dueStateOf(listing, useNow())
  const isLate = dueState === 'overdue' || dueState === 'due-soon'
  const due = <DueChip key="due" listing={listing} />
  const assignee = <AssigneeChip key="assignee" listing={listing} />
  return (
    <>
      <ClaimChip listingId={listing.id} />
      {isLate ? [due, assignee] : [assignee, due]}
    </>
  )
}

/** A chosen status that the device is still storing. */
export function SavingStatusLine({ status }: { status: ListingStatus }) {
  return (
    <span className="listing-status">
      <StatusBadge status={status}>{STATUS_LABELS[status]}</StatusBadge>
      <SyncStatusLine kind="saving" />
    </span>
  )
}

/** Whether Undo is offered. Not for a queued reason: beside a status, Undo must undo the status. */
function canUndo(change: Change): boolean {
  return isUnsent(change) && change.action.kind !== 'reason'
}

interface ListingStatusLineProps {
  listing?: Listing
  status: ListingStatus
  syncStatus: ListingSyncStatus | undefined
  onUndo: (change: Change) => Promise<boolean>
}
