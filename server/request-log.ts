import type { MiddlewareHandler } from 'hono'
import type { AppDeps, AppEnv } from './app-env.ts'

/** One line a request at level info. Neither query nor headers nor bodies: tokens and people's data are in them. */
export function requestLog({ log, clock }: AppDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = clock().getTime()
    await next()
    const { method, path } = c.req
    log.info({ method, path, status: c.res.status, ms: clock().getTime() - startedAt }, 'request')
  }
}
