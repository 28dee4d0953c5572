// Why a listing is rejected: the list of reasons that the panel's owner edits, and the reason that an operator gives. The
// schemas are in reason-schemas.ts, because the panel needs them only to edit the list.

/** The parts of a listing that a seller can correct. */
export const REASON_FIELDS = [
  'title',
  'description',
  'price',
  'place',
  'details',
  'photos',
  'video',
] as const
export type ReasonField = (typeof REASON_FIELDS)[number]

export const MAX_NOTE = 500 // characters, as much as a seller reads on a phone

/** One entry of the list. */
export interface RejectionReason {
  /** Identifies the reason for good: in the audit log, and for other programs. */
  code: string
  label: string
  /** For the seller. */
  sentence: string
  field: ReasonField | null
  /** Whether it is offered for new rejections; otherwise it is retired. */
  isActive: boolean
}

/** The reason for one rejection: the body of PUT /admin/properties/{id}/reason. */
export interface GivenReason {
  /** The Idempotency-Key of the status change that it explains. */
  changeKey: string
  code: string
  note: string
  /** Invites the seller to correct the listing. */
  changesNeeded: boolean
}
