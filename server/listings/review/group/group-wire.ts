import * as v from 'valibot'
import type { Likeness } from '#server/listings/likeness/same-property.ts'
import type { DeletedListingRow } from '#server/platform/database/rows/deleted-listing-rows.ts'
import {
  recordWith,
  WireAddress,
  WireCount,
  WireId,
  WireRupees,
  WireTime,
} from '#server/platform/http/calls/wire-values.ts'
import { LISTING_STATUSES } from '#src/domain/listing/listing.ts'
import { toRupees } from '#src/domain/money.ts'
import { SAME_THINGS } from '#src/domain/posting/property-group.ts'
import type { FieldSet } from '#src/domain/team/permission.ts'
import type { ApartAdvert } from './duplicate-repository.ts'
import type { Group, ReadAdvert } from './group-service.ts'

const text = v.nullable(v.string())
const rupees = v.nullable(WireRupees)

const LIKENESS = {
  same: v.pipe(
    v.array(v.picklist(SAME_THINGS)),
    v.description('What it has in common with this listing, or with another one of them.'),
  ),
  photosInCommon: WireCount,
}

const ADVERT = {
  id: WireId,
  title: text,
  owner: v.strictObject({ id: WireId, name: text }),
  status: v.picklist(LISTING_STATUSES),
  listedAt: v.pipe(WireTime, v.description('Its date on the list: of the first submission.')),
  bhk: text,
  area: v.pipe(v.nullable(v.number()), v.description('Square feet.')),
  price: rupees,
  rent: rupees,
  startingBid: rupees,
  poster: v.nullable(WireAddress),
}

export const PropertyGroupSchema = recordWith('PropertyGroup', {
  own: v.strictObject(ADVERT),
  others: v.pipe(
    v.array(
      v.strictObject({
        ...ADVERT,
        ...LIKENESS,
      }),
    ),
    v.description('Other adverts of the same property, at most 12. Empty for most listings.'),
  ),
  deleted: v.pipe(
    v.array(
      v.strictObject({
        id: WireId,
        firstSeenAt: v.pipe(
          WireTime,
          v.description('Its first submission, or that of the oldest deleted listing before it.'),
        ),
        deletedAt: WireTime,
        price: v.pipe(rupees, v.description('As it was when the listing was deleted.')),
        rent: rupees,
        startingBid: rupees,
        ...LIKENESS,
      }),
    ),
    v.description(
      'Listings of the same property that were deleted in the last 180 days, last deleted first, at most 3.',
    ),
  ),
  apart: v.pipe(
    v.array(
      v.strictObject({
        id: WireId,
        title: v.pipe(text, v.description('Null for a deleted listing: its words are not kept.')),
        deletedAt: v.pipe(
          v.nullable(WireTime),
          v.description("Null for a listing on the operator's list."),
        ),
        at: WireTime,
        by: v.pipe(text, v.description('Null if the account was erased.')),
      }),
    ),
    v.description('Listings of which a person said that they are no duplicates of this one.'),
  ),
})
export type PropertyGroup = v.InferInput<typeof PropertyGroupSchema>

/** Says "same phone number" only to people who may see phone numbers: `fields` is 'all'. */
export function toWireGroup(
  { own, others, deleted }: Group,
  apart: readonly ApartAdvert[],
  fields: FieldSet,
): PropertyGroup {
  return {
    own: toWireAdvert(own),
    others: others.map(({ advert, likeness }) => ({
      ...toWireAdvert(advert),
      ...toWireLikeness(likeness, fields),
    })),
    deleted: deleted.map(({ row, likeness }) => ({
      id: row.id,
      firstSeenAt: row.first_seen_at,
      deletedAt: row.deleted_at,
      ...toWireAmounts(row),
      ...toWireLikeness(likeness, fields),
    })),
    apart: apart.map(({ id, title, deletedAt, at, by }) => ({ id, title, deletedAt, at, by })),
  }
}

function toWireLikeness({ same, photos }: Likeness, fields: FieldSet) {
  return {
    same: same.filter((thing) => thing !== 'phone' || fields === 'all'),
    photosInCommon: photos,
  }
}

function toWireAdvert({ row, area }: ReadAdvert) {
  return {
    id: row.id,
    title: row.name,
    owner: { id: row.owner_id, name: row.ownerName },
    status: row.status ?? 'pending',
    listedAt: row.created_at,
    bhk: row.bhk,
    area,
    ...toWireAmounts(row),
    poster: row.poster_url,
  }
}

function toWireAmounts(
  row: Pick<DeletedListingRow, 'price_paise' | 'rent_paise' | 'starting_bid_paise'>,
) {
  return {
    price: toRupeesOrNull(row.price_paise),
    rent: toRupeesOrNull(row.rent_paise),
    startingBid: toRupeesOrNull(row.starting_bid_paise),
  }
}

function toRupeesOrNull(paise: number | null): number | null {
  return paise === null ? null : toRupees(paise)
}

export const GROUP_EXAMPLE: PropertyGroup = {
  own: {
    id: '68b1f0a2c4d5e6f708192a3d',
    title: 'Two bedrooms in Baner',
    owner: { id: '65a000000000000000000001', name: 'Asha Rao' },
    status: 'pending',
    listedAt: '2026-06-20T08:31:00.000Z',
    bhk: '2 BHK',
    area: 980,
    price: null,
    rent: 32_000,
    startingBid: null,
    poster: null,
  },
  others: [
    {
      id: '68b1f0a2c4d5e6f708192a3e',
      title: 'Bright flat near the market',
      owner: { id: '65a000000000000000000002', name: 'Ravi Shah' },
      status: 'approved',
      listedAt: '2026-05-02T10:00:00.000Z',
      bhk: '2 BHK',
      area: 980,
      price: null,
      rent: 31_500,
      startingBid: null,
      poster: null,
      same: ['photos', 'place', 'price'],
      photosInCommon: 4,
    },
  ],
  deleted: [
    {
      id: '68b1f0a2c4d5e6f708192a3c',
      firstSeenAt: '2026-03-03T09:00:00.000Z',
      deletedAt: '2026-05-01T10:00:00.000Z',
      price: null,
      rent: 34_000,
      startingBid: null,
      same: ['owner', 'place', 'text'],
      photosInCommon: 0,
    },
  ],
  apart: [],
}
