const BRIEF_MS = 60_000
/** Temporary errors: the session ended (401), the record is in use (423), or a proxy answered (408, 425). */
const PASSING = new Set([401, 408, 423, 425])

/** The status of a failed request, null without an answer, and the wait that the answer asks for. */
export interface FailedAnswer {
  status: number | null
  retryAfterMs: number | null
}

/**
 * Whether the same request may succeed later without a person. A limit that ends within a minute (429) is that of a
 * network that many people share, as behind the one address of a mobile network. A longer limit concerns this person.
 */
export function isPassing({ status, retryAfterMs }: FailedAnswer): boolean {
  if (status === null || status >= 500 || PASSING.has(status)) return true
  return status === 429 && retryAfterMs !== null && retryAfterMs <= BRIEF_MS
}
