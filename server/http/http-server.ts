import { createServer, type Server } from 'node:http'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { refuseAmbiguous } from './ambiguous-request.ts'

export interface HttpLimits {
  /** How long the head of a request may take. */
  headMs: number
  /** How long a request may take to arrive, body and all. */
  requestMs: number
  /** How long a connection may stand still, with a request or an answer on its way or between two requests. */
  stillMs: number
  /** How often those that are late are looked for. */
  lookEveryMs: number
}

export const HTTP_LIMITS: HttpLimits = {
  headMs: 15_000, // our own heads have about 1 kB: seconds, even by 2G
  requestMs: 60_000, // the largest body, 100 kB, at 14 kbit/s
  // A paused video is read no further; its player asks for the rest again. Between requests a phone saves a new TLS
  // handshake, and a proxy that closes its idle connections earlier never meets one that is being closed.
  stillMs: 120_000,
  lookEveryMs: 5_000,
}
const MAX_HEADER_BYTES = 16_384 // Node's own number, said here so that nothing else decides it

/**
 * The HTTP edge: who sends or reads too slowly is cut off (ASVS 5.0, V15.2). A request that comes in too slowly is a
 * 408; a head that is too large a 431; one whose length can be read in two ways, or whose lines are not HTTP's, a 400.
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
