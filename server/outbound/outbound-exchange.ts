// One request over an open connection. The body of the answer is limited in size and never decoded, so
// that a small compressed body cannot become a large one.

import { type IncomingMessage, request as requestHttp } from 'node:http'
import type { Socket } from 'node:net'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OutboundError } from './outbound-error.ts'

export interface Exchange {
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string | number>> | undefined
  body?: Buffer | string | null | undefined
}

/**
 * Resolves with the head of the answer, before its body is read. The caller must destroy the answer's
 * socket. @throws if the request fails or the signal aborts it
 */
export function exchange(
  socket: Socket,
  url: URL,
  { method, headers, body }: Exchange,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = requestHttp({
      createConnection: () => socket,
      method,
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, Host: url.host },
      signal,
    })
    request.on('error', reject)
    request.on('response', resolve)
    request.end(body ?? undefined)
  })
}

/** Writes the body as it was sent. @throws OutboundError `too-large`, or another error if the body ends early */
export async function writeBody(
  answer: IncomingMessage,
  openSink: () => Writable,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<void> {
  // Without a Content-Length this is NaN, which is not larger.
  if (Number(answer.headers['content-length']) > maxBytes) throw tooLarge()
  let bytes = 0
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) done(tooLarge())
      else done(null, chunk)
    },
  })
  await pipeline(answer, limit, openSink(), { signal })
}

function tooLarge(): OutboundError {
  return new OutboundError('too-large', 'The answer is too large.')
}
