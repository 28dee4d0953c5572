import { isIPv6 } from 'node:net'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import type { AppEnv } from '#server/platform/app-env.ts'
import {
  type Address,
  findAddress,
  isInRange,
  type ProxyRange,
} from '#server/platform/config/proxy-range.ts'

// X-Forwarded-For and X-Forwarded-Proto are used only if the connection comes from a trusted proxy
// (ASVS 4.1.3).

const NETWORK_GROUPS = 4 // 64 bits: limits apply to a whole IPv6 /64, because one subscriber has all of it
const SITE_BYTES = 6 // a /48, which RFC 6177 allows for one customer: 65,536 networks of size /64
const UNKNOWN = 'unknown' // for a request without a socket

/**
 * How many times as much as one network (an IPv4 address or an IPv6 /64) a whole site may do. A company has several
 * offices on one /48, and a carrier thousands of phones, but one subscriber can rotate through all of its networks.
 */
export const SITE_NETWORKS = 5

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

/** The IPv6 /48 that contains a network of `findNetwork`; null for IPv4. */
export function findSite(network: string): string | null {
  const [host = ''] = network.split('/')
  if (!isIPv6(host)) return null
  return ipaddr.parse(host).toByteArray().slice(0, SITE_BYTES).join('.')
}

/** The unit of limits: an IPv4 address, or the network of an IPv6 address. */
export function findNetwork(address: Address): string {
  if (!('parts' in address)) return address.toString()
  const groups = address.parts.slice(0, NETWORK_GROUPS).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}
