import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#src/api/api-error.ts'
import { findForeignHost } from '#src/api/foreign-url.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import {
  photosOf,
  type ReviewedSubmission,
  submissionOf,
} from '#src/features/listings/details/submission-reads.ts'
import {
  type ReadParts,
  type SavedReadSource,
  savedReadQuery,
} from '#src/query-cache/use-saved-read.ts'
import type { SavedVideos } from '#src/saved-videos/saved-videos.ts'
import { measureSpace } from '#src/saved-videos/video-space.ts'
import type { RoadCopy, RoadTrouble } from './road-copies.ts'

// Saves everything of the reserved listings as saved reads and saved videos, the ones that screens read anyway. What is saved
// is looked up on the device, so that saving goes on where it was after a reload, and a copy that was lost is missed.

const FULL_BYTES = 3_000_000 // with less, the photos of a listing do not fit

export interface RoadSavingParts {
  client: QueryClient
  reads: ReadParts
  /** Null if this browser cannot save videos. */
  videos: SavedVideos | null
  storage: Pick<StorageManager, 'estimate'> | undefined
}

/** What the device has of a listing. A submission of another version of the listing does not count. */
export async function findRoadCopy(parts: RoadSavingParts, listing: Listing): Promise<RoadCopy> {
  const { reads, videos } = parts
  const submission = await findHead(parts, submissionOf(listing))
  const { version, submission: found } = (submission?.value ?? {}) as Partial<ReviewedSubmission> // saved by submissionOf
  const isCurrent = submission !== undefined && version === listing.version
  const hasPhotos = found ? found.photos.length + found.removedPhotos.length > 0 : false
  const photos =
    found && hasPhotos
      ? await findHead({ reads, client: parts.client }, photosOf(listing.id, found))
      : undefined
  const video = videos?.get().videos?.find(({ url }) => url === listing.videoUrl)
  return {
    content: isCurrent || listing.version === null ? 'saved' : 'missing',
    photos: hasPhotos ? (photos ? 'saved' : 'missing') : 'none',
    video: findVideoPart(listing.videoUrl, video !== undefined),
    savedAt: Math.max(submission?.readAt ?? 0, photos?.readAt ?? 0, video?.savedAt ?? 0),
  }
}

/**
 * Saves the submission and the small photos of a listing. Returns why something is still missing; null if nothing is. Changes
 * no other copy.
 */
export async function saveRoadContent(
  parts: RoadSavingParts,
  listing: Listing,
): Promise<RoadTrouble | null> {
  try {
    const copy = await findRoadCopy(parts, listing)
    if (copy.content === 'missing') await read(parts, submissionOf(listing))
    const head = await findHead(parts, submissionOf(listing))
    const { submission } = (head?.value ?? {}) as Partial<ReviewedSubmission> // as above
    const later = await findRoadCopy(parts, listing)
    if (submission && later.photos === 'missing')
      await read(parts, photosOf(listing.id, submission))
  } catch (error) {
    if (error instanceof ApiError) return 'network'
    throw error
  }
  const { content, photos } = await findRoadCopy(parts, listing)
  if (content !== 'missing' && photos !== 'missing') return null
  // The answers came, but the device did not store them.
  const { free } = await measureSpace(parts.storage)
  return free !== null && free < FULL_BYTES ? 'space' : 'storage'
}

/** Saves the video of a listing. It removes no other video for it. Returns why it is missing; null if it is not. */
export async function saveRoadVideo(
  { videos }: RoadSavingParts,
  { videoUrl, posterUrl }: Listing,
): Promise<RoadTrouble | null> {
  if (!videos || !videoUrl) return null
  await videos.save(videoUrl, posterUrl, false)
  const step = videos.get().steps.get(videoUrl)
  if (step?.step !== 'failed') return null
  if (step.reason === 'no-room' || step.reason === 'too-large') return 'space'
  return step.reason === 'storage' || step.reason === 'ended' ? 'storage' : 'network'
}

function findVideoPart(url: string | null, isSaved: boolean): RoadCopy['video'] {
  if (!url) return 'none'
  if (isSaved) return 'saved'
  return findForeignHost(url) === null ? 'missing' : 'foreign'
}

/** Reads from the server, and waits until the answer is stored. @throws ApiError */
async function read<Value>(parts: RoadSavingParts, source: SavedReadSource<Value>): Promise<void> {
  const { client, reads } = parts
  const query = savedReadQuery(source, reads, client)
  await client.prefetchQuery({ ...query, persister: reads.persister.saveAnswer, staleTime: 0 })
  const error = client.getQueryState(query.queryKey)?.error
  if (error) throw error
  await reads.persister.idle()
}

function findHead<Value>(
  { client, reads }: Pick<RoadSavingParts, 'client' | 'reads'>,
  source: SavedReadSource<Value>,
) {
  return reads.persister.findCopyHead(savedReadQuery(source, reads, client).queryKey)
}
