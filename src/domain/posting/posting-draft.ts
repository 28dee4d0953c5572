import * as v from 'valibot'
import { DaySchema, MomentSchema } from '#src/domain/moment.ts'
import { groupIndian } from '#src/domain/money.ts'
import { TextSchema } from '#src/domain/text.ts'
import { boundedList } from '#src/domain/wire.ts'
import { DEALS, FURNISHINGS, KINDS } from './posting-fields.ts'

// A draft has the values that an owner has entered so far: each may be missing, unfinished or
// implausible. The schema refuses only values that cannot be stored or shown. posting-check.ts has
// the rules for a submission.

const MAX_LINE_CHARS = 200
export const MAX_DESCRIPTION_CHARS = 5_000 // three pages
const MAX_PINCODE_CHARS = 12
const MAX_NUMBER = 1_000_000_000_000 // rupees: more than any property costs
const MAX_MEDIA = 21 // 20 photos and a video

function text(maxChars: number) {
  const sentence = 'Enter text.'
  return optional(
    v.pipe(
      v.string(sentence),
      v.maxLength(maxChars, `Use at most ${groupIndian(maxChars)} characters.`),
    ),
  )
}

function optional<Schema extends v.GenericSchema>(schema: Schema) {
  return v.optional(v.nullable(schema), null)
}

const Amount = optional(
  v.pipe(
    v.number('Enter a number.'),
    v.minValue(0, 'Enter a positive number.'),
    v.maxValue(MAX_NUMBER, 'This number is too large.'),
  ),
)
const MediaId = v.pipe(v.string(), v.regex(/^[0-9a-f]{24,64}$/, 'This is not an uploaded file.'))

/** The body of PUT /account/listings/{id}. Missing fields become null. Price, rent and bid are in rupees. */
export const PostingDraftSchema = v.object({
  deal: optional(v.picklist(DEALS, 'Choose a deal.')),
  kind: optional(v.picklist(KINDS, 'Choose a kind of property.')),
  city: text(MAX_LINE_CHARS),
  locality: text(MAX_LINE_CHARS),
  pincode: text(MAX_PINCODE_CHARS),
  title: text(MAX_LINE_CHARS),
  description: optional(TextSchema('Enter text.', MAX_DESCRIPTION_CHARS)),
  /** Square feet. */
  area: Amount,
  bhk: Amount,
  beds: Amount,
  furnishing: optional(v.picklist(FURNISHINGS, 'Choose how it is furnished.')),
  price: Amount,
  /** Per month. */
  rent: Amount,
  startingBid: Amount,
  auctionEndsAt: optional(MomentSchema),
  availableFrom: optional(DaySchema),
  /** Ids of uploaded photos and a video, in the order in which they are shown. */
  media: v.optional(
    boundedList(MediaId, MAX_MEDIA, {
      notAList: 'This is not a list of files.',
      tooMany: 'Use at most 20 photos and one video.',
    }),
    [],
  ),
})
export type PostingDraft = v.InferOutput<typeof PostingDraftSchema>

export const EMPTY_DRAFT: PostingDraft = v.parse(PostingDraftSchema, {})
