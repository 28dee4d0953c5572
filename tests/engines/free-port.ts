import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port that nothing listens on, for a program that cannot choose one itself. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server that listens has one
  server.close()
  await once(server, 'close')
  return port
}
