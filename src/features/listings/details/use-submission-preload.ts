import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { notesOf } from '#src/notes/use-notes.ts'
import { type ReadParts, savedReadQuery, useReadParts } from '#src/query-cache/use-saved-read.ts'
import { useSavesData } from '#src/ui/media/data-saver.ts'
import { photosOf, submissionOf } from './submission-reads.ts'

/**
 * Reads and saves the submission of the listing that is shown next, and the notes about it, and then calls `onLoad`. Does
 * nothing if this device saves data.
 */
export function useSubmissionPreload(
  { id, version }: Pick<Listing, 'id' | 'version'>,
  onLoad: (listing: Pick<Listing, 'id' | 'version'>) => void,
): void {
  const client = useQueryClient()
  const parts = useReadParts()
  const isSaving = useSavesData()
  useEffect(() => {
    let isCurrent = true
    if (!isSaving)
      void preload({ id, version }, parts, client).then(() => {
        if (isCurrent) onLoad({ id, version })
      })
    return () => {
      isCurrent = false
    }
  }, [id, version, isSaving, parts, client, onLoad])
}

/** Never rejects: a listing that cannot be preloaded is read when it is shown. */
async function preload(
  listing: Pick<Listing, 'id' | 'version'>,
  parts: ReadParts,
  client: QueryClient,
): Promise<void> {
  const about = { kind: 'listing', id: listing.id } as const
  const notes =
    listing.version !== null && client.prefetchQuery(savedReadQuery(notesOf(about), parts, client))
  const query = savedReadQuery(submissionOf(listing), parts, client)
  await client.prefetchQuery(query)
  const submission = client.getQueryData(query.queryKey)?.value.submission
  if (submission && submission.photos.length + submission.removedPhotos.length > 0)
    await client.prefetchQuery(savedReadQuery(photosOf(listing.id, submission), parts, client))
  await notes
}
