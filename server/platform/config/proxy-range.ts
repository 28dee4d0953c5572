import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { SetupError } from './setup-error.ts'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An address and the number of its leading bits to compare. */
export type ProxyRange = readonly [Address, bits: number]

const WRAPPING_BITS = 96 // IPv4-mapped IPv6: ::ffff:0:0/96 (RFC 4291, section 2.5.5.2)

/**
 * Parses one item of TRUSTED_PROXIES: an address, or a range in CIDR notation. @throws SetupError
 */
export function readProxyRange(text: string): ProxyRange {
  const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const length = isIP(address) === 4 ? 32 : 128
  const bits = prefix === undefined ? length : Number(prefix)
  const network = findAddress(address)
  const unwrapped = network?.kind() === 'ipv4' && length === 128 ? bits - WRAPPING_BITS : bits
  if (!network || bits > length || unwrapped < 0)
    throw new SetupError(
      `TRUSTED_PROXIES takes IP addresses such as 10.0.0.2 and ranges such as 10.0.0.0/24, not "${text}".`,
    )
  return [network, unwrapped]
}

export function isInRange(address: Address, [network, bits]: ProxyRange): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}

/**
 * Parses an address; IPv4-mapped IPv6 becomes IPv4. Null for anything else, including short forms
 * such as 10.1.
 */
export function findAddress(text: string): Address | null {
  return isIP(text) === 0 ? null : ipaddr.process(text)
}
