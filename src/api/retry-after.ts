const LONGEST_MS = 60 * 60 * 1000 // one hour, even if the server asks for a longer wait

/**
 * The wait in milliseconds that a Retry-After header asks for (RFC 9110, 10.2.3: seconds or a date); null if the header
 * is missing or unreadable.
 */
export function parseRetryAfter(header: string | null | undefined, nowMs: number): number | null {
  if (!header) return null
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), LONGEST_MS)
}
