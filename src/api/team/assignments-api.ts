import { envelopeOf } from '#src/api/answer-schemas.ts'
import { call } from '#src/api/http-client.ts'
import type { AssignedListings } from '#src/domain/listing/assignment.ts'
import {
  AssignedListingsSchema,
  type WantedAssignment,
} from '#src/domain/listing/assignment-schemas.ts'

const Answer = envelopeOf(AssignedListingsSchema)

/** PUT /admin/assignments, for at most BATCH_CALL_SIZE listings. 409 `cannot-decide` if the person may not decide. */
export function assignListings(wanted: WantedAssignment): Promise<AssignedListings> {
  return call('/admin/assignments', Answer, { method: 'PUT', body: wanted })
}
