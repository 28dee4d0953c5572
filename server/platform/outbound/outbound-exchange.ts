// One request over an open connection. The body of the answer is limited in size and never decoded, so
// that a small compressed body cannot become a large one.

import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import type { Socket } from 'node:net'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OutboundError } from './outbound-error.ts'

const MOST_NOTICES = 20 // informational answers (1xx) before the real one; honest servers send one or two
const DROPPED_BYTES = 64 * 1024 // of a body that nobody needs: enough for an ordinary receiver's sentence
const DROPPED_MS = 1_000 // how long to wait for such a body

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
    request.on('response', (answer) => {
      if (answer.statusCode === 101) answer.socket.destroy()
      else resolve(answer)
    })
    refuseNotices(request)
    rejectWhenClosed(request, reject)
    request.end(body ?? undefined)
  })
}

/**
 * Rejects when the request ends in a way that Node reports neither as a response nor as an error, such as
 * "101 Switching Protocols". Without effect after a response.
 */
export function rejectWhenClosed(request: ClientRequest, reject: (error: Error) => void): void {
  request.on('close', () => reject(new Error('The connection was closed without an answer.')))
}

function refuseNotices(request: ClientRequest): void {
  // After a 101, the other side speaks another protocol: no answer follows.
  request.on('upgrade', (_answer, socket) => socket.destroy())
  let notices = 0
  request.on('information', () => {
    notices += 1
    if (notices > MOST_NOTICES) request.destroy(new Error('The other side does not answer.'))
  })
}

/** Reads and drops the rest of an answer that is decided already, for a short time, and closes it. Never rejects. */
export function dropBody(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const timer = setTimeout(end, DROPPED_MS)
    function end(): void {
      clearTimeout(timer)
      answer.socket.destroy()
      resolve()
    }
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > DROPPED_BYTES) end()
    })
    for (const ending of ['end', 'error', 'close']) answer.on(ending, end)
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
