import { retryAfter, ServerError } from '#server/platform/http/server-error.ts'

/** The 429 response of a limit: what was exceeded, and how long to wait. */
export function makeTooMany(what: string, waitMs: number): ServerError {
  const seconds = Math.ceil(waitMs / 1000)
  const sentence = `${what} Try again in ${describeWait(seconds)}.`
  return new ServerError(429, 'too-many', sentence, retryAfter(seconds))
}

function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (seconds < 120) return `${seconds} s`
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}
