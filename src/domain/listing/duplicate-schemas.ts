import * as v from 'valibot'

const ListingId = v.pipe(v.string(), v.regex(/^[0-9a-f]{24}$/, 'There is no such listing.'))

/** The body of PUT /admin/duplicates, with the error message for each invalid field. */
export const SetDuplicatesSchema = v.strictObject({
  listingIds: v.pipe(
    v.strictTuple([ListingId, ListingId], 'Name two listings.'),
    v.check(([one, other]) => one !== other, 'Name two different listings.'),
  ),
  areDuplicates: v.boolean('Say whether they are duplicates.'),
})
export type WantedDuplicates = v.InferOutput<typeof SetDuplicatesSchema>
