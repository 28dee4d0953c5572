import type { ServerSettings } from '#server/platform/config/server-settings.ts'
import { makeFolderStore } from './folder-media-store.ts'
import type { MediaStore } from './media-store.ts'
import { makeS3Store } from './s3-media-store.ts'

/** The store of owners' photos and videos. */
export interface MediaDeps {
  mediaStore: MediaStore
}

/** The configured store: a bucket, or the folder MEDIA_DIR. */
export function makeMediaStore({
  mediaS3,
  mediaDir,
}: Pick<ServerSettings, 'mediaS3' | 'mediaDir'>): MediaStore {
  return mediaS3 ? makeS3Store(mediaS3) : makeFolderStore(mediaDir)
}
