import * as v from 'valibot'
import { boundedList } from '#src/domain/wire.ts'

const ListingId = v.pipe(v.string(), v.regex(/^[0-9a-f]{24}$/, 'There is no such listing.'))

/** The body of PUT /admin/duplicates, with the error message for each invalid field. */
export const SetDuplicatesSchema = v.strictObject({
  listingIds: v.pipe(
    boundedList(ListingId, 2, { notAList: 'Name two listings.', tooMany: 'Name two listings.' }),
    v.minLength(2, 'Name two listings.'),
    v.check(([one, other]) => one !== other, 'Name two different listings.'),
  ),
  areDuplicates: v.boolean('Say whether they are duplicates.'),
})
export type WantedDuplicates = v.InferOutput<typeof SetDuplicatesSchema>
