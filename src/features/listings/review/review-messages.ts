import { formatAge } from '#src/domain/dates.ts'
import type { Listing } from '#src/domain/listing/listing.ts'

/** 'Posted 3 d ago' or 'Resubmitted 3 d ago': how long the listing's owner has waited for a decision. */
export function postedMessage(listing: Posted, nowMs: number): string {
  const at = postedAt(listing)
  if (Number.isNaN(at)) return 'Date unknown'
  const verb = listing.resubmittedAt === null ? 'Posted' : 'Resubmitted'
  const age = formatAge(nowMs - at)
  return age === 'just now' ? `${verb} just now` : `${verb} ${age} ago`
}

/** Whether a listing waits for so long that its age is shown as a warning. False if its date is unknown. */
export function isWaitingLong(listing: Posted, nowMs: number): boolean {
  return nowMs - postedAt(listing) > LONG_WAIT_MS
}

const LONG_WAIT_MS = 48 * 3_600_000 // a seller who posts on a Friday evening hears by Sunday

type Posted = Pick<Listing, 'createdAt' | 'resubmittedAt'>

/** Epoch milliseconds; NaN without a date. */
function postedAt({ createdAt, resubmittedAt }: Posted): number {
  return Date.parse(resubmittedAt ?? createdAt ?? '')
}
