import type { AppDeps } from '#server/app-env.ts'
import {
  fetchImportMedia,
  type MediaFetchDeps,
} from '#server/imports/import-media-fetch-service.ts'
import { startRepeatingJob } from './repeating-job.ts'

const EVERY_MS = 10_000 // new listings wait at most that long before their first photo is fetched

/** Fetches the photos and videos of imported listings, now and every ten seconds. Every process runs it. */
export function startImportMediaJob(
  deps: Omit<MediaFetchDeps, 'isStopping'> & Pick<AppDeps, 'background'>,
): { stop(): void } {
  return startRepeatingJob(deps, EVERY_MS, (isStopping) =>
    fetchImportMedia({ ...deps, isStopping }),
  )
}
