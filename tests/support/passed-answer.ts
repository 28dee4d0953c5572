import { once } from 'node:events'
import {
  type ClientRequest,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from 'node:http'

// Answers on their way through a proxy: taken from the server, made up, given back whole or in part.

export interface PassedAnswer {
  status: number
  /** Name and value by turns, as they came. */
  headers: string[]
  body: Buffer
}

const PAGE = '<!doctype html><title>Free Wi-Fi</title><h1>Please accept our terms</h1>'

const HTML = ['Content-Type', 'text/html', 'Content-Length', String(Buffer.byteLength(PAGE))]
export const PORTAL: PassedAnswer = { status: 200, headers: HTML, body: Buffer.from(PAGE) }
/** To where nothing listens: who follows it is seen to fail. */
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

/** Both sides of the pipe are read whole: this proxy carries an app's small files and answers, no streams. */
export async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

/** @throws what the connection to the server does */
export async function ask(
  port: number,
  incoming: IncomingMessage,
  body: Buffer,
): Promise<PassedAnswer> {
  const outgoing: ClientRequest = openRequest({
    host: '127.0.0.1',
    port,
    method: incoming.method,
    path: incoming.url,
    headers: incoming.headers,
  })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]> // what a request's 'response' carries
  outgoing.end(body)
  const [response] = await answered
  return {
    status: response.statusCode ?? 502,
    headers: response.rawHeaders,
    body: await readAll(response),
  }
}

/** The length is said anew: an answer that came in chunks is whole by now. */
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
  answer.write(came.body.subarray(0, Math.floor(came.body.length / 2)), () => {
    answer.socket?.destroy()
  })
}
