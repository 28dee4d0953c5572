import { Suspense, useState } from 'react'
import { assigneeOf } from '#src/domain/listing/assignment.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useMay } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'
import { useScreenActions } from '#src/ui/screen-actions.ts'

const assignSheet = lazyScreen(async () => (await import('./assign-sheet.tsx')).AssignSheet)

/** Opens the sheet that assigns a waiting listing. Needs a server with assignments; the sheet says that it needs the network. */
export function AssignButton({ listing, onAssigned, isInReview = false }: ButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const takesKeys = useSession()?.takesKeys ?? false
  const mayDecide = useMay('decide-listings')
  const isOffered = takesKeys && mayDecide && listing.status === 'pending'
  const open = () => setOpen(true)
  useScreenActions(
    isOffered && isInReview ? [{ key: 's', label: 'Assign to a person', run: open }] : [],
  )
  if (!isOffered) return null
  return (
    <>
      <Button {...(isInReview ? IN_REVIEW : IN_DETAILS)} onClick={open}>
        Assign
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <assignSheet.Screen
            listings={[listing]}
            assigneeId={assigneeOf(listing)}
            onClose={() => setOpen(false)}
            onAssigned={(personId, said) => {
              setOpen(false)
              onAssigned(personId, said)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

const IN_DETAILS = { size: 'small' } as const
const IN_REVIEW = { variant: 'quiet', className: 'review-more', 'aria-keyshortcuts': 's' } as const

interface ButtonProps {
  listing: Listing
  /** Called with the person, and with what was done. */
  onAssigned: (personId: string | null, said: string) => void
  /** Offers the key too. */
  isInReview?: boolean
}
