import type { BackOff, Job } from './job-kind-service.ts'

/** The time of the next attempt; null if the job is given up. */
export function findNextAttempt(
  { firstMs, growth, longestMs, givenUpAfterMs }: BackOff,
  { attempts, askedAt }: Pick<Job, 'attempts' | 'askedAt'>,
  now: Date,
): Date | null {
  const waitMs = Math.min(firstMs * growth ** (attempts - 1), longestMs)
  const next = now.getTime() + waitMs
  if (givenUpAfterMs !== null && next > Date.parse(askedAt) + givenUpAfterMs) return null
  return new Date(next)
}
