// The adverts of one property. Computed when a listing is opened: only "not a duplicate" is stored.

import type { Kysely } from 'kysely'
import { readContent } from '#server/listings/changes/published-form-service.ts'
import {
  type DeletedAdvert,
  listDeletedLike,
} from '#server/listings/deleted/deleted-listing-service.ts'
import {
  type KnownAdvert,
  toAdvertFacts,
  toComparedMedia,
} from '#server/listings/likeness/advert-facts.ts'
import { listApartIds } from '#server/listings/likeness/apart-repository.ts'
import {
  type AdvertFacts,
  findLikeness,
  isContradiction,
  type Likeness,
} from '#server/listings/likeness/same-property.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import {
  type AdvertRow,
  listAdvertRows,
  listCandidateIds,
  listUsedMedia,
} from './group-repository.ts'

const MOST_ADVERTS = 12 // of one property: one portal had as many; more would fill the screen of a reviewer
const MOST_DELETED = 3 // lines above the adverts: the last one has the date of the first one
const MOST_SEARCHED = 4 // members whose own likenesses are looked for, so that an answer stays within 200 ms

/** An advert of the same property. */
export interface GroupMember {
  advert: ReadAdvert
  /** What it has in common with the listing, or with the member through which it was found. */
  likeness: Likeness
}

/** A listing as it is compared. */
export interface ReadAdvert extends KnownAdvert {
  row: AdvertRow
}

export interface Group {
  own: ReadAdvert
  /** Of the same property, without the listing itself. */
  others: readonly GroupMember[]
  /** Its deleted listings, last deleted first. */
  deleted: readonly DeletedAdvert[]
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
  const deleted = await listDeletedLike(db, own, notOfOwn)
  return { own, others: [...members.values()], deleted: deleted.slice(0, MOST_DELETED) }
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
  return { row, ...toAdvertFacts(row, readContent(row.submitted ?? '{}')) }
}

async function readMedia(db: Kysely<Tables>, adverts: readonly Facts[]): Promise<ReadAdvert[]> {
  const byListing = await listUsedMedia(
    db,
    adverts.map(({ row }) => row.id),
  )
  return adverts.map((advert) => {
    const media = byListing.get(advert.row.id) ?? []
    return { ...advert, media, ...toComparedMedia(media) }
  })
}
