import * as v from 'valibot'
import type { ContactWay } from '#src/domain/listing/contact-attempt.ts'
import { call } from './http-client.ts'

const NotedAnswer = v.looseObject({ success: v.literal(true) })

/** POST: notes in the history of a listing that its owner was called or written to. @throws ApiError */
export async function noteContact(listingId: string, by: ContactWay): Promise<void> {
  const path = `/admin/properties/${encodeURIComponent(listingId)}/contact-attempts`
  await call(path, NotedAnswer, { method: 'POST', body: { by } })
}
