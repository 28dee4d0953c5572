import { useEffect, useRef, useState } from 'react'
import type { Change } from '#src/domain/change.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useListingActions, useOutbox } from '#src/outbox/use-outbox.ts'
import { showNotSaved } from '#src/ui/toast/not-saved-toast.ts'
import { takeBack } from '#src/ui/toast/take-back.ts'

/** Queues decisions in the outbox. While one is being stored, further calls do nothing. */
export function useReviewWriting(shownId: string) {
  const actions = useListingActions('board', showNotSaved)
  const outbox = useOutbox()
  const [isWriting, setWriting] = useState(false)
  const isBusy = useRef(false)
  const shownAt = useRef<string | null>(shownId)
  useEffect(() => {
    shownAt.current = shownId
    return () => {
      shownAt.current = null
    }
  }, [shownId])

  async function once(work: () => Promise<Omit<Written, 'isStillHere'>>): Promise<Written> {
    if (isBusy.current) return NOT_WRITTEN
    isBusy.current = true
    setWriting(true)
    const written = await work()
    isBusy.current = false
    setWriting(false)
    return { ...written, isStillHere: shownAt.current === shownId }
  }

  async function set(listing: Listing, to: Listing['status']) {
    const outcome = await actions.decide(listing, to)
    return { isSaved: outcome !== null, change: outcome?.change ?? null }
  }

  return {
    isWriting,
    /** Whether `decide` stores the decision at once: nothing else is being stored, and nothing is asked first. */
    isAtOnce: (listing: Listing, to: Listing['status']) =>
      !isBusy.current && !outbox.asksBefore(listing, { kind: 'status', to }),
    decide: (listing: Listing, to: Listing['status']) => once(() => set(listing, to)),
    // `made` is null if the decision restored the server's status: no queued change is left to undo.
    undo: (made: Change | null, listing: Listing) =>
      once(async () =>
        made
          ? { isSaved: await takeBack(() => outbox.undo(made)), change: null }
          : set(listing, 'pending'),
      ),
  }
}

interface Written {
  isSaved: boolean
  change: Change | null
  /** Whether the listing is still shown; if not, the caller must not navigate. */
  isStillHere: boolean
}

const NOT_WRITTEN: Written = { isSaved: false, change: null, isStillHere: false }
