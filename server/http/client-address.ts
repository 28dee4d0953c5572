import type { Context } from 'hono'
import type { AppEnv } from '#server/app-env.ts'
import {
  type Address,
  findAddress,
  isInRange,
  type ProxyRange,
} from '#server/config/proxy-range.ts'

// X-Forwarded-For and X-Forwarded-Proto are used only if the connection comes from a trusted proxy
// (ASVS 4.1.3).

const NETWORK_GROUPS = 4 // 64 bits: limits apply to a whole IPv6 /64, because one subscriber has all of it
const UNKNOWN = 'unknown' // for a request without a socket

/** The client's IPv4 address, or the network of its IPv6 address. */
export function findClientAddress(c: Context<AppEnv>, trusted: readonly ProxyRange[]): string {
  const peer = findPeer(c)
  if (!peer) return UNKNOWN
  return findNetwork(isTrusted(peer, trusted) ? findForwarded(c, peer, trusted) : peer)
}

/** Whether the client connected to a trusted proxy over https. */
export function isHttps(c: Context<AppEnv>, trusted: readonly ProxyRange[]): boolean {
  const peer = findPeer(c)
  const isFromProxy = peer !== null && isTrusted(peer, trusted)
  return isFromProxy && c.req.header('X-Forwarded-Proto') === 'https'
}

function findPeer(c: Context<AppEnv>): Address | null {
  return findAddress(c.env?.incoming?.socket.remoteAddress ?? '')
}

/**
 * Follows X-Forwarded-For from its end, where the nearest proxy adds its entry, to the first
 * untrusted hop. A malformed entry ends the search at the last trusted hop: entries before it may
 * be forged.
 */
function findForwarded(c: Context<AppEnv>, peer: Address, trusted: readonly ProxyRange[]): Address {
  const entries = (c.req.header('X-Forwarded-For') ?? '').split(',').reverse()
  let hop = peer
  for (const entry of entries) {
    const next = readEntry(entry.trim())
    if (!next) return hop
    hop = next
    if (!isTrusted(hop, trusted)) return hop
  }
  return hop
}

/**
 * An entry may include a port: `203.0.113.7:4711`, `[2001:db8::1]:443` (as in RFC 7239, section 6).
 */
function readEntry(entry: string): Address | null {
  const [, ipv6, ipv4] = /^(?:\[([^\]]*:[^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry) ?? []
  return findAddress(ipv6 ?? ipv4 ?? entry)
}

function isTrusted(address: Address, trusted: readonly ProxyRange[]): boolean {
  return trusted.some((range) => isInRange(address, range))
}

/** The unit of limits: an IPv4 address, or the network of an IPv6 address. */
export function findNetwork(address: Address): string {
  if (!('parts' in address)) return address.toString()
  const groups = address.parts.slice(0, NETWORK_GROUPS).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}
