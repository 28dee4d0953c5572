import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { leaveClaim, openClaim } from '#src/api/team/claims-api.ts'
import type { ListingClaim } from '#src/domain/claim/claim.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import { useReachability } from '#src/outbox/use-outbox.ts'
import { CLAIMS_READ, savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { useHasTypedText } from '#src/session/typed-text.ts'
import { useSession, useUserId } from '#src/session/use-session.ts'
import { useOthersClaim } from './use-claim.ts'

const RENEW_MS = 4 * 60_000 // twice within a claim of ten minutes, in case one call fails
const LOOK_MS = 30_000
const KNOWN_MS = 2_000 // for the list of claims, so that the next listing is one that nobody has
const ACTS = ['keydown', 'pointerdown', 'wheel', 'touchmove'] as const

interface ReviewedListing {
  /** Undefined while none is shown. */
  listing: Listing | undefined
  /** Whether it was decided here: the decision then ends the claim, when it arrives. */
  isDecided: (id: string) => boolean
  /** Called if somebody else turns out to have the listing as it is shown; not if they take it over later. */
  onTaken: (id: string) => void
}

/**
 * Claims the listing in review while it is shown, and renews the claim while the person is active, and when they begin to
 * type or have saved. Without a network nothing is claimed, and the review goes on.
 */
export function useReviewClaim(reviewed: ReviewedListing): void {
  const isOnline = useReachability() === 'online'
  const takesKeys = useSession()?.takesKeys ?? false
  const client = useQueryClient()
  const userId = useUserId()
  const latest = useRef(reviewed)
  // A layout effect, which runs before the claim of the listing before is given back.
  useLayoutEffect(() => {
    latest.current = reviewed
  })
  const id = (takesKeys && isOnline && reviewed.listing?.id) || null
  const isTheirs = useOthersClaim(id ?? '') !== null
  const tried = useRef<string | null>(null)
  const hasText = useHasTypedText(id)
  /** What was last said about unsaved text. */
  const saidText = useRef(false)
  /** The listing that somebody else turned out to have, until the screens know who has which. */
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    if (refused === null || refused !== id) return
    const timer = setTimeout(pass, isTheirs ? 0 : KNOWN_MS)
    return () => clearTimeout(timer)

    function pass(): void {
      setRefused(null)
      latest.current.onTaken(refused ?? '')
    }
  }, [refused, id, isTheirs])
  const renewal = useRef<() => void>(() => undefined)
  useLayoutEffect(() => {
    if (saidText.current === hasText) return
    saidText.current = hasText
    renewal.current()
  }, [hasText])

  useEffect(() => {
    if (id === null || isTheirs || !isPending()) return
    const listingId = id
    const isFirst = tried.current !== id
    tried.current = id
    let claim = claimNow()
    let claimedAt = Date.now()
    let isActive = false
    const noteAct = () => {
      isActive = true
    }
    const timer = setInterval(() => {
      const isDue = isActive && Date.now() - claimedAt >= RENEW_MS
      if (isDue && document.visibilityState === 'visible') renew()
    }, LOOK_MS)
    renewal.current = renew
    for (const act of ACTS) window.addEventListener(act, noteAct, { capture: true, passive: true })
    return () => {
      renewal.current = () => undefined
      clearInterval(timer)
      for (const act of ACTS) window.removeEventListener(act, noteAct, { capture: true })
      if (!latest.current.isDecided(id)) void claim.then((held) => held && leave(held))
    }

    function renew(): void {
      if (!isPending()) return
      isActive = false
      claimedAt = Date.now()
      const before = claim
      // A call that failed leaves the claim as it was.
      claim = claimNow().then((held) => held ?? before)
    }

    function isPending(): boolean {
      return latest.current.listing?.status === 'pending'
    }

    async function claimNow(): Promise<ListingClaim | null> {
      try {
        return await openClaim(listingId, saidText.current)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // Somebody has it: the screens say who. Any other failure leaves the listing unclaimed, which stops nothing.
        if (error.code !== 'claimed') return null
        await client.invalidateQueries({ queryKey: savedReadKey(userId, CLAIMS_READ) })
        if (isFirst) setRefused(listingId)
        return null
      }
    }
  }, [id, isTheirs, client, userId])
}

/** If the call fails, the claim ends by itself. */
async function leave(claim: ListingClaim): Promise<void> {
  try {
    await leaveClaim(claim)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
