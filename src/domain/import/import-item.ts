import * as v from 'valibot'
import { MAX_PHOTOS } from '#src/domain/media/media-limits.ts'
import { groupIndian } from '#src/domain/money.ts'
import { PostingDraftSchema } from '#src/domain/posting/posting-draft.ts'
import { LineSchema } from '#src/domain/text.ts'
import { boundedList } from '#src/domain/wire.ts'
import { cleanReference } from './cell-text.ts'

// A listing as the site of a business sends it, in a call or as a row of a file.

export const MAX_ITEMS = 500 // in one call: writing them takes half a second
const MAX_REFERENCE_CHARS = 100
const NO_REFERENCE = "Enter the site's own reference."
/** The error message for a URL from which no photo or video can be fetched. */
export const INVALID_MEDIA_URL =
  'An address begins with https:// or http://, and is on the public internet.'
const MAX_URL_CHARS = 2_000 // the common limit of browsers and servers
const NO_MEDIA = 'Leave this out, and send the addresses of files as `photos` and `video`.'
const TOO_MANY = `Send at most ${MAX_PHOTOS} addresses of photos.`

const { media: _, ...fields } = PostingDraftSchema.entries

const MediaUrl = v.pipe(
  v.string(INVALID_MEDIA_URL),
  v.maxLength(MAX_URL_CHARS, `An address has at most ${groupIndian(MAX_URL_CHARS)} characters.`),
)

/** Missing fields count as empty. The server fetches photos and the video from their URLs. */
export const ImportItemSchema = v.strictObject({
  reference: v.pipe(
    v.string(NO_REFERENCE),
    v.transform(cleanReference),
    LineSchema(NO_REFERENCE, MAX_REFERENCE_CHARS),
  ),
  ...fields,
  media: v.optional(boundedList(v.unknown(), 0, { notAList: NO_MEDIA, tooMany: NO_MEDIA }), []),
  photos: v.optional(
    boundedList(MediaUrl, MAX_PHOTOS, {
      notAList: 'Send the addresses as a list.',
      tooMany: TOO_MANY,
    }),
    [],
  ),
  video: v.optional(v.nullable(MediaUrl), null),
})
export type ImportItem = v.InferOutput<typeof ImportItemSchema>

export const IMPORT_RESULTS = ['created', 'updated', 'unchanged', 'refused'] as const
export type ImportResult = (typeof IMPORT_RESULTS)[number]

export interface ItemError {
  /** 'listing' if the error concerns the listing as a whole. */
  field: string
  error: string
}
