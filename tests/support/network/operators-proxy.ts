import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

// A reverse proxy as an operator may have it: with its own limit for bodies, or one that does not pass on the length.

const PAGE = '<html><head><title>413 Request Entity Too Large</title></head></html>'

/** A request as the proxy received it. */
export interface ProxiedRequest {
  method: string
  path: string
  /** Bytes of the body that reached the proxy. */
  bytes: number
  /** The proxy's own refusal, or the server's answer; null until then. */
  status: number | null
}

export interface ProxyOptions {
  /** Larger bodies get a 413 with an HTML page; endless by default. */
  maxBodyBytes?: number
  /** Passes bodies on with `Transfer-Encoding: chunked` and without their length. */
  rechunks?: boolean
}

/** Starts the proxy in front of the server at `target` for the running test. */
export async function startOperatorsProxy(target: string, options: ProxyOptions = {}) {
  const { maxBodyBytes = Number.POSITIVE_INFINITY, rechunks = false } = options
  const requests: ProxiedRequest[] = []
  const server = createServer((request, response) => {
    const seen = noteRequest(request)
    requests.push(seen)
    if (Number(request.headers['content-length']) > maxBodyBytes) {
      seen.status = 413
      // As nginx does, it reads what still arrives, so that the client sees the answer.
      response.writeHead(413, { 'Content-Type': 'text/html' }).end(PAGE)
      request.resume()
      return
    }
    const { 'content-length': length, ...headers } = request.headers
    const isBody = length !== undefined && length !== '0'
    const passed = httpRequest(new URL(request.url ?? '/', target), {
      method: request.method ?? 'GET',
      headers:
        rechunks && isBody ? { ...headers, 'transfer-encoding': 'chunked' } : request.headers,
      agent: false,
    })
    passed.on('response', (answer) => {
      seen.status = answer.statusCode ?? null
      answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers))
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // a listening TCP server has a port
  return { url: `http://127.0.0.1:${port}`, requests }
}

function noteRequest(request: IncomingMessage): ProxiedRequest {
  const { method = 'GET', url: path = '/' } = request
  const seen: ProxiedRequest = { method, path, bytes: 0, status: null }
  request.on('data', (piece: Buffer) => {
    seen.bytes += piece.length
  })
  return seen
}
