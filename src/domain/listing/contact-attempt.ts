import * as v from 'valibot'
import { CONTACT_WAYS, type ContactWay } from './contact-way.ts'
import { describeLateTime } from './late-time.ts'

/** The body of POST /admin/properties/{id}/contact-attempts. Without `at`, it was now. */
export const ContactAttemptSchema = v.strictObject({
  by: v.picklist(CONTACT_WAYS, 'Say how.'),
  at: v.optional(v.pipe(v.string('Say when.'), v.isoTimestamp('Say when.'))),
})

/**
 * 'By phone', in the history of the listing; null for a way that this version does not know. For an attempt that arrived
 * later, also when it was made: the device's clock says so, and it may be wrong.
 */
export function describeAttempt(way: string, at: string | null, arrivedAt: string): string | null {
  const label = WAYS.get(way)
  if (!label || at === null) return label ?? null
  const late = describeLateTime(at, arrivedAt)
  return late === null ? label : `${label}, ${late}`
}

const WAYS: ReadonlyMap<string, string> = new Map<ContactWay, string>([
  ['call', 'By phone'],
  ['whatsapp', 'On WhatsApp'],
])
