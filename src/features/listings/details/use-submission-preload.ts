import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect } from 'react'
import type { Listing } from '#src/domain/listing/listing.ts'
import { notesOf } from '#src/notes/use-notes.ts'
import { type ReadParts, savedReadQuery, useReadParts } from '#src/query-cache/use-saved-read.ts'
import { useSavesData } from '#src/ui/media/data-saver.ts'
import { photosOf, submissionOf } from './submission-reads.ts'

/**
 * Reads and saves the submission of the listing that is shown next, and the notes about it. Does nothing if this
 * device saves data.
 */
export function useSubmissionPreload(listing: Pick<Listing, 'id' | 'version'>): void {
  // Deferred: a key press must not wait for calls that what it shows does not need.
  const { id, version } = useDeferredValue(listing)
  const client = useQueryClient()
  const parts = useReadParts()
  const isSaving = useSavesData()
  useEffect(() => {
    if (!isSaving) void preload({ id, version }, parts, client)
  }, [id, version, isSaving, parts, client])
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
