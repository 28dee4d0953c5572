import { Hono } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import { readPathParts, sendFile } from '#server/http/files/file-answer.ts'
import { openMediaFile } from './media-file.ts'

const FRESH_S = 3600 // a replaced video keeps its name; after an hour everyone sees the new one

export function mediaRoutes({ mediaDirs }: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/*', async (c) => {
    const parts = readPathParts(c.req.path)?.slice(1)
    if (!parts || parts.length === 0) return c.notFound()
    for (const folder of mediaDirs) {
      const file = await openMediaFile(folder, parts)
      if (!file) continue
      c.header('Cache-Control', `public, max-age=${FRESH_S}`)
      const answer = sendFile(c, file, file.contentType)
      if (!answer.body) await file.close()
      return answer
    }
    return c.notFound()
  })
  return routes
}
