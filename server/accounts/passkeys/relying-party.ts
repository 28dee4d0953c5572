import { isIP } from 'node:net'
import { ServerError } from '#server/platform/http/server-error.ts'

/** The WebAuthn relying party: the domain and origin at which passkeys are valid. */
export interface RelyingParty {
  rpId: string
  origin: string
}

/** Returns null for an IP address, because browsers create passkeys only for domain names. */
export function findRelyingParty(publicUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl)
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
  return isAddress ? null : { rpId: hostname, origin }
}

/** @throws ServerError 409 */
export function requireRelyingParty(publicUrl: string): RelyingParty {
  const party = findRelyingParty(publicUrl)
  if (party) return party
  const sentence = 'Passkeys need a domain name: this server is opened by its IP address.'
  throw new ServerError(409, 'no-domain', sentence)
}
