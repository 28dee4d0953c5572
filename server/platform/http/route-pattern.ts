import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppEnv } from '#server/platform/app-env.ts'

const UNKNOWN = { api: '/api/*', page: '/*' }
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The router's pattern for a request. All pages share one pattern, as do all unknown API paths. */
export function findRoutePattern(c: Context<AppEnv>): string {
  // Guards are registered for all methods; the first other route handles the request.
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path
  if (c.req.path.startsWith('/api/')) return route?.startsWith('/api/') ? route : UNKNOWN.api
  return route?.startsWith('/media/') ? route : UNKNOWN.page
}

/** The method, or 'other', because clients may send any word. */
export function nameMethod(c: Context<AppEnv>): string {
  return METHODS.has(c.req.method) ? c.req.method : 'other'
}
