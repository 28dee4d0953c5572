import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts an HTTP proxy for the running test, which accepts every tunnel and passes its socket to `open`. */
export async function startTunnelProxy(open: (socket: Socket) => void) {
  const tunnels: { url?: string; login?: string }[] = []
  const proxy = createServer()
  proxy.on('connect', ({ url, headers }, socket: Socket) => {
    tunnels.push({ url, login: headers['proxy-authorization'] })
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    open(socket)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo // a listening TCP server has a port
  return { host: `127.0.0.1:${port}`, tunnels }
}
