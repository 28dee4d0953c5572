import { useEffect, useState } from 'react'
import { useUserId } from '#src/session/use-session.ts'
import type { UnsentListing } from '#src/storage/uploads-database.ts'
import { usePageUploads } from './files/use-uploads.ts'
import type { UnsentListings } from './unsent-listings.ts'

export type { ListingProblem, UnsentListing } from '#src/storage/uploads-database.ts'

/** The person's listings that are not on the server, the last edited first; null until they are loaded. */
export function useUnsentListings(): readonly UnsentListing[] | null {
  const userId = useUserId()
  const { listingsOf } = usePageUploads()
  const [found, setFound] = useState<{ userId: string; rows: UnsentListing[] } | null>(null)
  useEffect(
    () => listingsOf(userId).observe((rows) => setFound({ userId, rows: rows.toReversed() })),
    [listingsOf, userId],
  )
  return found?.userId === userId ? found.rows : null
}

export interface OpenListing {
  listings: UnsentListings
  /** The listing as stored on this device; null if it is not stored. */
  row: UnsentListing | null
}

/** The listing as it is when the screen opens. Null until it is read. */
export function useOpenListing(id: string): OpenListing | null {
  const userId = useUserId()
  const { listingsOf } = usePageUploads()
  const [opened, setOpened] = useState<OpenListing | null>(null)
  useEffect(() => {
    const listings = listingsOf(userId)
    let isOver = false
    async function open() {
      const row = await listings.find(id).catch((error: unknown) => {
        console.warn('The listings on this device cannot be read.', error)
        return null
      })
      if (!isOver) setOpened({ listings, row })
    }
    void open()
    return () => {
      isOver = true
    }
  }, [id, listingsOf, userId])
  return opened
}
