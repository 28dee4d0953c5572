import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'

// A TCP proxy on loopback that simulates a network without an answer. `silence` stops forwarding but closes no
// connection: it holds back data and the ends of connections, and new connections get no answer. `resume` delivers
// everything that was held back, in order.

export interface SilentProxy {
  port: number
  silence(): void
  resume(): void
  close(): Promise<void>
}

export async function startSilentProxy(targetPort: number): Promise<SilentProxy> {
  const sockets = new Set<Socket>()
  const held: (() => void)[] = []
  let isSilent = false

  function pass(step: () => void): void {
    if (isSilent) held.push(step)
    else step()
  }

  function forward(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('data', (chunk) => pass(() => to.write(chunk)))
    // Broken connections are expected here; 'close' follows.
    from.on('error', () => from.destroy())
    from.on('close', () => {
      sockets.delete(from)
      pass(() => to.destroy())
    })
  }

  const server = createServer((client) => {
    const upstream = new Socket()
    // The target must not see a connection that the client closed before its first packet passed.
    pass(() => {
      if (!client.destroyed) upstream.connect(targetPort, '127.0.0.1')
    })
    forward(client, upstream)
    forward(upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a listening TCP server has a port

  function resume(): void {
    isSilent = false
    for (const step of held.splice(0)) step()
  }

  return {
    port,
    silence() {
      isSilent = true
    },
    resume,
    async close() {
      resume()
      const closing = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closing
    },
  }
}
