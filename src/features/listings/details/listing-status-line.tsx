import { memo } from 'react'
import { Link } from 'react-router-dom'
import { sectionPath } from '#src/config/paths.ts'
import { type Change, isUnsent, needsPerson } from '#src/domain/change.ts'
import { type ListingStatus, STATUS_LABELS } from '#src/domain/listing.ts'
import type { ListingMark } from '#src/outbox/overlay/overlay.ts'
import { MarkLine } from '#src/ui/layout/mark-line.tsx'
import { StatusBadge } from '#src/ui/layout/status-badge.tsx'

/** The status, and beside it what is happening to a change of it. */
export const ListingStatusLine = memo(function ListingStatusLine({
  status,
  mark,
  onUndo,
}: ListingStatusLineProps) {
  return (
    <span className="listing-status">
      <StatusBadge status={status}>{STATUS_LABELS[status]}</StatusBadge>
      {mark && (
        <MarkLine
          kind={mark.kind}
          onUndo={isUnsent(mark.change) ? () => onUndo(mark.change) : undefined}
        />
      )}
      {mark && needsPerson(mark.change) && <Link to={sectionPath('outbox')}>See why</Link>}
    </span>
  )
})

interface ListingStatusLineProps {
  status: ListingStatus
  mark: ListingMark | undefined
  onUndo: (change: Change) => Promise<boolean>
}
