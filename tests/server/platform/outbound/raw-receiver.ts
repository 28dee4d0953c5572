import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { createOutboundClient } from '#server/platform/outbound/outbound-service.ts'
import { PUBLIC_ADDRESS } from '#tests/support/server/push-service.ts'

/** What a receiver does with a connection after it has got the head of a request. */
export type Behaviour = (socket: Socket) => void

/** Starts a TCP server for the running test that need not speak HTTP. Counts its open connections. */
export async function startRawReceiver(behave: Behaviour) {
  const sockets = new Set<Socket>()
  let asked: () => void = () => {}
  const wasAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()) // expected: the client closes connections that it gives up
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', () => {
      asked()
      behave(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a listening TCP server has a port
  let newest: Socket | null = null
  const client = createOutboundClient({
    resolve: async () => [PUBLIC_ADDRESS],
    connect: async () => {
      newest = connect({ host: '127.0.0.1', port })
      return newest
    },
  })
  return {
    client,
    port,
    wasAsked,
    countOpen: () => sockets.size,
    /** The number of bytes that the client has read from its newest connection. */
    countRead: () => newest?.bytesRead ?? 0,
  }
}

/** Writes until the other side closes the connection, as fast as it reads. */
export function writeForever(socket: Socket, text: string | Buffer): void {
  const write = () => {
    while (!socket.destroyed && socket.write(text));
    socket.once('drain', write)
  }
  write()
}
