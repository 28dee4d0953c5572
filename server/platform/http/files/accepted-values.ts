import { parseAccept } from 'hono/utils/accept'

export type Encoding = 'br' | 'gzip'

/**
 * Values that an Accept or Accept-Encoding header allows, in lower case. `q=0` excludes a value
 * (RFC 9110, section 12.4.2).
 */
export function listAccepted(header: string | undefined): string[] {
  const accepted = parseAccept(header ?? '').filter(({ q }) => q > 0)
  return accepted.map(({ type }) => type.toLowerCase())
}

/** Brotli if the client accepts it, else gzip; null if it accepts neither. */
export function pickEncoding(acceptEncoding: string | undefined): Encoding | null {
  const accepted = listAccepted(acceptEncoding)
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : null
}

/** Whether a client accepts only JSON. A client without an Accept header accepts anything. */
export function acceptsJsonOnly(accept: string | undefined): boolean {
  const types = listAccepted(accept)
  return types.length > 0 && types.every((type) => /^[\w.+-]+\/([\w.-]+\+)?json$/.test(type))
}
