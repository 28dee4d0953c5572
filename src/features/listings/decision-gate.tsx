import { lazy, Suspense, useContext } from 'react'
import { ClaimGate } from '#src/features/listings/claims/claim-gate.tsx'
import { useRoadBatch } from '#src/features/listings/claims/use-claim.ts'
import { ReasonGate } from '#src/features/listings/reasons/reason-gate.tsx'
import { PartBoundaryContext } from '#src/ui/layout/part-boundary.ts'

const RoadKeeper = lazy(async () => ({
  default: (await import('./road/road-keeper.tsx')).RoadKeeper,
}))

/**
 * What asks before a decision counts: whether somebody else reviews the listing, and for the reason of a rejection. With a
 * batch for the road, also what saves its listings.
 */
export function DecisionGate() {
  const road = useRoadBatch()
  const PartBoundary = useContext(PartBoundaryContext)
  return (
    <>
      <ReasonGate />
      <ClaimGate />
      {road && (
        <PartBoundary>
          <Suspense fallback={null}>
            <RoadKeeper road={road} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  )
}
