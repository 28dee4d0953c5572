// Reasons for rejections: the list that the team's owners edit, and the reason that an operator gives. The schemas are
// in reason-schemas.ts, because the panel needs them only to edit the list.

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

export const MAX_NOTE = 500 // characters that a seller would still read on a phone

/** One reason in the list. */
export interface RejectionReason {
  /** Identifies the reason permanently, in the audit log and for API clients. */
  code: string
  label: string
  /** The explanation that the seller reads, with variables (reason-sentence.ts). */
  sentence: string
  field: ReasonField | null
  /** The usual choice of "Changes needed" for this reason. */
  changesNeeded: boolean
  /** Whether the reason is offered for new rejections; otherwise it is retired. */
  isActive: boolean
}

/** The reason for one rejection, as it is sent together with the rejection. */
export interface ChosenReason {
  code: string
  note: string
  /** Whether the seller is invited to correct the listing. */
  changesNeeded: boolean
}

/** The reason for an earlier rejection: the body of PUT /admin/properties/{id}/reason. */
export interface GivenReason extends ChosenReason {
  /** The Idempotency-Key of the status change to which the reason belongs. */
  changeKey: string
}
