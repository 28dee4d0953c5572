import type { ClaimOrigin } from '#src/domain/claim/claim.ts'

/**
 * Who reviews a listing (server/listings/claims). A row stays as long as its listing, because it has the listing's counter
 * of fences: a claim that is over is only emptied.
 */
export interface ClaimRow {
  listing_id: string
  /** Null after the claim was given back, or the person was erased. */
  person_id: string | null
  /** The hash of the session that opened the listing; null for a claim that does not end with a device. */
  device_id: string | null
  /** Grows by one with each new claim of the listing. */
  fence: number
  claimed_at: string
  /** The claim is over from this time on. */
  expires_at: string
  /** The end of what the person keeps on purpose, never after `expires_at`. */
  held_until: string | null
  hold_reason: string | null
  origin: ClaimOrigin
  /** Who handed it over, or from whom it was taken. */
  from_person_id: string | null
  note: string
  /** 0 or 1. */
  has_unsaved_text: number
  /** The batch of listings that was reserved together. */
  batch_id: string | null
  /** The first claim since the last decision about the listing; null without. */
  first_claimed_at: string | null
}
