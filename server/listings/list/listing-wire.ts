import * as v from 'valibot'
import { readStoredHints } from '#server/listings/changes/listing-hint-service.ts'
import type { ListingWithOwner } from '#server/listings/changes/listing-repository.ts'
import {
  recordWith,
  WireAddress,
  WireId,
  WireRupees,
  WireTime,
  WireVersion,
} from '#server/platform/http/calls/wire-values.ts'
import { ListingStatusSchema } from '#src/domain/listing/listing.ts'
import { HINT_KINDS } from '#src/domain/listing/listing-hint.ts'
import { toRupees } from '#src/domain/money.ts'
import type { FieldSet } from '#src/domain/team/permission.ts'

export const ListingWireSchema = recordWith('Property', {
  _id: WireId,
  id: v.pipe(WireId, v.description('The same as `_id`.')),
  version: WireVersion,
  propertyName: v.nullable(v.string()),
  video: v.nullable(WireAddress),
  poster: v.nullable(WireAddress),
  propertyType: v.string(),
  saleType: v.pipe(v.string(), v.description('Sell, Rent, PG, Auction, or another word.')),
  bhkDetails: v.nullable(v.string()),
  createdAt: WireTime,
  updatedAt: WireTime,
  ownerDetails: v.strictObject({
    id: WireId,
    name: v.nullable(v.string()),
    phoneNumber: v.optional(v.nullable(v.string())),
    email: v.optional(v.nullable(v.string())),
  }),
  city: v.string(),
  pincode: v.string(),
  furnishingType: v.nullable(v.string()),
  propertyPrice: v.nullable(WireRupees),
  rentAmount: v.nullable(v.pipe(v.number(), v.description('Rupees a month.'))),
  status: v.optional(
    v.pipe(ListingStatusSchema, v.description('Absent when missing, which reads as pending.')),
  ),
  auctionDetails: v.nullable(
    v.strictObject({
      startingBidAmount: v.nullable(WireRupees),
      auctionEndDateTime: v.nullable(WireTime),
    }),
  ),
  boostedUntil: v.nullable(WireTime),
  resubmittedAt: v.optional(
    v.pipe(WireTime, v.description('Only while it waits for a review that is not its first.')),
  ),
  waitsSince: v.optional(
    v.pipe(WireTime, v.description('Only while it waits for a decision, like the next two.')),
  ),
  dueSoonAt: v.optional(WireTime),
  dueAt: v.optional(v.pipe(WireTime, v.description('Until when it should be decided.'))),
  sellerState: v.optional(
    v.pipe(v.picklist(['sold', 'expired']), v.description('Absent while it is offered.')),
  ),
  hasReason: v.optional(v.pipe(v.literal(true), v.description('It was rejected with a reason.'))),
  decider: v.optional(
    v.pipe(
      v.strictObject({ id: WireId, name: v.nullable(v.string()) }),
      v.description('Who approved or rejected it. Absent while it waits.'),
    ),
  ),
  hints: v.optional(
    v.pipe(
      v.array(v.picklist(HINT_KINDS)),
      v.description(
        'The kinds of hints of its submission. Absent until they were looked for, and without the permission to see the contact of owners.',
      ),
    ),
  ),
  assignee: v.optional(
    v.pipe(
      v.strictObject({ id: WireId, name: v.nullable(v.string()) }),
      v.description('Who should decide about it. Counts only while it waits for a decision.'),
    ),
  ),
})
export type ListingWire = v.InferInput<typeof ListingWireSchema>

/** The 412 response: the listing has changed since the client read it. */
export const OvertakenAnswerSchema = v.strictObject({
  success: v.literal(false),
  error: v.string(),
  code: v.literal('version-conflict'),
  data: v.strictObject({
    current: ListingWireSchema,
    changedAt: WireTime,
    by: v.nullable(v.pipe(v.string(), v.description('The name of who changed it.'))),
    actorId: v.nullable(WireId),
    device: v.nullable(v.string()),
  }),
})
export type OvertakenAnswer = v.InferInput<typeof OvertakenAnswerSchema>

/**
 * A listing in the API's format: amounts in rupees, no status field for a null status, and the
 * owner's contact only with 'all' fields.
 */
export function toWireListing(row: ListingWithOwner, fields: FieldSet): ListingWire {
  return {
    _id: row.id,
    id: row.id,
    version: row.version,
    propertyName: row.name,
    video: row.video_url,
    poster: row.poster_url,
    propertyType: row.property_type,
    saleType: row.sale_type,
    bhkDetails: row.bhk,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ownerDetails: {
      id: row.owner_id,
      name: row.ownerName,
      ...(fields === 'all' && { phoneNumber: row.ownerPhone, email: row.ownerEmail }),
    },
    city: row.city,
    pincode: row.pincode,
    furnishingType: row.furnishing,
    propertyPrice: toRupees(row.price_paise),
    rentAmount: toRupees(row.rent_paise),
    status: row.status ?? undefined,
    auctionDetails: auctionOf(row),
    boostedUntil: row.boosted_until,
    ...(row.resubmittedAt !== null && { resubmittedAt: row.resubmittedAt }),
    ...dueOf(row),
    ...((row.sellerState === 'sold' || row.sellerState === 'expired') && {
      sellerState: row.sellerState,
    }),
    ...(row.reasonCode !== null && { hasReason: true as const }),
    ...(row.deciderId !== null && {
      decider: { id: row.deciderId, name: row.deciderName },
    }),
    ...(fields === 'all' && row.hints !== null && { hints: readStoredHints(row.hints) }),
    ...(row.assigneeId !== null && {
      assignee: { id: row.assigneeId, name: row.assigneeName },
    }),
  }
}

/** Example in the OpenAPI document. */
export const LISTING_EXAMPLE: ListingWire = {
  _id: '68b1f0a2c4d5e6f708192a3e',
  id: '68b1f0a2c4d5e6f708192a3e',
  version: 5,
  propertyName: 'Garden villa in Baner',
  video: '/media/videos/garden-villa-hall.mp4',
  poster: '/media/posters/garden-villa-hall.jpg',
  propertyType: 'Villa',
  saleType: 'Sell',
  bhkDetails: '3 BHK',
  createdAt: '2026-02-10T05:00:00.000Z',
  updatedAt: '2026-02-14T08:20:00.000Z',
  ownerDetails: {
    id: '68b1f0a2c4d5e6f708192a3b',
    name: 'Meera Iyer',
    phoneNumber: '+91 98765 43210',
    email: 'meera.iyer@example.in',
  },
  city: 'Pune',
  pincode: '411045',
  furnishingType: 'Furnished',
  propertyPrice: 18_500_000,
  rentAmount: null,
  status: 'approved',
  auctionDetails: null,
  boostedUntil: null,
}

function dueOf({ waits_since, created_at, due_soon_at, due_at }: ListingWithOwner) {
  if (due_at === null) return {}
  return { waitsSince: waits_since ?? created_at, dueSoonAt: due_soon_at ?? due_at, dueAt: due_at }
}

function auctionOf(row: ListingWithOwner) {
  if (row.starting_bid_paise === null && row.auction_ends_at === null) return null
  return {
    startingBidAmount: toRupees(row.starting_bid_paise),
    auctionEndDateTime: row.auction_ends_at,
  }
}
