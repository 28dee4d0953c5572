import type { Context, MiddlewareHandler } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import { ServerError } from './server-error.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what a page of a foreign site makes a visitor's browser write (ASVS 5.0, V3.5). Most writes want a token that no
 * such page has; registering and asking for codes do not, and would count against the visitor. Browsers send Sec-Fetch-Site
 * to https and to localhost; over plain http, and in older ones, Origin alone. A request without either is no page's.
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
  // The same server by another name, such as 127.0.0.1. A page that makes its own name lead here (DNS rebinding) passes, and
  // gains nothing: it has no token, and its visitor's requests are same-origin to every browser.
  return !URL.canParse(origin) || new URL(origin).host !== new URL(c.req.url).host
}
