import { createServer, type Server } from 'node:http'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { refuseAmbiguous } from './ambiguous-request.ts'

export interface HttpLimits {
  /** Maximum time to receive the head of a request. */
  headMs: number
  /** Maximum time to receive a whole request. */
  requestMs: number
  /** Maximum idle time of a connection, during a request or response or between requests. */
  stillMs: number
  /** Interval of the check for slow requests. */
  lookEveryMs: number
}

export const HTTP_LIMITS: HttpLimits = {
  headMs: 15_000, // the app's heads have about 1 kB, which takes seconds even on 2G
  requestMs: 60_000, // enough for 100 kB of JSON at 14 kbit/s; a client resumes an interrupted upload (tus)
  // A paused video's player stops reading and requests the rest later. Between requests, an open
  // connection saves a phone a new TLS handshake. Most proxies have shorter idle timeouts, so they never
  // reuse a connection that this server is closing.
  stillMs: 120_000,
  lookEveryMs: 5_000,
}
const MAX_HEADER_BYTES = 16_384 // Node's default, set here so that --max-http-header-size cannot change it

/**
 * Creates the HTTP server. Disconnects clients that send or read too slowly (ASVS 5.0, V15.2). A
 * slow request gets a 408, a head that is too large a 431, and an ambiguous length or malformed
 * HTTP a 400.
 */
export function makeHttpServer(
  fetch: (request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>,
  limits: HttpLimits = HTTP_LIMITS,
): Server {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.stillMs,
      connectionsCheckingInterval: limits.lookEveryMs,
      insecureHTTPParser: false,
      requireHostHeader: true,
    },
    refuseAmbiguous(getRequestListener(fetch)),
  )
  server.setTimeout(limits.stillMs)
  return server
}
