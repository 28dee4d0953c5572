import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { ReportRows } from '#server/platform/database/backup/copy-data.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { mediaPath } from '#server/platform/media/stores/media-names.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'
import { countNamedMedia, listNamedFiles } from './media-backup-rows.ts'
import { hasSum, readManifest } from './media-manifest.ts'

export interface MediaSource {
  /** A folder that `backUpMedia` wrote. */
  folder: string
  /** Null for a dry run, which only checks the files. */
  mediaStore: MediaDeps['mediaStore'] | null
  report?: ReportRows
}

export interface RestoredMedia {
  files: number
  /** Photos and videos with a file that is missing in the folder or damaged. */
  missing: number
}

/**
 * Copies the files of all photos and videos that have a row in a restored database into the store,
 * and checks the checksum of each. Files of people who were erased after the backup have no row, so
 * they are not restored. Null if the folder has no manifest. @throws MediaStoreError; a repeat copies
 * all files again
 */
export async function restoreMedia(
  db: Kysely<Tables>,
  { folder, mediaStore, report }: MediaSource,
): Promise<RestoredMedia | null> {
  const sums = await readManifest(folder)
  if (!sums) return null
  const total = await countNamedMedia(db)
  const missing = new Set<string>()
  let files = 0
  for await (const { name, done } of listNamedFiles(db)) {
    const path = join(folder, mediaPath(name))
    if (await hasSum(path, sums.get(mediaPath(name)) ?? '')) {
      await mediaStore?.putFile(name, path)
      files += 1
    } else missing.add(name.mediaId)
    report?.('photos and videos', done, total)
  }
  return { files, missing: missing.size }
}
