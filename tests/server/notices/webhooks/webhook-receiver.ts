import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { makeSelfSigned } from '#tests/support/server/self-signed.ts'

// Webhook receivers for a server in a separate process. They have public IP addresses, because the server refuses all
// others. The proxy that this file starts (OUTBOUND_PROXY) leads these addresses to loopback. NODE_EXTRA_CA_CERTS makes
// the server trust the receivers' certificate.

export interface Received {
  /** The IP address of the receiver. */
  host: string
  headers: Record<string, string>
  body: Buffer
  /** When the whole request had arrived, in milliseconds since 1970. */
  atMs: number
}

/**
 * The moment at which a receiver hangs: before it accepts a connection, after it has read a request, or after it has
 * answered it with "101 Switching Protocols".
 */
export type Stop = 'connection' | 'answer' | 'switch'

const SWITCH = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'

export async function startReceivers(addresses: readonly string[]) {
  const { key, cert } = makeSelfSigned({ names: [], addresses })
  const received: Received[] = []
  const stops = new Map<string, Stop>()
  const stopped: string[] = []
  const tunnels = new Set<Socket>()
  const receivers = createSecureServer({ key, cert }, (request, response) => {
    void buffer(request).then((body) => {
      const { host = '' } = request.headers
      // The cast is safe: Node gives only Set-Cookie as an array, and requests have no Set-Cookie.
      const headers = request.headers as Record<string, string>
      received.push({ host, headers, body, atMs: Date.now() })
      const stop = stops.get(host)
      if (stop) stopped.push(host)
      if (stop === 'switch') request.socket.write(SWITCH)
      if (!stop) response.writeHead(204).end()
    })
  })
  const proxy = createServer()
  proxy.on('connect', ({ url = '' }, socket: Socket) => {
    const host = url.replace(':443', '')
    tunnels.add(socket)
    socket.on('error', () => socket.destroy()) // expected when the server is killed
    if (stops.get(host) === 'connection') return void stopped.push(host)
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    receivers.emit('connection', socket)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo // a listening TCP server has a port
  return {
    cert,
    proxyUrl: `http://127.0.0.1:${port}`,
    /** The requests, in the order of their arrival. */
    received: received as readonly Received[],
    /** The IP addresses of the receivers that hang. */
    stopped: stopped as readonly string[],
    stopAt(host: string, stop: Stop): void {
      stops.set(host, stop)
    },
    goOn(): void {
      stops.clear()
    },
    async close(): Promise<void> {
      const closed = once(proxy, 'close')
      proxy.close()
      for (const tunnel of tunnels) tunnel.destroy()
      await closed
    },
  }
}
