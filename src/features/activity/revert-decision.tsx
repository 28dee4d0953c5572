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
import { Button } from '#src/ui/form/button.tsx'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'

interface RevertDecisionProps {
  entry: AuditEntry
  /** The listing as it is now, with the signed-in person's own unsent changes. */
  listing: Listing
}

/**
 * Sets a listing back to the status that it had before a decision, as a new decision. Asks for a confirmation if the
 * status has changed since that decision. Renders nothing if the listing already has the earlier status.
 */
export function RevertDecision({ entry, listing }: RevertDecisionProps) {
  const { decide } = useListingActions('table', showNotSaved)
  const [isAsking, setAsking] = useState(false)
  const before = statusOf(entry.from)
  if (listing.status === before) return null
  const name = displayName(listing.name)
  const isChanged = listing.status !== statusOf(entry.to)
  return (
    <>
      <Button
        size="small"
        aria-label={`Revert ${name} to ${STATUS_LABELS[before]}`}
        onClick={() => (isChanged ? setAsking(true) : void decide(listing, before))}
      >
        Revert to {STATUS_LABELS[before]}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Set ${name} to ${STATUS_LABELS[before]}?`}
        confirmLabel={`Set to ${STATUS_LABELS[before]}`}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void decide(listing, before)
        }}
      >
        <p>It has changed since this decision: it is {STATUS_LABELS[listing.status]} now.</p>
      </ConfirmDialog>
    </>
  )
}

/** The status in an entry; pending if the entry has none, or an unknown one. */
function statusOf(word: string | null): ListingStatus {
  return LISTING_STATUSES.find((status) => status === word) ?? 'pending'
}
