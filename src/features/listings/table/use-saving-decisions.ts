import { useCallback, useState } from 'react'
import type { ListingStatus } from '#src/domain/listing/listing.ts'
import { type ListingActions, useOutbox } from '#src/outbox/use-outbox.ts'

/** A decision that this device is storing. Nothing else shows it yet, and it is not safe yet. */
export interface SavingDecision {
  kind: 'saving'
  to: ListingStatus
  isLeaving: false
}

const NONE: ReadonlyMap<string, SavingDecision> = new Map()

/**
 * Lets a row show a decision as "Saving…" in the frame after the choice. The commit and its frame follow 25 ms later on a
 * slow desk. `saving` has the latest decision of each listing, by its id, until the device has stored it or failed to.
 */
export function useSavingDecisions(decide: ListingActions['decide']) {
  const outbox = useOutbox()
  const [saving, setSaving] = useState(NONE)
  const decideAndShow: ListingActions['decide'] = useCallback(
    async (listing, to) => {
      // Nothing is being stored while a question is open.
      if (outbox.asksBefore(listing, { kind: 'status', to })) return decide(listing, to)
      const own: SavingDecision = { kind: 'saving', to, isLeaving: false }
      setSaving((now) => new Map(now).set(listing.id, own))
      const outcome = await decide(listing, to)
      setSaving((now) => {
        const isLatest = now.get(listing.id) === own
        return isLatest ? new Map([...now].filter(([id]) => id !== listing.id)) : now
      })
      return outcome
    },
    [decide, outbox],
  )
  return { saving, decide: decideAndShow }
}
