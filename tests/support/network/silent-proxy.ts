import { createServer, Socket } from 'node:net'
import { listenOnLoopback } from './loopback-proxy.ts'

// A TCP proxy on loopback that simulates a network without an answer. `silence` stops forwarding but closes no
// connection: it holds back data and the ends of connections, and new connections get no answer. `resume` delivers
// everything that was held back, in order.

export type SilentProxy = Awaited<ReturnType<typeof startSilentProxy>>

export async function startSilentProxy(targetPort: number) {
  const held: (() => void)[] = []
  let isSilent = false

  function pass(step: () => void): void {
    if (isSilent) held.push(step)
    else step()
  }

  function forward(from: Socket, to: Socket): void {
    from.on('data', (chunk) => pass(() => to.write(chunk)))
    // Broken connections are expected here; 'close' follows.
    from.on('error', () => from.destroy())
    from.on('close', () => pass(() => to.destroy()))
  }

  const { port, close } = await listenOnLoopback(() =>
    createServer((client) => {
      const upstream = new Socket()
      // The target must not see a connection that the client closed before its first packet passed.
      pass(() => {
        if (!client.destroyed) upstream.connect(targetPort, '127.0.0.1')
      })
      forward(client, upstream)
      forward(upstream, client)
    }),
  )

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
    close() {
      resume()
      return close()
    },
  }
}
