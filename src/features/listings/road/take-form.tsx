import { useState } from 'react'
import { takeBatch } from '#src/api/team/claims-api.ts'
import {
  BATCH_HOURS,
  BATCH_SIZES,
  type BatchHours,
  type BatchSize,
  MOST_CANDIDATES,
} from '#src/domain/claim/road-batch.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useClaimsState } from '#src/features/listings/claims/use-claim.ts'
import { useClaimActs } from '#src/features/listings/claims/use-claim-acts.ts'
import { Button } from '#src/ui/form/button.tsx'
import { FieldError } from '#src/ui/form/field-error.tsx'
import { Segmented } from '#src/ui/form/segmented.tsx'
import { countListings, describeTaken } from './road-words.ts'

const MOST_HOURS = BATCH_HOURS.at(-1) ?? 4

/** Chooses how many listings to reserve, and for how long. */
export function TakeForm({ candidates, onTaken }: TakeFormProps) {
  const { others, own } = useClaimsState()
  const [count, setCount] = useState<BatchSize>(BATCH_SIZES[0])
  const [hours, setHours] = useState<BatchHours>(MOST_HOURS)
  const { act, isBusy, failure } = useClaimActs()
  const free = candidates.filter(({ id }) => !others.has(id) && !own.get(id)?.heldUntil)

  async function take() {
    // The server decides: it passes over what colleagues have taken meanwhile.
    const listingIds = free.slice(0, MOST_CANDIDATES).map(({ id }) => id)
    let said = ''
    const call = async () => {
      said = describeTaken(await takeBatch({ listingIds, count, hours }), count)
    }
    if (await act(call)) onTaken(said)
  }

  return (
    <>
      <p>
        Reserves the next listings for you and saves them on this device, so that you can decide
        without a network.
      </p>
      <div className="field">
        <span className="field-label" aria-hidden>
          How many
        </span>
        <Segmented
          label="How many"
          value={String(count)}
          options={BATCH_SIZES.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(value) => setCount(BATCH_SIZES.find((one) => String(one) === value) ?? count)}
        />
      </div>
      <div className="field">
        <span className="field-label" aria-hidden>
          For how long
        </span>
        <Segmented
          label="For how long"
          value={String(hours)}
          options={BATCH_HOURS.map((one) => ({ value: String(one), label: `${one} h` }))}
          onChange={(value) => setHours(BATCH_HOURS.find((one) => String(one) === value) ?? hours)}
        />
      </div>
      <p className="muted">
        {free.length === 0
          ? 'None of these listings is free now.'
          : `${countListings(free.length)} to choose from, in the order of review. Colleagues see that you have them. What you have not decided returns to the queue at the end.`}
      </p>
      <FieldError id="take-failure">{failure}</FieldError>
      <Button
        variant="primary"
        busy={isBusy}
        disabled={free.length === 0}
        onClick={() => void take()}
      >
        {`Take ${Math.min(count, Math.max(free.length, 1))} with me`}
      </Button>
    </>
  )
}

interface TakeFormProps {
  /** The waiting listings that the person sees, in the order of the queue. */
  candidates: readonly Listing[]
  /** Called with what was granted. */
  onTaken: (said: string) => void
}
