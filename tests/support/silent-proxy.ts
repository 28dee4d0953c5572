import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'

// A network that drops packets: a TCP proxy on loopback that can stop forwarding without closing anything. Neither data nor
// ends of connections pass while it is silent, and a new connection gets no answer; afterwards everything passes in its order.

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
    // A connection that breaks is this proxy's purpose; 'close' follows.
    from.on('error', () => from.destroy())
    from.on('close', () => {
      sockets.delete(from)
      pass(() => to.destroy())
    })
  }

  const server = createServer((client) => {
    const upstream = new Socket()
    // The target must not see a connection that was given up before its first packet came through.
    pass(() => {
      if (!client.destroyed) upstream.connect(targetPort, '127.0.0.1')
    })
    forward(client, upstream)
    forward(upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one

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
