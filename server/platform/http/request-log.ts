import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { AppDeps, AppEnv } from '#server/platform/app-env.ts'
import { findRoutePattern, nameMethod } from './route-pattern.ts'

/**
 * Logs one line per request at level info, with an id that clients can quote. Leaves out the URL,
 * query, headers and bodies, which contain ids, tokens and personal data. The id is always
 * generated here, because a client could send any text as an id.
 */
export function requestLog({
  log,
  clock,
}: Pick<AppDeps, 'log' | 'clock'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = clock().getTime()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    await next()
    c.header('X-Request-Id', requestId)
    const line = {
      requestId,
      method: nameMethod(c),
      route: findRoutePattern(c),
      status: c.res.status,
      ms: clock().getTime() - startedAt,
    }
    log.info(line, 'request')
  }
}
