import { Suspense, useEffect, useRef, useState } from 'react'
import { needsPerson } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { visitsOf } from '#src/domain/visit/visit.ts'
import { useOutboxSnapshot } from '#src/outbox/use-outbox.ts'
import { useReloadListingHistory } from '#src/query-cache/use-listing-history.ts'
import { useMay } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'
import { useScreenActions } from '#src/ui/screen-actions.ts'
import { useVisitDraft } from './use-visit-draft.ts'

const visitSheet = lazyScreen(async () => (await import('./visit-sheet.tsx')).VisitSheet)

const waitingPhotos = lazyScreen(
  async () => (await import('./photos/waiting-photos.tsx')).WaitingPhotos,
)

/** Opens the sheet that records a visit, and says what became of visits that wait. Needs a server with accounts. */
export function VisitButton(props: ButtonProps) {
  const takesKeys = useSession()?.takesKeys ?? false
  const mayDecide = useMay('decide-listings')
  if (!takesKeys || !mayDecide || props.listing.version === null) return null
  return <OfferedButton {...props} />
}

function OfferedButton({ listing, isInReview = false }: ButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const state = useVisitDraft(listing.id)
  const open = () => setOpen(true)
  useScreenActions(isInReview ? [{ key: 'i', label: 'Record a visit', run: open }] : [])
  const parts = (
    <>
      <Button {...(isInReview ? IN_REVIEW : IN_DETAILS)} onClick={open}>
        {state.isBegun ? 'Continue the visit' : 'Record a visit'}
      </Button>
      <WaitingVisits listingId={listing.id} />
      {isOpen && (
        <Suspense fallback={null}>
          <visitSheet.Screen listing={listing} state={state} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
  return isInReview ? parts : <div className="row">{parts}</div>
}

/** Visits on this device that the server does not have yet. Once it has one, the history is read again. */
function WaitingVisits({ listingId }: { listingId: string }) {
  const { changes } = useOutboxSnapshot()
  const record = visitsOf(listingId)
  const waiting = changes.filter(({ entityId, state }) => entityId === record && state !== 'acked')
  const reloadHistory = useReloadListingHistory(listingId)
  const countBefore = useRef(0)
  useEffect(() => {
    if (waiting.length < countBefore.current) reloadHistory()
    countBefore.current = waiting.length
  }, [waiting.length, reloadHistory])
  if (waiting.length === 0) return null
  const files = waiting.flatMap(({ action }) => ('files' in action ? action.files : []))
  return (
    <>
      <p className="muted" role="status">
        {waiting.some(needsPerson) ? REFUSED : KEPT}
      </p>
      {files.length > 0 && (
        <Suspense fallback={null}>
          <waitingPhotos.Screen files={files} />
        </Suspense>
      )}
    </>
  )
}

const KEPT = 'A visit is on this device; it is sent when the server can be reached.'
const REFUSED = 'The server did not record a visit: the outbox says why.'

const IN_DETAILS = { size: 'small' } as const
const IN_REVIEW = { variant: 'quiet', className: 'review-more', 'aria-keyshortcuts': 'i' } as const

interface ButtonProps {
  listing: Listing
  /** Offers the key too. */
  isInReview?: boolean
}
