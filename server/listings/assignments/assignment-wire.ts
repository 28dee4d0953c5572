import * as v from 'valibot'
import { envelopeWith, recordWith, WireId } from '#server/platform/http/calls/wire-values.ts'
import type { AssignedListings } from '#src/domain/listing/assignment.ts'

export const AssignedAnswerSchema = envelopeWith(
  recordWith('Assigned', {
    listingIds: v.pipe(
      v.array(WireId),
      v.description('The listings that have this person now, in the order of the call.'),
    ),
    decided: v.pipe(v.array(WireId), v.description('Left out: decided meanwhile.')),
    gone: v.pipe(v.array(WireId), v.description('Left out: not on the list.')),
  }),
)

export const ASSIGNED_EXAMPLE: AssignedListings = {
  listingIds: ['65a000000000000000000002'],
  decided: ['65a000000000000000000004'],
  gone: [],
}
