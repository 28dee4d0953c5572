import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import { findRoutePattern, nameMethod } from './route-pattern.ts'

/**
 * One line a request at level info, and an id by which a client can name it. Neither the address nor query, headers or
 * bodies: ids, tokens and people's data are in them. The id is always made here: a client's own could be anything.
 */
export function requestLog({ log, clock }: AppDeps): MiddlewareHandler<AppEnv> {
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
