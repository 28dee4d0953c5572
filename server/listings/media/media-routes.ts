import { Hono } from 'hono'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { readPathParts, sendFile } from '#server/platform/http/files/file-answer.ts'
import { openMediaFile } from '#server/platform/media/stores/media-file.ts'
import { findMediaName, isInStore } from '#server/platform/media/stores/media-names.ts'
import type { MediaFile } from '#server/platform/media/stores/media-store.ts'
import type { MediaDeps } from '#server/platform/media/stores/media-store-service.ts'
import { orUnavailable } from '#server/platform/media/stores/media-store-trouble.ts'

const FRESH_S = 3600 // a replaced video keeps its URL; after an hour everyone sees the new one

interface MediaRouteDeps extends Pick<RouteDeps, 'log'>, MediaDeps {
  /** Folders with the media files that are not in the store, such as the demonstration data's; searched in this order. */
  mediaDirs: readonly string[]
}

export function mediaRoutes(deps: MediaRouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/*', async (c) => {
    const parts = readPathParts(c.req.path)?.slice(1)
    const file = parts && parts.length > 0 ? await findMediaFile(deps, parts) : null
    if (!file) return c.notFound()
    c.header('Cache-Control', `public, max-age=${FRESH_S}`)
    const answer = sendFile(c, file, file.contentType)
    if (!answer.body) await file.close()
    return answer
  })
  return routes
}

/**
 * Owners' photos and videos are only in the store, which may be a bucket; all other media are in folders.
 */
async function findMediaFile(
  deps: MediaRouteDeps,
  parts: readonly string[],
): Promise<MediaFile | null> {
  const name = findMediaName(parts)
  if (name) return orUnavailable(deps, () => deps.mediaStore.open(name))
  // The store may be one of the folders, and has photos of visits too.
  if (isInStore(parts)) return null
  for (const folder of deps.mediaDirs) {
    const file = await openMediaFile(folder, parts)
    if (file) return file
  }
  return null
}
