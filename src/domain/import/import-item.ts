import * as v from 'valibot'
import { PostingDraftSchema } from '#src/domain/posting/posting-draft.ts'
import { LineSchema } from '#src/domain/text.ts'

// A listing as the site of a business sends it, in a call or as a row of a file.

export const MAX_ITEMS = 500 // in one call: writing them takes half a second
const MAX_REFERENCE_CHARS = 100
const NO_MEDIA =
  'Photos and videos cannot be imported. Leave this out, and add them in the account of the business.'

const { media: _, ...fields } = PostingDraftSchema.entries

/** Missing fields count as empty. Photos and videos cannot be imported. */
export const ImportItemSchema = v.strictObject({
  reference: LineSchema("Enter the site's own reference.", MAX_REFERENCE_CHARS),
  ...fields,
  media: v.optional(v.pipe(v.array(v.unknown(), NO_MEDIA), v.maxLength(0, NO_MEDIA)), []),
})
export type ImportItem = v.InferOutput<typeof ImportItemSchema>

export const IMPORT_RESULTS = ['created', 'updated', 'unchanged', 'refused'] as const
export type ImportResult = (typeof IMPORT_RESULTS)[number]

export interface ItemError {
  /** 'listing' if the error concerns the listing as a whole. */
  field: string
  error: string
}
