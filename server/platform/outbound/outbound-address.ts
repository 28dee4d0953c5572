// Which URLs and IP addresses the server may connect to when a person entered the URL. Without this
// check, a URL could lead into the server's own network (server-side request forgery, OWASP A10:2021).

import { isIP } from 'node:net'
import { findAddress, isInRange, readProxyRange } from '#server/platform/config/proxy-range.ts'

/** Returns all IP addresses of a host name. @throws for an unknown host, or when the signal aborts */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>

const MOST_ADDRESSES = 8 // a host may have a thousand; if eight do not answer, the others hardly will

/** Parses an https URL on port 443 without user name and password; null for any other text. */
export function readOutboundUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' || url.port !== '') return null
  return url.username === '' && url.password === '' ? url : null
}

/** As `readOutboundUrl`, but also accepts an http URL on port 80. */
export function readMediaUrl(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'http:') return readOutboundUrl(text)
  return url.port === '' && url.username === '' && url.password === '' ? url : null
}

/** The target of a redirect; null if it is not a media URL, or leads from https to http. */
export function readRedirect(from: URL, location: string): URL | null {
  const url = URL.canParse(location, from.href) ? new URL(location, from.href) : null
  if (from.protocol === 'https:' && url?.protocol === 'http:') return null
  return url && readMediaUrl(url.href)
}

/** All that is allocated of IPv6 (IANA, Internet Protocol Version 6 Address Space). */
const PUBLIC_IPV6 = readProxyRange('2000::/3')

/** Whether the public internet routes the IP address. IPv4-mapped IPv6 counts as its IPv4 address. */
export function isPublicAddress(text: string): boolean {
  const address = findAddress(text)
  const isUnicast = address !== null && address.range() === 'unicast'
  return isUnicast && (address.kind() === 'ipv4' || isInRange(address, PUBLIC_IPV6))
}

/** The host name or IP address of a URL, without the brackets of IPv6. */
export function readHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

/**
 * The IP addresses to connect to, best first, at most MOST_ADDRESSES; none unless all addresses of the host are
 * public. @throws for an unknown host, or when the signal aborts
 */
export async function listPublicAddresses(
  url: URL,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const host = readHost(url)
  const addresses = isIP(host) !== 0 ? [host] : await resolve(host, signal)
  // A private address among public ones is an attack, or a mistake that would fail only sometimes.
  return addresses.every(isPublicAddress) ? addresses.slice(0, MOST_ADDRESSES) : []
}
