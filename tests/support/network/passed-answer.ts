import { once } from 'node:events'
import { type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

// HTTP responses that the fault proxy sends: forwarded from the server or made up, whole or truncated.

export interface PassedAnswer {
  status: number
  /** Alternating names and values, as in Node's `rawHeaders`. */
  headers: string[]
  body: Buffer
}

const PAGE = '<!doctype html><title>Free Wi-Fi</title><h1>Please accept our terms</h1>'

const HTML = ['Content-Type', 'text/html', 'Content-Length', String(Buffer.byteLength(PAGE))]
export const PORTAL: PassedAnswer = { status: 200, headers: HTML, body: Buffer.from(PAGE) }
/** Nothing listens at the redirect's target, so a client that follows the redirect fails visibly. */
export const REDIRECT: PassedAnswer = {
  status: 302,
  headers: ['Location', 'http://127.0.0.1:9/welcome', 'Content-Length', '0'],
  body: Buffer.alloc(0),
}
export const BUSY: PassedAnswer = {
  status: 503,
  headers: ['Content-Type', 'text/plain', 'Content-Length', '0', 'Retry-After', '1'],
  body: Buffer.alloc(0),
}

/** Forwards the request and buffers the response: only small files and API responses. @throws if the connection to the server fails */
export async function ask(
  port: number,
  incoming: IncomingMessage,
  body: Buffer,
): Promise<PassedAnswer> {
  const outgoing = openRequest({
    host: '127.0.0.1',
    port,
    method: incoming.method,
    path: incoming.url,
    headers: incoming.headers,
  })
  // `once` resolves to the arguments of the event.
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  outgoing.end(body)
  const [response] = await answered
  return {
    status: response.statusCode ?? 502,
    headers: response.rawHeaders,
    body: await buffer(response),
  }
}

/** Replaces Transfer-Encoding by Content-Length, because the whole body has been buffered. */
function headersOf({ headers, body }: PassedAnswer): string[] {
  const kept: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2)
    const isAboutTheWay = /^(transfer-encoding|content-length|connection|keep-alive)$/i.test(name)
    if (!isAboutTheWay) kept.push(name, value)
  }
  return body.length > 0 ? [...kept, 'Content-Length', String(body.length)] : kept
}

export function sendWhole(answer: ServerResponse, came: PassedAnswer): void {
  answer.writeHead(came.status, headersOf(came))
  answer.end(came.body)
}

export function sendHalf(answer: ServerResponse, came: PassedAnswer): void {
  answer.writeHead(came.status, headersOf(came))
  answer.write(came.body.subarray(0, middleOf(came)), () => {
    answer.socket?.destroy()
  })
}

/** Sends the first half at once and the second half when `isReleased` resolves. */
export async function sendInHalves(
  answer: ServerResponse,
  came: PassedAnswer,
  isReleased: Promise<void>,
): Promise<void> {
  answer.writeHead(came.status, headersOf(came))
  answer.write(came.body.subarray(0, middleOf(came)))
  await isReleased
  answer.end(came.body.subarray(middleOf(came)))
}

function middleOf({ body }: PassedAnswer): number {
  return Math.floor(body.length / 2)
}
