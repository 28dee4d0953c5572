import { Hono } from 'hono'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { errorBody, retryAfter } from '#server/platform/http/server-error.ts'
import { healthCalls } from './health-calls.ts'
import { findReadiness, type Lifecycle, type Readiness } from './readiness-service.ts'

const RETRY_S = 1

const SENTENCES: Readonly<Record<Exclude<Readiness, 'ready'>, string>> = {
  starting: 'The server is starting.',
  closing: 'The server is about to end.',
  'no-database': 'The database does not answer.',
  'not-migrated': 'The database is not up to date.',
}

export function healthRoutes({
  db,
  lifecycle,
}: Pick<RouteDeps, 'db'> & { lifecycle: Lifecycle }): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  // Independent of the database: otherwise an orchestrator would restart the process whenever the
  // database is down.
  routes.get('/healthz', healthCalls.askHealth, (c) => c.json({ status: 'ok' }))

  routes.get('/readyz', healthCalls.askReadiness, async (c) => {
    const found = await findReadiness(db, lifecycle)
    if (found === 'ready') return c.json({ status: 'ready' })
    return c.json(errorBody(found, SENTENCES[found]), 503, retryAfter(RETRY_S).headers)
  })

  return routes
}
