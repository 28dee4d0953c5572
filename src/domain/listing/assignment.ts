import * as v from 'valibot'
import { boundedList } from '#src/domain/wire.ts'
import { BATCH_CALL_SIZE } from './change-batch.ts'
import type { Listing } from './listing.ts'

// An assignment says who should decide about a listing. Unlike a claim it has no end of its own, and says nothing about who
// has the listing open. It never stops a decision.

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

/** What became of a call. */
export interface AssignedListings {
  /** Those that have this person now, in the order of the call. */
  listingIds: string[]
  /** Those that were decided meanwhile. */
  decided: string[]
  /** Those that are not on the list any more. */
  gone: string[]
}

export const AssignedListingsSchema: v.GenericSchema<unknown, AssignedListings> = v.object({
  listingIds: v.array(v.string()),
  decided: v.array(v.string()),
  gone: v.array(v.string()),
})

type Assigned = Pick<Listing, 'status'> & Partial<Pick<Listing, 'assigneeId'>>

/** The person who should decide about the listing; null for nobody, and for a listing that is decided. */
export function assigneeOf({ status, assigneeId }: Assigned): string | null {
  return status === 'pending' ? (assigneeId ?? null) : null
}
