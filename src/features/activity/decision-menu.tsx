import { useState } from 'react'
import type { AuditEntry } from '#src/domain/audit.ts'
import {
  LISTING_STATUSES,
  type Listing,
  type ListingStatus,
  STATUS_LABELS,
} from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { useListingActions } from '#src/outbox/use-outbox.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'
import { MenuItem } from '#src/ui/menu/menu-item.tsx'
import { RowMenu } from '#src/ui/menu/row-menu.tsx'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'

interface DecisionMenuProps {
  entry: AuditEntry
  /** The name of the entry, for the menu: 'Approved Lake View, 14:05'. */
  of: string
  /** The listing as it is now, with the signed-in person's own unsent changes. */
  /** Undefined if the listing is gone, or if the signed-in person may not decide. */
  listing: Listing | undefined
  /** Shows one listing's entries only. */
  onListing: (id: string) => void
}

/**
 * What can be done with a decision: show the history of its listing, and set the listing back to the status that it had
 * before, as a new decision. Asks for a confirmation if the status has changed since that decision.
 */
export function DecisionMenu({ entry, of, listing, onListing }: DecisionMenuProps) {
  const { decide } = useListingActions('table', showNotSaved)
  const [isAsking, setAsking] = useState(false)
  const before = statusOf(entry.from)
  const name = displayName(listing?.name)
  const isChanged = listing?.status !== statusOf(entry.to)
  return (
    <>
      <RowMenu of={of}>
        {listing && listing.status !== before && (
          <MenuItem onSelect={() => (isChanged ? setAsking(true) : void decide(listing, before))}>
            {`Revert to ${STATUS_LABELS[before]}`}
          </MenuItem>
        )}
        <MenuItem onSelect={() => onListing(entry.entityId)}>History of this property</MenuItem>
      </RowMenu>
      {listing && (
        <ConfirmDialog
          open={isAsking}
          title={`Set ${name} ${toStatus(before)}?`}
          confirmLabel={`Set ${toStatus(before)}`}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void decide(listing, before)
          }}
        >
          <p>{`It has changed since this decision: it is ${STATUS_LABELS[listing.status]} now.`}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function toStatus(status: ListingStatus): string {
  return status === 'pending' ? 'back to pending' : `to ${STATUS_LABELS[status]}`
}

/** The status in an entry; pending if the entry has none, or an unknown one. */
function statusOf(word: string | null): ListingStatus {
  return LISTING_STATUSES.find((status) => status === word) ?? 'pending'
}
