import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Finds a free port for a program that cannot choose one itself. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a listening TCP server has a port
  server.close()
  await once(server, 'close')
  return port
}
