const BRIEF_MS = 60_000
/** Statuses of a proxy or a server that lost the request on its way, beside those from 500 on. */
const LOST_ON_THE_WAY = new Set([408, 425])
/** Temporary for an owner's request: the session ended (401), the record is in use (423). */
const PASSING = new Set([401, 423])

/** Whether the server could not deal with a request now, whatever the request was. */
export function isTemporary(status: number): boolean {
  return status >= 500 || LOST_ON_THE_WAY.has(status)
}

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
  if (status === null || isTemporary(status) || PASSING.has(status)) return true
  return status === 429 && retryAfterMs !== null && retryAfterMs <= BRIEF_MS
}
