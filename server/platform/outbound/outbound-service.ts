// Requests to URLs that people entered. The host is resolved once, and the socket connects to the IP
// address that was checked, so that a second look-up cannot lead elsewhere (DNS rebinding).

import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import type { Writable } from 'node:stream'
import {
  isPublicAddress,
  listPublicAddresses,
  type Resolve,
  readHost,
  readMediaUrl,
  readOutboundUrl,
  readRedirect,
} from './outbound-address.ts'
import { type Connect, connectDirectly, connectThrough } from './outbound-connection.ts'
import { resolveByDns } from './outbound-dns.ts'
import { OutboundError } from './outbound-error.ts'
import { dropBody, type Exchange, exchange, writeBody } from './outbound-exchange.ts'
import { openFirst } from './outbound-race.ts'
import { endWithin } from './time-limit-service.ts'

export { OutboundError }

const CONNECT_MS = 10_000 // DNS look-up, connection and TLS, for each URL of a chain of redirects
const WHOLE_MS = 60_000 // of a request with all redirects, unless the caller sets another limit
const MAX_REDIRECTS = 3 // from http to https, to the host with www, and to a content delivery network
const REDIRECTS = new Set([301, 302, 303, 307, 308]) // RFC 9110, section 15.4

export interface OutboundRequest extends Exchange {
  /** https, port 443, no user name. */
  url: string
  /** The limit of the whole request in milliseconds; 60 seconds if absent. */
  wholeMs?: number
}

export interface OutboundAnswer {
  /** Any status; a redirect is not followed. */
  status: number
  headers: IncomingMessage['headers']
}

export interface OutboundDownload {
  /** https on port 443 or http on port 80, no user name. */
  url: string
  maxBytes: number
  /** Called when the answer has status 200 and its Content-Length is at most `maxBytes` or absent. */
  openSink: () => Writable
  /** As in OutboundRequest. */
  wholeMs?: number
}

export interface OutboundClient {
  /**
   * Sends a request. The head of the answer decides: its body is read for a second at most, and dropped. Ends within
   * `wholeMs`, whatever the other side does. @throws OutboundError
   */
  send(request: OutboundRequest): Promise<OutboundAnswer>
  /**
   * Returns the status. If it is 200, writes the body, a photo or video, to a sink. Follows up to 3
   * redirects, each checked like the first URL. Destroys an opened sink on failure. @throws OutboundError
   */
  download(download: OutboundDownload): Promise<number>
}

/** Whether `send` would accept this URL. Does not resolve its host name. */
export function isOutboundUrl(text: string): boolean {
  return hasPublicForm(readOutboundUrl(text))
}

/** Whether `download` would accept this URL. Does not resolve its host name. */
export function isMediaUrl(text: string): boolean {
  return hasPublicForm(readMediaUrl(text))
}

function hasPublicForm(url: URL | null): boolean {
  if (!url) return false
  const host = readHost(url)
  return isIP(host) === 0 || isPublicAddress(host)
}

/** `proxy` is an http URL; null for none. Only tests pass a resolver and a connector. */
export function createOutboundClient({
  proxy = null,
  resolve = resolveByDns,
  connect = proxy === null ? connectDirectly : connectThrough(proxy),
}: {
  proxy?: string | null
  resolve?: Resolve
  connect?: Connect
} = {}): OutboundClient {
  const ask = makeAsk(resolve, connect)
  return {
    async send({ url: text, wholeMs = WHOLE_MS, ...request }) {
      const url = readOutboundUrl(text)
      if (!url) throw new OutboundError('refused', 'Only https on port 443 is possible.')
      const answer = await limited(wholeMs, (whole) => ask(url, request, whole))
      await dropBody(answer)
      return { status: statusOf(answer), headers: answer.headers }
    },

    async download({ url: text, wholeMs = WHOLE_MS, maxBytes, openSink }) {
      const url = readMediaUrl(text)
      if (!url)
        throw new OutboundError(
          'refused',
          'Only https on port 443 and http on port 80 are possible.',
        )
      return limited(wholeMs, async (whole) => {
        const headers = { 'Accept-Encoding': 'identity' }
        const answer = await follow(ask, url, { method: 'GET', headers }, whole)
        try {
          if (statusOf(answer) === 200)
            await writeBody(answer, openSink, { maxBytes, signal: whole })
          return statusOf(answer)
        } finally {
          answer.socket.destroy()
        }
      })
    },
  }
}

type Ask = (url: URL, request: Exchange, whole: AbortSignal) => Promise<IncomingMessage>

function makeAsk(resolve: Resolve, connect: Connect): Ask {
  async function open(url: URL, signal: AbortSignal): Promise<Socket> {
    const addresses = await listPublicAddresses(url, resolve, signal)
    if (addresses.length === 0)
      throw new OutboundError('refused', 'The address is not on the public internet.')
    signal.throwIfAborted()
    const port = url.protocol === 'https:' ? 443 : 80
    const host = readHost(url)
    return openFirst(addresses, (address, stop) => connect({ address, port, host }, stop), signal)
  }

  return async (url, request, whole) => {
    const socket = await endWithin(CONNECT_MS, (connecting) => open(url, connecting), whole)
    return exchange(socket, url, request, whole)
  }
}

async function follow(
  ask: Ask,
  start: URL,
  request: Exchange,
  whole: AbortSignal,
): Promise<IncomingMessage> {
  let url = start
  for (let redirects = 0; ; redirects += 1) {
    const answer = await ask(url, request, whole)
    const { location } = answer.headers
    if (location === undefined || !REDIRECTS.has(statusOf(answer))) return answer
    answer.socket.destroy()
    const next = redirects < MAX_REDIRECTS ? readRedirect(url, location) : null
    if (!next) throw new OutboundError('refused', 'The address leads on to one that is refused.')
    url = next
  }
}

/** Ends work in time, and hides the details of its errors. @throws OutboundError */
async function limited<Result>(
  ms: number,
  work: (whole: AbortSignal) => Promise<Result>,
): Promise<Result> {
  try {
    return await endWithin(ms, work)
  } catch (error) {
    if (error instanceof OutboundError) throw error
    throw new OutboundError('failed', 'The other side did not answer.', error)
  }
}

function statusOf({ statusCode = 0 }: IncomingMessage): number {
  return statusCode
}
