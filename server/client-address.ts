import { isIPv6 } from 'node:net'
import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'

// What a proxy says about the client counts only when the proxy is one of the named ones (ASVS 4.1.3).

const NETWORK_GROUPS = 4 // a subscriber has a whole IPv6 /64, so limits count that

/** The client's IP address; of an IPv6 one the network. */
export function findClientAddress(c: Context<AppEnv>, trusted: readonly string[]): string {
  const peer = peerOf(c)
  if (!trusted.includes(peer)) return networkOf(peer)
  const hops = (c.req.header('X-Forwarded-For') ?? '').split(',').map((hop) => plain(hop.trim()))
  const client = hops.reverse().find((hop) => hop !== '' && !trusted.includes(hop))
  return networkOf(client ?? peer)
}

/** Whether the client itself came over https. */
export function isHttps(c: Context<AppEnv>, trusted: readonly string[]): boolean {
  return trusted.includes(peerOf(c)) && c.req.header('X-Forwarded-Proto') === 'https'
}

function peerOf(c: Context<AppEnv>): string {
  return plain(c.env?.incoming?.socket.remoteAddress ?? 'unknown')
}

function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}

function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) {
    const rest = tail.split(':').filter(Boolean)
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest)
  }
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}
