// The adverts of one property. Computed when a listing is opened: only "not a duplicate" is stored.

import type { Kysely } from 'kysely'
import { readContent } from '#server/listings/changes/published-form-service.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { floorsOf, wordsOf } from './advert-text.ts'
import { listApartIds } from './duplicate-repository.ts'
import { type AdvertRow, listAdvertRows, listCandidateIds } from './group-repository.ts'
import { toComparedPhoto } from './photo-pairs.ts'
import { type ComparedAdvert, findLikeness, type Likeness } from './same-property.ts'

const MOST_ADVERTS = 12 // of one property: one portal had as many; more would fill the screen of a reviewer
const MOST_SEARCHED = 4 // members whose own likenesses are looked for, so that an answer stays within 200 ms

/** An advert of the same property. */
export interface GroupMember {
  advert: ReadAdvert
  /** What it has in common with the listing, or with a member that is like the listing. */
  likeness: Likeness
}

/** A listing as it is compared. */
export interface ReadAdvert extends ComparedAdvert {
  row: AdvertRow
}

export interface Group {
  own: ReadAdvert
  /** Of the same property, without the listing itself. */
  others: readonly GroupMember[]
}

/**
 * The group of a listing on the operator's list: what is like it, and what is like those. Null if it is not on the list.
 * Leaves out what a person has called another property.
 */
export async function findGroup(db: Kysely<Tables>, id: string): Promise<Group | null> {
  const [row] = await listAdvertRows(db, [id])
  if (!row) return null
  const own = readAdvert(row)
  const members = new Map<string, GroupMember>()
  const notOfOwn = new Set([id, ...(await listApartIds(db, id))])
  const waiting = [own]
  for (let searched = 0; searched < MOST_SEARCHED; searched += 1) {
    const from = waiting.shift()
    if (!from || members.size >= MOST_ADVERTS) break
    const notOfThis = from === own ? notOfOwn : await listApartIds(db, from.row.id)
    for (const advert of await listCandidates(db, from)) {
      const { id: otherId } = advert.row
      if (members.size >= MOST_ADVERTS || members.has(otherId)) continue
      if (notOfOwn.has(otherId) || notOfThis.has(otherId)) continue
      const ofOwn = findLikeness(own, advert)
      const likeness = ofOwn ?? (from === own ? null : findLikeness(from, advert))
      if (!likeness) continue
      members.set(otherId, { advert, likeness })
      waiting.push(advert)
    }
  }
  return { own, others: [...members.values()] }
}

async function listCandidates(db: Kysely<Tables>, { row }: ReadAdvert): Promise<ReadAdvert[]> {
  const ids = await listCandidateIds(db, row)
  return (await listAdvertRows(db, ids)).map(readAdvert)
}

function readAdvert(row: AdvertRow): ReadAdvert {
  const { title, description, area } = readContent(row.submitted ?? '{}')
  const text = `${title ?? row.name ?? ''} ${description ?? ''}`
  const amount = row.price_paise ?? row.rent_paise ?? row.starting_bid_paise
  const { media } = row
  return {
    row,
    ownerId: row.owner_id,
    phone: row.ownerPhone,
    propertyType: row.property_type,
    saleType: row.sale_type,
    bhk: row.bhk,
    city: row.city,
    pincode: row.pincode,
    area,
    amount: amount === null ? null : Number(amount), // PostgreSQL returns large integers as text
    placeKey: row.place_key,
    photos: media.flatMap((one) => toComparedPhoto(one) ?? []),
    videos: media.flatMap(({ kind, checksum }) => (kind === 'video' ? [checksum] : [])),
    words: wordsOf(text),
    floors: floorsOf(text),
  }
}
