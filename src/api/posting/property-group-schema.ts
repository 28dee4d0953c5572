import * as v from 'valibot'
import { listOf } from '#src/api/answer-schemas.ts'
import { ListingStatusSchema } from '#src/domain/listing/listing.ts'
import { WireAmount } from '#src/domain/money.ts'
import { SAME_THINGS } from '#src/domain/posting/property-group.ts'
import { WireText } from '#src/domain/text.ts'

const ADVERT = {
  id: v.string(),
  title: WireText,
  owner: v.looseObject({ id: v.string(), name: WireText }),
  status: ListingStatusSchema,
  listedAt: WireText,
  bhk: WireText,
  area: v.fallback(v.nullable(v.number()), null),
  price: WireAmount,
  rent: WireAmount,
  startingBid: WireAmount,
  poster: WireText,
}

const OwnSchema = v.looseObject(ADVERT)
/** Null for what this build does not know. */
const Same = v.fallback(v.nullable(v.picklist(SAME_THINGS)), null)
const LIKENESS = { same: v.array(Same), photosInCommon: v.number() }

const DeletedSchema = v.looseObject({
  id: v.string(),
  firstSeenAt: v.string(),
  deletedAt: v.string(),
  price: WireAmount,
  rent: WireAmount,
  startingBid: WireAmount,
  ...LIKENESS,
})

const ApartSchema = v.looseObject({
  id: v.string(),
  title: WireText,
  deletedAt: WireText, // null on a server of an earlier version, which has no deleted listings here
  at: WireText,
  by: WireText,
})

/** `group` of GET /admin/properties/{id}/posting. */
export const PropertyGroupSchema = v.looseObject({
  own: OwnSchema,
  others: listOf(v.looseObject({ ...ADVERT, ...LIKENESS })),
  deleted: v.optional(listOf(DeletedSchema)), // absent on a server of an earlier version, and in copies of then
  apart: listOf(ApartSchema),
})
export type PropertyGroup = v.InferOutput<typeof PropertyGroupSchema>

/** An advert of a property. */
export type GroupAdvert = v.InferOutput<typeof OwnSchema>
/** Another advert of the property, with what is the same. */
export type OtherAdvert = PropertyGroup['others'][number]
/** A deleted listing of the property. */
export type DeletedAdvert = v.InferOutput<typeof DeletedSchema>
/** A listing of another property, by the word of a person. */
export type ApartAdvert = v.InferOutput<typeof ApartSchema>
