import { useMemo } from 'react'
import { listClaims } from '#src/api/team/claims-api.ts'
import type { ListingClaim } from '#src/domain/claim/claim.ts'
import { CLAIMS_READ } from './saved-read-key.ts'
import { type SavedReadSource, useSavedRead } from './use-saved-read.ts'

/** Who reviews which listing. Refreshed while a page is visible, like every saved read. */
export const CLAIMS: SavedReadSource<readonly ListingClaim[]> = {
  name: CLAIMS_READ,
  read: listClaims,
}

const KNOWN_MS = 90_000 // three refreshes; a claim that was read longer ago says nothing about now

/**
 * The claims by listing, as the server last listed them. None without a recent answer: only the server's clock tells whether
 * a claim is over, and this device may have been offline or set to another time since.
 */
export function useClaims(nowMs: number): ReadonlyMap<string, ListingClaim> {
  const { value, readAt } = useSavedRead(CLAIMS)
  const isKnown = Math.abs(nowMs - readAt) < KNOWN_MS
  return useMemo(
    () => (isKnown && value ? new Map(value.map((claim) => [claim.listingId, claim])) : NONE),
    [isKnown, value],
  )
}

const NONE: ReadonlyMap<string, ListingClaim> = new Map()
