import { startTransition, useDeferredValue, useEffect, useState } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'

/**
 * The listings to count; null in the first render, as if they were not known. Counting 10,000 listings takes 20 ms on a
 * slow desktop. So a new screen paints its rows first, and after a decision the listing's row renders first.
 */
export function useCountedListings(listings: readonly Listing[] | null): readonly Listing[] | null {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => startTransition(() => setPainted(true)), [])
  return useDeferredValue(isPainted ? listings : null)
}
