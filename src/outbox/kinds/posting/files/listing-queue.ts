import { addListingMedia } from '#src/api/posting/media-api.ts'
import { prepareVideo } from '#src/files/videos/video-preparation.ts'
import type { PageUploads } from '../page-uploads.ts'
import { openPageQueue } from './page-queue.ts'
import type { UploadQueue } from './upload-queue.ts'
import type { Finish } from './upload-tries.ts'

export const finishForListing: Finish = async ({ listingId }, url) => ({
  kind: 'done',
  media: await addListingMedia(listingId, url),
})

/** The photos and videos of a listing. */
export function openListingQueue(uploads: PageUploads, listingId: string): UploadQueue {
  return openPageQueue(uploads, listingId, { prepare: prepareVideo, finish: finishForListing })
}
