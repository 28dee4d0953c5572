import { keyedHash } from '#server/platform/config/keyed-hash.ts'
import { findSite } from '#server/platform/http/client-address.ts'

/** The keys by which the tries of a network are counted: its own, and that of the site around it (null for IPv4). */
export function scopesOf(
  appSecret: string,
  network: string,
): { address: string; site: string | null } {
  const site = findSite(network)
  return {
    address: keyedHash(appSecret, ['network', network]),
    site: site === null ? null : keyedHash(appSecret, ['site', site]),
  }
}
