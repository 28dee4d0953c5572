import type { Listing } from '#src/domain/listing/listing.ts'
import { displayId, displayName } from '#src/domain/text.ts'
import { ConfirmDialog } from '#src/ui/dialog/confirm-dialog.tsx'

/** The confirmation before a listing is deleted, with the literal text of the specification (section 5). */
export function DeleteConfirmation({ listing, onConfirm, onCancel }: DeleteConfirmationProps) {
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
    </ConfirmDialog>
  )
}

interface DeleteConfirmationProps {
  /** Null hides the dialog. */
  listing: Listing | null
  onConfirm: (listing: Listing) => void
  onCancel: () => void
}
