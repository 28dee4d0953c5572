import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const IPV4_BITS = 24 // names a provider and a region, not a household
const IPV6_BITS = 48 // the block that RFC 6177 allows for one customer

/**
 * The part of a client's network (server/platform/http/client-address.ts) by which people recognize a
 * sign-in: '203.0.113.0/24' or '2001:db8:1::/48'; null if the network is unknown.
 */
export function shortenNetwork(network: string): string | null {
  const [host = ''] = network.split('/')
  if (isIP(host) === 0) return null
  const address = ipaddr.parse(host)
  if (address.kind() === 'ipv4')
    return `${ipaddr.IPv4.networkAddressFromCIDR(`${host}/${IPV4_BITS}`)}/${IPV4_BITS}`
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${host}/${IPV6_BITS}`)}/${IPV6_BITS}`
}
