/** How a person tried to reach the owner of a listing. */
export const CONTACT_WAYS = ['call', 'whatsapp'] as const
export type ContactWay = (typeof CONTACT_WAYS)[number]

/** What a person has tried, by the clock of their device. */
export interface ContactAttempt {
  by: ContactWay
  /** ISO 8601. */
  at: string
}
