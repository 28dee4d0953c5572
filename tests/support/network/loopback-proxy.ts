import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

// A TCP proxy on loopback that can refuse connections. navigator.onLine stays true, as on a phone
// whose network has no internet access.

export interface LoopbackProxy {
  url: string
  port: number
  /** Closes all connections and accepts no new ones. */
  cut(): Promise<void>
  /** Accepts connections again, on the same port. */
  heal(): Promise<void>
  close(): Promise<void>
}

/** `join` forwards what each socket of a connection receives to the other one, by default at once. */
export function startLoopbackProxy(
  targetPort: number,
  join: (client: Socket, upstream: Socket) => void = pipeBoth,
): Promise<LoopbackProxy> {
  return listenOnLoopback(() =>
    createServer((client) => {
      const upstream = connect(targetPort, '127.0.0.1')
      for (const socket of [client, upstream]) {
        // Disables Nagle's algorithm, which delays the end of a response by up to 40 ms.
        socket.setNoDelay()
        // Cut connections are expected here.
        socket.on('error', () => socket.destroy())
      }
      client.on('close', () => upstream.destroy())
      join(client, upstream)
    }),
  )
}

/** Listens on a free port, with a new server after each cut. */
export async function listenOnLoopback(makeServer: () => Server): Promise<LoopbackProxy> {
  const sockets = new Set<Socket>()
  let server: Server | null = await listen(0)
  const { port } = server.address() as AddressInfo // a listening TCP server has a port

  async function listen(onPort: number): Promise<Server> {
    const next = makeServer()
    next.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    next.listen(onPort, '127.0.0.1')
    await once(next, 'listening')
    return next
  }

  async function cut(): Promise<void> {
    if (!server) return
    const closing = once(server, 'close')
    server.close()
    server = null
    for (const socket of sockets) socket.destroy()
    await closing
  }

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    cut,
    async heal() {
      server ??= await listen(port)
    },
    close: cut,
  }
}

function pipeBoth(client: Socket, upstream: Socket): void {
  upstream.on('close', () => client.destroy())
  client.pipe(upstream).pipe(client)
}
