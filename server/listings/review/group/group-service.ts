// The adverts of one property. Computed when a listing is opened: only "not a duplicate" is stored.

import type { Kysely } from 'kysely'
import { readContent } from '#server/listings/changes/published-form-service.ts'
import type { MediaRow } from '#server/platform/database/rows/media-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { floorsOf, wordsOf } from './advert-text.ts'
import { listApartIds } from './duplicate-repository.ts'
import {
  type AdvertRow,
  listAdvertRows,
  listCandidateIds,
  listUsedMedia,
} from './group-repository.ts'
import { toComparedPhoto } from './photo-pairs.ts'
import {
  type AdvertFacts,
  type ComparedAdvert,
  findLikeness,
  isContradiction,
  type Likeness,
} from './same-property.ts'

const MOST_ADVERTS = 12 // of one property: one portal had as many; more would fill the screen of a reviewer
const MOST_SEARCHED = 4 // members whose own likenesses are looked for, so that an answer stays within 200 ms

/** An advert of the same property. */
export interface GroupMember {
  advert: ReadAdvert
  /** What it has in common with the listing, or with the member through which it was found. */
  likeness: Likeness
}

/** A listing as it is compared. */
export interface ReadAdvert extends ComparedAdvert {
  row: AdvertRow
  media: readonly MediaRow[]
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
  const [own] = await readMedia(db, (await listAdvertRows(db, [id])).map(readFacts))
  if (!own) return null
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
      const likeness = findLikeness(from, advert)
      if (!likeness) continue
      members.set(otherId, { advert, likeness })
      waiting.push(advert)
    }
  }
  return { own, others: [...members.values()] }
}

async function listCandidates(db: Kysely<Tables>, from: ReadAdvert): Promise<ReadAdvert[]> {
  const ids = await listCandidateIds(db, from.row, from.media)
  const facts = (await listAdvertRows(db, ids)).map(readFacts)
  return readMedia(
    db,
    facts.filter((other) => !isContradiction(from, other)),
  )
}

type Facts = AdvertFacts & { row: AdvertRow }

function readFacts(row: AdvertRow): Facts {
  const { title, description, area } = readContent(row.submitted ?? '{}')
  const text = `${title ?? row.name ?? ''} ${description ?? ''}`
  const amount = row.price_paise ?? row.rent_paise ?? row.starting_bid_paise
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
    words: wordsOf(text),
    floors: floorsOf(text),
  }
}

async function readMedia(db: Kysely<Tables>, adverts: readonly Facts[]): Promise<ReadAdvert[]> {
  const byListing = await listUsedMedia(
    db,
    adverts.map(({ row }) => row.id),
  )
  return adverts.map((advert) => {
    const media = byListing.get(advert.row.id) ?? []
    return {
      ...advert,
      media,
      photos: media.flatMap((one) => toComparedPhoto(one) ?? []),
      videos: media.flatMap(({ kind, checksum }) => (kind === 'video' ? [checksum] : [])),
    }
  })
}
