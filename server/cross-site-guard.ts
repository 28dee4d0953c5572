import type { MiddlewareHandler } from 'hono'
import type { AppDeps, AppEnv } from './app-env.ts'
import { ServerError } from './server-error.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what a page of a foreign site makes a visitor's browser write (ASVS 5.0, V3.5). Most writes want a token that no
 * such page has; registering and asking for codes do not, and would count against the visitor. Every browser that we serve
 * says where a request comes from; who says nothing is no browser.
 */
export function refuseForeignPages({
  settings,
}: Pick<AppDeps, 'settings'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const site = c.req.header('Sec-Fetch-Site') ?? 'none'
    const isForeign = site !== 'none' && site !== 'same-origin'
    const isAllowed = settings.corsOrigins.includes(c.req.header('Origin') ?? '')
    if (isForeign && !isAllowed && !READS.has(c.req.method))
      throw new ServerError(403, 'foreign-page', 'Pages of other sites may not do this.')
    await next()
  }
}
