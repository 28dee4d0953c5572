import { isIP } from 'node:net'
import { ServerError } from '#server/http/server-error.ts'

/** Where passkeys are valid, in the terms of WebAuthn. */
export interface RelyingParty {
  rpId: string
  origin: string
}

/** Null if people open the server by an IP address, for which browsers make no passkeys. */
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
