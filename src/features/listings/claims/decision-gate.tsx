import { ReasonGate } from '#src/features/listings/reasons/reason-gate.tsx'
import { ClaimGate } from './claim-gate.tsx'

/** What asks before a decision counts: whether somebody else reviews the listing, and for the reason of a rejection. */
export function DecisionGate() {
  return (
    <>
      <ReasonGate />
      <ClaimGate />
    </>
  )
}
