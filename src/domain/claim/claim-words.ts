import { formatDateTime, formatTime, indianDay } from '#src/domain/dates.ts'
import type { ListingClaim } from './claim.ts'

// What screens say about claims.

/** The name of the person who has the listing. */
export function nameHolder({ name }: Pick<ListingClaim, 'name'>): string {
  return name ?? 'A colleague'
}

/**
 * 'With Ravi Shah since 14:02', or until when it is held or was handed over, and why. `readerId` is the person who reads it:
 * 'Held by you until 18:00: Asked the owner', 'With Asha Rao on the road until 14:10', 'Ravi Shah took it over from you at 14:02'.
 */
export function describeClaim(claim: ListingClaim, nowMs: number, readerId?: string): string {
  const who = claim.personId === readerId ? 'you' : nameHolder(claim)
  if (claim.origin === 'taken-over' && claim.fromId === readerId)
    return `${who} took it over from you at ${formatMoment(claim.since, nowMs)}`
  if (claim.heldUntil === null) {
    const typing = claim.hasUnsavedText ? ', with unsaved text' : ''
    return `With ${who} since ${formatMoment(claim.since, nowMs)}${typing}`
  }
  const until = formatMoment(claim.heldUntil, nowMs)
  if (claim.batchId) return `With ${who} on the road until ${until}`
  if (claim.holdReason !== null) return `Held by ${who} until ${until}: ${claim.holdReason}`
  const note = claim.note === '' ? '' : `: ${claim.note}`
  return `Handed over to ${who} by ${claim.fromName ?? 'a colleague'} at ${formatMoment(claim.since, nowMs)}${note}`
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
