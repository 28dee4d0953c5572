import type { Kysely } from 'kysely'
import { seed } from '#server/demo/demo-seeding.ts'
import { listPhotoBands, placeKeyOf } from '#server/platform/database/duplicate-keys.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { DEAL_WORDS, KIND_WORDS } from '#src/domain/posting/posting-fields.ts'
import { idOf, makeListing, makeMarket, makeUser } from '#tests/server/market-data.ts'
import { testPans } from '#tests/support/server/test-pans.ts'
import type { MarketAdvert } from './seeded-market.ts'

const AT = '2026-01-01T00:00:00.000Z'
const AT_ONCE = 200 // listings per statement
const FIRST = 100_000 // of the listings' ids; owners have the numbers below
const PAISE = 100

export function listingIdOf(place: number): string {
  return idOf(FIRST + place)
}

/** Stores the adverts as submitted listings with their photos. */
export async function storeMarket(
  db: Kysely<Tables>,
  adverts: readonly MarketAdvert[],
): Promise<void> {
  const owners = [...new Set(adverts.map(({ owner }) => owner))]
  const users = owners.map((owner) =>
    makeUser({
      id: idOf(owner + 1),
      email: `owner${owner}@example.in`,
      phoneNumber: `+91 9${String(owner).padStart(9, '0')}`,
    }),
  )
  const listings = adverts.map(({ owner, content }, place) =>
    makeListing(FIRST + place, {
      ownerId: idOf(owner + 1),
      name: content.title,
      propertyType: KIND_WORDS[content.kind ?? 'apartment'],
      saleType: DEAL_WORDS[content.deal ?? 'sell'],
      bhk: `${content.bhk} BHK`,
      city: content.city ?? '',
      pincode: content.pincode ?? '',
      pricePaise: content.price === null ? null : content.price * PAISE,
      rentPaise: content.rent === null ? null : content.rent * PAISE,
    }),
  )
  await seed(db, makeMarket({ users, listings }), testPans, 'no password fits')
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < adverts.length; from += AT_ONCE)
      await storeContents(trx, adverts.slice(from, from + AT_ONCE), from)
  })
}

async function storeContents(
  trx: Kysely<Tables>,
  adverts: readonly MarketAdvert[],
  from: number,
): Promise<void> {
  const media = adverts.flatMap((advert, index) => listMedia(advert, from + index))
  const bands = media.flatMap(({ id, perceptual_hash }) =>
    listPhotoBands(perceptual_hash).map((band) => ({ band, media_id: id })),
  )
  await trx.insertInto('media').values(media).execute()
  for (let at = 0; at < bands.length; at += 2_000)
    await trx
      .insertInto('photo_bands')
      .values(bands.slice(at, at + 2_000))
      .execute()
  for (const [index, { content }] of adverts.entries()) {
    const submitted = JSON.stringify(content)
    await trx
      .updateTable('postings')
      .set({ submitted, place_key: placeKeyOf(submitted), is_from_before: 0 })
      .where('id', '=', listingIdOf(from + index))
      .execute()
  }
}

function listMedia({ owner, photos }: MarketAdvert, place: number) {
  return photos.map(({ perceptualHash, cropHashes }, number) => {
    const id = (place * 100 + number).toString(16).padStart(32, '0')
    return {
      id,
      owner_id: idOf(owner + 1),
      posting_id: listingIdOf(place),
      kind: 'photo' as const,
      created_at: AT,
      unused_since: null,
      width: 1600,
      height: 1200,
      duration_ms: null,
      bytes: 1,
      checksum: id,
      perceptual_hash: perceptualHash,
      crop_hashes: cropHashes,
      thumbhash: null,
    }
  })
}
