import type { GrievanceKind } from '#src/domain/grievance/grievance.ts'

/** A complaint to the grievance officer (server/grievances). It is open until it has an answer. */
export interface GrievanceRow {
  id: string
  /** 'G-4821-7730', drawn at random. It names the grievance to people and gives access to nothing. */
  number: string
  /** The account of a signed-in sender; null for a visitor. */
  user_id: string | null
  kind: GrievanceKind
  /** The link or id of a listing, as it was typed. */
  listing: string | null
  name: string
  /** At least one of `email` and `phone_number` is not null. */
  email: string | null
  phone_number: string | null
  text: string
  created_at: string
  due_at: string
  /** The three values of the answer are null until there is one. */
  answer: string | null
  answered_at: string | null
  answered_by: string | null
}
