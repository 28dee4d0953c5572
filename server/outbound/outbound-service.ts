// Requests to addresses that people entered. The host is resolved once, and the socket connects to
// the address that was checked, so that a second look-up cannot lead elsewhere (DNS rebinding).

import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { isIP, type Socket } from 'node:net'
import {
  findPublicAddress,
  isPublicAddress,
  type Resolve,
  readHost,
  readOutboundUrl,
} from './outbound-address.ts'
import { type Connect, connectDirectly, connectThrough } from './outbound-connection.ts'

const CONNECT_MS = 10_000 // look-up, connection and TLS
const WHOLE_MS = 60_000
const MAX_BYTES = 64 * 1024 // of an answer, of which only the status matters

export interface OutboundRequest {
  /** https, port 443, no user name. */
  url: string
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string | number>>
  body?: Buffer | string | null
  timeouts?: { connectMs?: number; wholeMs?: number }
  maxBytes?: number
}

export interface OutboundAnswer {
  /** Any status; a redirect is not followed. */
  status: number
  headers: IncomingMessage['headers']
}

export interface OutboundClient {
  /** Reads and drops the body. @throws OutboundError */
  send(request: OutboundRequest): Promise<OutboundAnswer>
}

/** Its message contains neither the address nor any data from the receiver. */
export class OutboundError extends Error {
  /** `refused`: the address is not one to connect to; nothing was sent. */
  readonly kind: 'refused' | 'failed'

  constructor(kind: OutboundError['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

/** Whether `send` would accept this URL. Does not resolve its host name. */
export function isOutboundUrl(text: string): boolean {
  const url = readOutboundUrl(text)
  if (!url) return false
  const host = readHost(url)
  return isIP(host) === 0 || isPublicAddress(host)
}

/** Tests pass their own resolver and connector. `proxy` is an http address; null for none. */
export function createOutboundClient({
  proxy = null,
  resolve = resolveByDns,
  connect = proxy === null ? connectDirectly : connectThrough(proxy),
}: {
  proxy?: string | null
  resolve?: Resolve
  connect?: Connect
} = {}): OutboundClient {
  async function open(url: URL, signal: AbortSignal): Promise<Socket> {
    const address = await findPublicAddress(url, resolve)
    if (address === null)
      throw new OutboundError('refused', 'The address is not on the public internet.')
    signal.throwIfAborted()
    return connect({ address, port: 443, host: readHost(url) }, signal)
  }

  return {
    async send({ url: text, timeouts = {}, ...request }) {
      const url = readOutboundUrl(text)
      if (!url) throw new OutboundError('refused', 'Only https on port 443 is possible.')
      const { connectMs = CONNECT_MS, wholeMs = WHOLE_MS } = timeouts
      const whole = AbortSignal.timeout(wholeMs)
      const connecting = AbortSignal.any([whole, AbortSignal.timeout(connectMs)])
      try {
        const socket = await endWith(open(url, connecting), connecting)
        return await exchange(socket, url, request, whole)
      } catch (error) {
        if (error instanceof OutboundError) throw error
        throw new OutboundError('failed', 'The other side did not answer.', error)
      }
    },
  }
}

/** Look-ups cannot be aborted. `connect` has the signal, and closes a socket that opens late. */
async function endWith<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let onAbort: () => void = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

function exchange(
  socket: Socket,
  url: URL,
  { method, headers, body, maxBytes = MAX_BYTES }: Omit<OutboundRequest, 'url' | 'timeouts'>,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  return new Promise((resolve, reject) => {
    const request = requestHttp({
      createConnection: () => socket,
      method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, Host: url.host },
      signal,
    })
    request.on('error', reject)
    request.on('response', (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > maxBytes) answer.destroy(new Error('The answer is too long.'))
      })
      answer.on('error', reject)
      answer.on('end', () => {
        socket.destroy()
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
      })
    })
    request.end(body ?? undefined)
  })
}

async function resolveByDns(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}
