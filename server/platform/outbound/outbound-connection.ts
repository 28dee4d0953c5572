// Connections to checked IP addresses, directly or through the proxy of OUTBOUND_PROXY.

import { request as requestHttp } from 'node:http'
import { connect as connectTcp, isIP, isIPv6, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { rejectWhenClosed } from './outbound-exchange.ts'

export interface OutboundTarget {
  /** The checked IP address. */
  address: string
  /** 80 for http without TLS, 443 for https. */
  port: 80 | 443
  /** The host name or IP address that the certificate must have. */
  host: string
}

/** Opens a connection; on port 443, with TLS and a checked certificate. @throws if it fails, or the signal aborts it */
export type Connect = (target: OutboundTarget, signal: AbortSignal) => Promise<Socket>

export const connectDirectly: Connect = ({ address, port, host }, signal) =>
  port === 443
    ? secure({ host: address, port }, host, signal)
    : untilOpen(connectTcp({ host: address, port }), 'connect', signal)

/**
 * Connects through an http proxy by CONNECT (RFC 9110, section 9.3.6). The proxy gets the checked IP address,
 * not the host name, which it could resolve to another IP address.
 */
export function connectThrough(proxyUrl: string): Connect {
  const proxy = new URL(proxyUrl)
  return async ({ address, port, host }, signal) => {
    const path = `${isIPv6(address) ? `[${address}]` : address}:${port}`
    const socket = await openTunnel(proxy, path, signal)
    return port === 443 ? secure({ socket, host: address }, host, signal) : socket
  }
}

function openTunnel(
  { hostname, port, username, password }: URL,
  path: string,
  signal: AbortSignal,
): Promise<Socket> {
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const headers = {
    Host: path,
    ...(username && { 'Proxy-Authorization': `Basic ${login.toString('base64')}` }),
  }
  return new Promise((resolve, reject) => {
    const request = requestHttp({ hostname, port, method: 'CONNECT', path, headers, signal })
    request.on('error', reject)
    request.on('connect', ({ statusCode }, socket: Socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(new Error(`The proxy answered ${statusCode}.`))
    })
    rejectWhenClosed(request, reject)
    request.end()
  })
}

function secure(way: ConnectionOptions, host: string, signal: AbortSignal): Promise<Socket> {
  // TLS accepts no IP address as server name (RFC 6066, section 3). Without a server name, Node checks the
  // certificate against `way.host`, in a tunnel too.
  const servername = isIP(host) === 0 ? host : ''
  return untilOpen(connectTls({ ...way, servername }), 'secureConnect', signal)
}

function untilOpen(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const onAbort = () => socket.destroy(new Error('The connection took too long.'))
    signal.addEventListener('abort', onAbort)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The connection was closed.')))
    socket.once(event, () => {
      signal.removeEventListener('abort', onAbort)
      resolve(socket)
    })
  })
}
