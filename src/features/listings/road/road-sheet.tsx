import { useState } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useRoadBatch } from '#src/features/listings/claims/use-claim.ts'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { RoadState } from './road-state.tsx'
import { TakeForm } from './take-form.tsx'

/** Reserves listings for the road; then shows what is reserved, until when, and gives it back. */
export function RoadSheet({ listCandidates, onClose }: RoadSheetProps) {
  const road = useRoadBatch()
  const [said, say] = useState('')
  return (
    <Sheet open hasUrl={false} title="Take listings with me" onClose={onClose}>
      <div className="stack">
        <p role="status" className={said === '' ? 'visually-hidden' : undefined}>
          {said}
        </p>
        {road ? (
          <RoadState road={road} onClose={onClose} onGivenBack={say} />
        ) : (
          <TakeForm candidates={listCandidates()} onTaken={say} />
        )}
      </div>
    </Sheet>
  )
}

export interface RoadSheetProps {
  listCandidates: () => readonly Listing[]
  onClose: () => void
}
