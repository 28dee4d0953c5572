import type { MiddlewareHandler } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import { findRoutePattern, nameMethod } from '#server/route-pattern.ts'

const SIGN_IN = '/api/auth/login'
const REFUSALS: Readonly<Record<number, string>> = { 401: 'credentials', 429: 'limit' }

/** Counts and times every request; what it stands for is read from the answer. */
export function requestMetrics({ metrics }: AppDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now()
    metrics.inFlight.inc()
    try {
      await next()
    } finally {
      metrics.inFlight.dec()
    }
    const route = findRoutePattern(c)
    const { status } = c.res
    const labels = { method: nameMethod(c), route, status: `${Math.floor(status / 100)}xx` }
    metrics.answers.observe(labels, (performance.now() - startedAt) / 1000)
    if (c.res.headers.has('Idempotency-Replayed')) metrics.replays.inc()
    else if (status === 412) metrics.conflicts.inc()
    const reason = route === SIGN_IN ? REFUSALS[status] : undefined
    if (reason) metrics.signInRefusals.inc({ reason })
  }
}
