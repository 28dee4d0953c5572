import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

const SITE_BYTES = 6 // a /48, which RFC 6177 allows for one customer: 65,536 networks of size /64

/** The IPv6 /48 that contains a client's network (server/http/client-address.ts); null for IPv4. */
export function findSite(network: string): string | null {
  const [host = ''] = network.split('/')
  if (!isIPv6(host)) return null
  return ipaddr.parse(host).toByteArray().slice(0, SITE_BYTES).join('.')
}
