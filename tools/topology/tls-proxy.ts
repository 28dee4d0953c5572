import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { makeSelfSigned } from '#tests/support/server/self-signed.ts'

// A minimal reverse proxy: it terminates TLS, sends requests to the processes in turn, and tries the next process when one
// refuses the connection. After any other failure it repeats only GETs and requests with an idempotency key.

export async function startTlsProxy() {
  const { key, cert } = makeSelfSigned()
  const counts = { repeated: 0, repeatedTaken: 0 }
  let targets: readonly number[] = []
  let turn = 0

  const server = createServer({ key, cert }, (request, response) => {
    // `forward` rejects when a client disconnects while it sends its body.
    forward(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    turn += 1
    const body = await buffer(request)
    const order = targets.map((_port, index) => targets[(turn + index) % targets.length] ?? 0)
    for (const [index, port] of order.entries()) {
      const answer = await pass(request, body, port).catch((error: Error) => error)
      if (!(answer instanceof Error)) {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.on('error', () => response.destroy()).pipe(response)
        return
      }
      if (index === order.length - 1 || !mayRepeat(request, answer)) break
      counts.repeated += 1
      if (!isUntaken(answer)) counts.repeatedTaken += 1
    }
    response.writeHead(502).end()
  }
  const { port } = server.address() as AddressInfo // neither null nor a path, because the server listens on a port
  return {
    url: `https://127.0.0.1:${port}`,
    /** The certificate that clients have to trust. */
    cert,
    /** `repeatedTaken`: repeated requests that a process had accepted and did not answer. */
    counts,
    /** Sets the ports to which requests go. */
    setTargets(ports: readonly number[]) {
      targets = ports
    },
    async close() {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
    },
  }
}

function pass(request: IncomingMessage, body: Buffer, port: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const passed = httpRequest({
      host: '127.0.0.1',
      port,
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      // Opens a new connection for each request: the process may close an idle connection just as the proxy reuses it.
      agent: false,
      headers: {
        ...request.headers,
        'x-forwarded-for': request.headers['x-forwarded-for'] ?? request.socket.remoteAddress,
        'x-forwarded-proto': 'https',
      },
    })
    passed.on('response', resolve)
    passed.on('error', reject)
    passed.end(body)
  })
}

function mayRepeat({ method, headers }: IncomingMessage, error: Error): boolean {
  return isUntaken(error) || method === 'GET' || headers['idempotency-key'] !== undefined
}

function isUntaken(error: Error): boolean {
  return 'code' in error && error.code === 'ECONNREFUSED'
}
