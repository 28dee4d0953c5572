import { Hono } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import { getRevisionTag } from '#server/database/revision.ts'

export function healthRoutes({ db }: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/healthz', async (c) => {
    // A process whose database does not answer is not healthy.
    await getRevisionTag(db)
    return c.json({ status: 'ok' })
  })
  return routes
}
