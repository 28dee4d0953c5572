import * as v from 'valibot'

/** How a person tried to reach the owner of a listing. */
export const CONTACT_WAYS = ['call', 'whatsapp'] as const
export type ContactWay = (typeof CONTACT_WAYS)[number]

/** The body of POST /admin/properties/{id}/contact-attempts. */
export const ContactAttemptSchema = v.strictObject({ by: v.picklist(CONTACT_WAYS, 'Say how.') })

/** 'By phone', in the history of the listing; null for a way that this version does not know. */
export function describeWay(way: string): string | null {
  return WAYS.get(way) ?? null
}

const WAYS: ReadonlyMap<string, string> = new Map<ContactWay, string>([
  ['call', 'By phone'],
  ['whatsapp', 'On WhatsApp'],
])
