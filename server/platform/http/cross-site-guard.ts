import type { Context, MiddlewareHandler } from 'hono'
import type { AppDeps, AppEnv } from '#server/platform/app-env.ts'
import { ServerError } from './server-error.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses writes that a page of another site triggers in a visitor's browser (ASVS 5.0, V3.5). Such
 * a page lacks the token that most writes need. Registration and sign-in need none, and would count
 * against the visitor's limits. Browsers send Sec-Fetch-Site only to https and localhost; over
 * plain http, and from older browsers, only Origin arrives. A request with neither header does not
 * come from a page.
 */
export function refuseForeignPages({
  settings,
  publicUrl,
}: Pick<AppDeps, 'settings' | 'publicUrl'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const isAllowed = settings.corsOrigins.includes(c.req.header('Origin') ?? '')
    if (!READS.has(c.req.method) && !isAllowed && isForeign(c, publicUrl))
      throw new ServerError(403, 'foreign-page', 'Pages of other sites may not do this.')
    await next()
  }
}

function isForeign(c: Context<AppEnv>, publicUrl: string): boolean {
  const site = c.req.header('Sec-Fetch-Site')
  if (site !== undefined) return site !== 'none' && site !== 'same-origin'
  const origin = c.req.header('Origin')
  if (origin === undefined || origin === publicUrl) return false
  // A page of this server is not foreign, under whatever name, such as 127.0.0.1. A page that makes its
  // own host name resolve to this server (DNS rebinding) passes too but gains nothing: it has no token,
  // and browsers treat its requests as same-origin anyway.
  return !URL.canParse(origin) || new URL(origin).host !== new URL(c.req.url).host
}
