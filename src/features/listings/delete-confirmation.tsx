import { describeClaim } from '#src/domain/claim/claim-words.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { displayId, displayName } from '#src/domain/text.ts'
import { useOthersClaim } from '#src/features/listings/claims/use-claim.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'

/** The confirmation before a listing is deleted, with the literal text of the specification (section 5). */
export function DeleteConfirmation({ listing, onConfirm, onCancel }: DeleteConfirmationProps) {
  const claim = useOthersClaim(listing?.id ?? '')
  return (
    <ConfirmDialog
      open={listing !== null}
      title="Are you sure you want to permanently delete this property?"
      confirmLabel="Delete"
      tone="danger"
      onCancel={onCancel}
      onConfirm={() => listing && onConfirm(listing)}
    >
      {listing && <p>{`${displayName(listing.name)} · ${displayId(listing.id)}`}</p>}
      {claim && <p className="muted">{`${describeClaim(claim, Date.now())}.`}</p>}
    </ConfirmDialog>
  )
}

interface DeleteConfirmationProps {
  /** Null hides the dialog. */
  listing: Listing | null
  onConfirm: (listing: Listing) => void
  onCancel: () => void
}
