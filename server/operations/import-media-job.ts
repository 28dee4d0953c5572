import { makeMediaFetchWork } from '#server/imports/import-media-fetch-service.ts'
import type { DownloadDeps } from '#server/uploads/upload-download-service.ts'
import { startLaneJob } from './lane-job.ts'
import type { JobDeps } from './repeating-job.ts'

const EVERY_MS = 10_000 // new listings wait at most that long before their first photo is fetched

/** Fetches the photos and videos of imported listings, now and every ten seconds. Every process runs it. */
export function startImportMediaJob(deps: DownloadDeps & JobDeps): { stop(): void } {
  const work = makeMediaFetchWork(deps)
  return startLaneJob(deps, { name: 'import-media', everyMs: EVERY_MS, work })
}
