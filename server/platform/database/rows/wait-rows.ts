// Rows about how long submissions wait for their decision (server/listings/waits).

/** A submission that waits for its decision, or waited for it. */
export interface ReviewWaitRow {
  listing_id: string
  /** `waits_since` of the listing. */
  since: string
  /** 0 or 1: submitted again after a decision. */
  is_again: number
  /** Its place in the queue when it arrived, from 1; null beyond the first 1,000, and if it was not looked up in time. */
  place: number | null
  /** What its seller could read first: by when half and four fifths of such submissions are decided; null without measures. */
  half_by: string | null
  most_by: string | null
  /** The later time of the last message about a delay; null without one. */
  told_by: string | null
  decided_at: string | null
}

/** The measured flow of the last 30 days, in one row. */
export interface ReviewFlowRow {
  id: number
  computed_at: string
  /** As JSON text (server/listings/waits/wait-estimate.ts). */
  paces: string
}
