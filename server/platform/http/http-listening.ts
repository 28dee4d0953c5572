import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SetupError } from '#server/platform/config/setup-error.ts'

const LAST_ANSWERS_MS = 10_000 // how long a closing server waits for running responses; then it cuts them off

/** An address to listen on, and the setting that configures it. */
export interface ListeningPlace {
  port: number
  host: string
  setting: string
}

/** Resolves with the port once the server is listening. @throws SetupError */
export async function listenAt(
  server: Server,
  { port, host, setting }: ListeningPlace,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, { port, host, setting })))
    server.listen(port, host, resolve)
  })
  // `address()` is null for a closed server and text for a pipe; this server listens on a port.
  return (server.address() as AddressInfo).port
}

/** Accepts no more connections, and resolves when all running requests are answered or cut off. */
export async function closeHttp(server: Server): Promise<void> {
  if (!server.listening) return
  // After a running response, its connection must close instead of waiting for another request.
  server.keepAliveTimeout = 1
  const cut = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS)
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeIdleConnections()
  })
  clearTimeout(cut)
}

function explain(error: Error, { port, host, setting }: ListeningPlace): SetupError {
  const code = 'code' in error ? String(error.code) : error.message
  if (code === 'EADDRINUSE')
    return new SetupError(
      `Port ${port} is in use already: stop the other program or set ${setting}.`,
    )
  return new SetupError(`The server cannot listen on ${host}, port ${port} (${code}).`)
}
