import { Suspense, useState } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { displayName } from '#src/domain/text.ts'
import { useReachability } from '#src/outbox/use-outbox.ts'
import { useSession } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'
import { useScreenActions } from '#src/ui/screen-actions.ts'

const keepSheet = lazyScreen(async () => (await import('./keep-sheet.tsx')).KeepSheet)

/** Opens the sheet that holds the listing or hands it over. Needs the network, and a server with claims. */
export function KeepButton({ listing, isUsable, onKept }: KeepButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const isOnline = useReachability() === 'online'
  const takesKeys = useSession()?.takesKeys ?? false
  const open = () => {
    if (isUsable) setOpen(true)
  }
  const isOffered = isOnline && takesKeys
  useScreenActions(isOffered ? [{ key: 'h', label: 'Hold or hand over', run: open }] : [])
  if (!isOffered) return null
  return (
    <>
      <Button variant="quiet" className="review-more" aria-keyshortcuts="h" onClick={open}>
        Hold or hand over
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <keepSheet.Screen
            listingId={listing.id}
            name={displayName(listing.name)}
            onClose={() => setOpen(false)}
            onKept={(said) => {
              setOpen(false)
              onKept(said)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

interface KeepButtonProps {
  listing: Listing
  /** False until the listing was shown long enough for a press to mean it. */
  isUsable: boolean
  /** Called with what was done. */
  onKept: (said: string) => void
}
