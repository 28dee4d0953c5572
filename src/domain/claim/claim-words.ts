import { formatDateTime, formatTime, indianDay } from '#src/domain/dates.ts'
import type { ListingClaim } from './claim.ts'

// What screens say about claims.

/** The name of the person who has the listing. */
export function nameHolder({ name }: Pick<ListingClaim, 'name'>): string {
  return name ?? 'A colleague'
}

/** 'With Ravi Shah since 14:02', or until when it is held or was handed over, and why. */
export function describeClaim(claim: ListingClaim, nowMs: number): string {
  const who = nameHolder(claim)
  if (claim.heldUntil === null) return `With ${who} since ${formatMoment(claim.since, nowMs)}`
  const until = formatMoment(claim.heldUntil, nowMs)
  if (claim.holdReason !== null) return `Held by ${who} until ${until}: ${claim.holdReason}`
  return `Handed over to ${who} at ${formatMoment(claim.since, nowMs)}`
}

/** The question before a decision about a listing that somebody else reviews. */
export function askAllTheSame(claim: ListingClaim, nowMs: number): string {
  const who = nameHolder(claim)
  if (claim.heldUntil !== null) return `${describeClaim(claim, nowMs)}. Decide it all the same?`
  const since = formatMoment(claim.since, nowMs)
  return `${who} has been reviewing this since ${since}. Decide it all the same?`
}

/** '14:02' today, otherwise '17 Jun 25, 14:02'. */
export function formatMoment(time: string, nowMs: number): string {
  return indianDay(time) === indianDay(nowMs) ? formatTime(time) : formatDateTime(time)
}
