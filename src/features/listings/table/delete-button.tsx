import type { Listing } from '#src/domain/listing/listing.ts'
import { DELETE_LISTING } from '#src/domain/listing/listing-commands.ts'
import { displayName } from '#src/domain/text.ts'
import { Button } from '#src/ui/form/button.tsx'

/** The button of the Delete Property column; `onRequest` asks for a confirmation. */
export function DeleteButton({ listing, isLeaving, onRequest }: DeleteButtonProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      data-keep-clear
      aria-label={`${DELETE_LISTING.label} ${displayName(listing.name)}`}
      disabled={isLeaving}
      onClick={() => onRequest(listing)}
    >
      {DELETE_LISTING.label}
    </Button>
  )
}

interface DeleteButtonProps {
  listing: Listing
  isLeaving: boolean
  onRequest: (listing: Listing) => void
}
