import type { Hono } from 'hono'
import type { AppEnv } from '#server/platform/app-env.ts'

/** Returns a function that lists the methods of an API path; none for an unknown path. */
export function makeMethodFinder(app: Hono<AppEnv>): (path: string) => string[] {
  const known = app.routes
    .filter((route) => route.method !== 'ALL' && route.path.startsWith('/api/'))
    .map((route) => ({ method: route.method, pattern: patternOf(route.path) }))
  return (path) => {
    const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    const answered = methods.includes('GET') ? [...methods, 'HEAD'] : methods
    return [...new Set(answered)]
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
}
