import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '#server/platform/app-env.ts'
import type { Metrics } from '#server/platform/metrics/metrics-service.ts'
import { findRoutePattern, nameMethod } from './route-pattern.ts'

const SIGN_IN = '/api/auth/login'
const READINESS = '/api/readyz' // not ready is not a failure; server_ready reports it
const REFUSALS: Readonly<Record<number, string>> = { 401: 'credentials', 429: 'limit' }

/**
 * Counts every request, and times it until its response is sent. Its labels are the method, the
 * pattern of the route and the class of the status.
 */
export function requestMetrics({ metrics }: { metrics: Metrics }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const startedAt = performance.now()
    const sent = waitUntilSent(c)
    metrics.inFlight.inc()
    try {
      await next()
    } finally {
      void sent.then(() => metrics.inFlight.dec())
    }
    const route = findRoutePattern(c)
    const { status } = c.res
    const labels = { method: nameMethod(c), route, status: `${Math.floor(status / 100)}xx` }
    void sent.then(() => metrics.answers.observe(labels, (performance.now() - startedAt) / 1000))
    if (c.res.headers.has('Idempotency-Replayed')) metrics.replays.inc()
    else if (status === 412) metrics.conflicts.inc()
    else if (status === 503 && route !== READINESS) metrics.unavailable.inc()
    const reason = route === SIGN_IN ? REFUSALS[status] : undefined
    if (reason) metrics.signInRefusals.inc({ reason })
  }
}

/** Resolves when the response has been sent or the connection has ended. */
function waitUntilSent(c: Context<AppEnv>): Promise<void> {
  const outgoing = c.env?.outgoing
  if (!outgoing) return Promise.resolve()
  return new Promise((resolve) => {
    outgoing.once('close', resolve)
  })
}
