// A claim says who reviews a listing, so that two reviewers do not open the same one. It is a lease by the server's clock
// and never a lock: a decision does not need it.

export const CLAIM_MINUTES = 10 // longer than the review of a listing; shorter than a lunch that blocks the queue
/** An owner who has not answered in a week will not; until then, the listing must not look as if somebody worked on it. */
export const MOST_HOLD_DAYS = 7
export const HAND_OVER_HOURS = 24 // until the colleague's next working day, without hiding the listing for longer
export const MAX_HOLD_REASON = 80 // a line of the list
export const MAX_HAND_OVER_NOTE = 300 // read before the listing

/** How the person got the claim. */
export const CLAIM_ORIGINS = ['opened', 'handed-over', 'taken-over'] as const
export type ClaimOrigin = (typeof CLAIM_ORIGINS)[number]

export interface ListingClaim {
  listingId: string
  /** The fencing token: grows by one with each new claim of the listing, and never repeats. */
  fence: number
  personId: string
  /** The person's name; null for an account without one. */
  name: string | null
  since: string
  until: string
  /** Set while the person keeps the listing on purpose, whether it is open or not: by a hold, or handed over to them. */
  heldUntil: string | null
  /** Why it is held; null without a hold. */
  holdReason: string | null
  origin: ClaimOrigin
  /** Who handed it over, or from whom it was taken. */
  fromId: string | null
  fromName: string | null
  /** What was said when it was handed over; '' without. */
  note: string
  /** Whether the person has typed text about the listing that is not saved. */
  hasUnsavedText: boolean
  /** The batch with which the person has reserved the listing for the road, until `heldUntil`; null without. */
  batchId: string | null
}
