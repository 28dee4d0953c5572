const LONGEST_MS = 60 * 60 * 1000 // an hour: a server that asks for more is asked again after one

/** Milliseconds to wait by a Retry-After header (RFC 9110, 10.2.3: seconds or a date); null without a readable one. */
export function parseRetryAfter(header: string | null | undefined, nowMs: number): number | null {
  if (!header) return null
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), LONGEST_MS)
}
