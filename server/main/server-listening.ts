import type { Server } from 'node:http'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { AppEnv, Clock } from '#server/platform/app-env.ts'
import type { ServerSettings } from '#server/platform/config/server-settings.ts'
import { CONNECTION_LIMITS, limitConnections } from '#server/platform/http/connection-limit.ts'
import { closeHttp, listenAt } from '#server/platform/http/http-listening.ts'
import { makeHttpServer } from '#server/platform/http/http-server.ts'
import { makeMetricsServer } from '#server/platform/metrics/metrics-server.ts'
import type { Metrics } from '#server/platform/metrics/metrics-service.ts'

const PROBE = /^[^?#]*\/\/[^/]+\/api\/(healthz|readyz)$/

/**
 * Listens, and then creates the app, because without PUBLIC_URL the app's URL contains the actual
 * port.
 */
export async function listen(
  { settings, log, clock }: { settings: ServerSettings; log: Logger; clock: Clock },
  opened: Promise<void>,
  createAppAt: (publicUrl: string) => Hono<AppEnv>,
): Promise<{ server: Server; port: number; publicUrl: string }> {
  const fetch = async (request: Request, env: HttpBindings | Http2Bindings) => {
    // Health checks do not wait: their answer says that the server is starting.
    if (!PROBE.test(request.url)) await opened
    return (await app).fetch(request, env)
  }
  const server = makeHttpServer(fetch)
  const { host, trustedProxies } = settings
  limitConnections(server, { limits: CONNECTION_LIMITS, trustedProxies, log, clock })
  const place = listenAt(server, { port: settings.port, host, setting: 'PORT' }).then((port) => ({
    port,
    publicUrl: settings.publicUrl ?? `http://localhost:${port}`,
  }))
  const app = place.then(({ publicUrl }) => createAppAt(publicUrl))
  const [{ port, publicUrl }] = await Promise.all([place, app])
  return { server, port, publicUrl }
}

/** Serves the metrics on METRICS_PORT; null without it. */
export async function listenForMetrics(
  metrics: Metrics,
  { metricsPort: port, metricsHost: host }: ServerSettings,
): Promise<{ port: number; close(): Promise<void> } | null> {
  if (port === null) return null
  const server = makeMetricsServer(metrics)
  const takenPort = await listenAt(server, { port, host, setting: 'METRICS_PORT' })
  const unwatch = metrics.watchProcess()
  return {
    port: takenPort,
    async close() {
      unwatch()
      await closeHttp(server)
    },
  }
}
