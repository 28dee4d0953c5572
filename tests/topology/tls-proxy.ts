import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeSelfSigned } from '#tests/support/server/self-signed.ts'

// A minimal reverse proxy: it terminates TLS, sends requests to the processes in turn, and tries the next process when one
// refuses the connection. After any other failure it repeats only GETs and requests with an idempotency key.

export interface TlsProxy {
  url: string
  /** The certificate that clients have to trust. */
  cert: string
  /** Sets the ports to which requests go. */
  setTargets(ports: readonly number[]): void
  /** `repeatedTaken`: repeated requests that a process had accepted and did not answer. */
  counts: {
    requests: number
    repeated: number
    repeatedTaken: number
    badGateways: number
    cutAnswers: number
  }
  close(): Promise<void>
}

export async function startTlsProxy(): Promise<TlsProxy> {
  const { key, cert } = makeSelfSigned()
  const counts = { requests: 0, repeated: 0, repeatedTaken: 0, badGateways: 0, cutAnswers: 0 }
  let targets: readonly number[] = []
  let turn = 0

  const server = createServer({ key, cert }, (request, response) => {
    // `forward` rejects when a client disconnects while it sends its body.
    forward(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    counts.requests += 1
    turn += 1
    const body = await readWhole(request)
    const order = targets.map((_port, index) => targets[(turn + index) % targets.length] ?? 0)
    for (const [index, port] of order.entries()) {
      const answer = await pass(request, body, port).catch((error: unknown) => error)
      if (answer instanceof Error) {
        if (index === order.length - 1 || !mayRepeat(request, answer)) break
        counts.repeated += 1
        if (!isUntaken(answer)) counts.repeatedTaken += 1
        continue
      }
      // Without an error, `pass` resolves with an IncomingMessage.
      const { statusCode = 502, headers } = answer as IncomingMessage
      response.writeHead(statusCode, headers)
      ;(answer as IncomingMessage)
        .on('error', () => {
          counts.cutAnswers += 1
          response.destroy()
        })
        .pipe(response)
      return
    }
    counts.badGateways += 1
    response.writeHead(502).end()
  }
  const { port } = server.address() as AddressInfo // neither null nor a path, because the server listens on a port
  return {
    url: `https://127.0.0.1:${port}`,
    cert,
    counts,
    setTargets(ports) {
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

async function readWhole(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
