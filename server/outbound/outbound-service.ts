// Requests to URLs that people entered. The host is resolved once, and the socket connects to the IP
// address that was checked, so that a second look-up cannot lead elsewhere (DNS rebinding).

import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import {
  findPublicAddress,
  isPublicAddress,
  type Resolve,
  readHost,
  readMediaUrl,
  readOutboundUrl,
  readRedirect,
} from './outbound-address.ts'
import { type Connect, connectDirectly, connectThrough } from './outbound-connection.ts'
import { OutboundError } from './outbound-error.ts'
import { type Exchange, exchange, writeBody } from './outbound-exchange.ts'
import { endWith, type Limits, startLimits, type Timeouts } from './outbound-limits.ts'

export { OutboundError }

const MAX_BYTES = 64 * 1024 // of an answer whose body is dropped
const MAX_REDIRECTS = 3 // from http to https, to the host with www, and to a content delivery network
const REDIRECTS = new Set([301, 302, 303, 307, 308]) // RFC 9110, section 15.4

export interface OutboundRequest extends Exchange {
  /** https, port 443, no user name. */
  url: string
  timeouts?: Timeouts
  maxBytes?: number
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
  timeouts?: Timeouts
}

export interface OutboundClient {
  /** Sends a request; reads and drops the body of the answer. @throws OutboundError */
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
    async send({ url: text, timeouts, maxBytes = MAX_BYTES, ...request }) {
      const url = readOutboundUrl(text)
      if (!url) throw new OutboundError('refused', 'Only https on port 443 is possible.')
      const limits = startLimits(timeouts)
      return withoutDetails(async () => {
        const answer = await ask(url, request, limits)
        await finish(answer, dropAll, { maxBytes, signal: limits.whole })
        return { status: statusOf(answer), headers: answer.headers }
      })
    },

    async download({ url: text, timeouts, maxBytes, openSink }) {
      const url = readMediaUrl(text)
      if (!url)
        throw new OutboundError(
          'refused',
          'Only https on port 443 and http on port 80 are possible.',
        )
      const limits = startLimits(timeouts)
      return withoutDetails(async () => {
        const headers = { 'Accept-Encoding': 'identity' }
        const answer = await follow(ask, url, { method: 'GET', headers }, limits)
        if (statusOf(answer) === 200)
          await finish(answer, openSink, { maxBytes, signal: limits.whole })
        else answer.socket.destroy()
        return statusOf(answer)
      })
    },
  }
}

type Ask = (url: URL, request: Exchange, limits: Limits) => Promise<IncomingMessage>

function makeAsk(resolve: Resolve, connect: Connect): Ask {
  async function open(url: URL, signal: AbortSignal): Promise<Socket> {
    const address = await findPublicAddress(url, resolve)
    if (address === null)
      throw new OutboundError('refused', 'The address is not on the public internet.')
    signal.throwIfAborted()
    const port = url.protocol === 'https:' ? 443 : 80
    return connect({ address, port, host: readHost(url) }, signal)
  }

  return async (url, request, { connectMs, whole }) => {
    const connecting = AbortSignal.any([whole, AbortSignal.timeout(connectMs)])
    const socket = await endWith(open(url, connecting), connecting)
    return exchange(socket, url, request, whole)
  }
}

async function follow(
  ask: Ask,
  start: URL,
  request: Exchange,
  limits: Limits,
): Promise<IncomingMessage> {
  let url = start
  for (let redirects = 0; ; redirects += 1) {
    const answer = await ask(url, request, limits)
    const { location } = answer.headers
    if (location === undefined || !REDIRECTS.has(statusOf(answer))) return answer
    answer.socket.destroy()
    const next = redirects < MAX_REDIRECTS ? readRedirect(url, location) : null
    if (!next) throw new OutboundError('refused', 'The address leads on to one that is refused.')
    url = next
  }
}

async function finish(...[answer, ...how]: Parameters<typeof writeBody>): Promise<void> {
  try {
    await writeBody(answer, ...how)
  } finally {
    answer.socket.destroy()
  }
}

async function withoutDetails<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OutboundError) throw error
    throw new OutboundError('failed', 'The other side did not answer.', error)
  }
}

function statusOf({ statusCode = 0 }: IncomingMessage): number {
  return statusCode
}

function dropAll(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}

async function resolveByDns(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}
