import { Suspense, useState } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useRoadBatch } from '#src/features/listings/claims/use-claim.ts'
import { useReachability } from '#src/outbox/use-outbox.ts'
import { useSession } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'
import { useScreenActions } from '#src/ui/screen-actions.ts'

const roadSheet = lazyScreen(async () => (await import('./road-sheet.tsx')).RoadSheet)

/**
 * Opens the sheet that reserves listings for the road, or that shows what is reserved. To reserve needs the network, and a
 * server with claims; what is reserved is shown without.
 */
export function RoadButton({ listCandidates, className, hasKey = false }: RoadButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const road = useRoadBatch()
  const isOnline = useReachability() === 'online'
  const takesKeys = useSession()?.takesKeys ?? false
  const label = road ? 'Taken with me' : 'Take with me'
  const isOffered = Boolean(road) || (road === null && isOnline && takesKeys)
  const open = () => setOpen(true)
  useScreenActions(isOffered && hasKey ? [{ key: 't', label, run: open }] : [])
  if (!isOffered && !isOpen) return null
  return (
    <>
      <Button
        variant="quiet"
        className={className}
        aria-keyshortcuts={hasKey ? 't' : undefined}
        onClick={open}
      >
        {label}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <roadSheet.Screen listCandidates={listCandidates} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

interface RoadButtonProps {
  /** The waiting listings that the person sees, in the order of the queue. */
  listCandidates: () => readonly Listing[]
  className?: string
  hasKey?: boolean
}
