import { createServer, type Server } from 'node:http'
import type { Metrics } from './metrics-service.ts'

/** A separate server for /metrics, because metrics are not public. It does not listen yet. */
export function makeMetricsServer(metrics: Metrics): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.render().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
}
