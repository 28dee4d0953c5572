import * as v from 'valibot'
import { boundedList } from '#src/domain/wire.ts'
import type { AssignedListings } from './assignment.ts'
import { BATCH_CALL_SIZE } from './change-batch.ts'

// Schemas of the call that assigns listings, with the error message for each invalid field.

const ID = /^[0-9a-f]{24}$/

/** The body of PUT /admin/assignments. */
export const AssignSchema = v.strictObject({
  listingIds: v.pipe(
    boundedList(v.pipe(v.string(), v.regex(ID, 'There is no such listing.')), BATCH_CALL_SIZE, {
      notAList: 'Name the listings.',
      tooMany: `Name at most ${BATCH_CALL_SIZE} listings.`,
    }),
    v.minLength(1, 'Name the listings.'),
  ),
  personId: v.nullable(
    v.pipe(v.string('Choose a person.'), v.regex(ID, 'There is no such person.')),
  ),
})
export type WantedAssignment = v.InferOutput<typeof AssignSchema>

export const AssignedListingsSchema: v.GenericSchema<unknown, AssignedListings> = v.object({
  listingIds: v.array(v.string()),
  decided: v.array(v.string()),
  gone: v.array(v.string()),
})
