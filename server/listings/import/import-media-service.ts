// The URLs of photos and videos in an import: how they change a listing, and what the business is told
// about them.

import type { Kysely } from 'kysely'
import { listMedia } from '#server/listings/media/listing-media-service.ts'
import type { ImportMediaRow } from '#server/platform/database/rows/import-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { addJobs, removeJobsById } from '#server/platform/jobs/job-queue-service.ts'
import {
  composeMedia,
  type KnownMedia,
  listSiteMedia,
  type MediaPlan,
  planMedia,
  type WantedMedia,
} from './import-media-plan.ts'
import {
  countImportMedia,
  countWaitingMedia,
  listImportMedia,
  replaceImportMedia,
} from './import-media-repository.ts'

/** How many URLs of a business may wait at once: a thousand listings with all their photos. */
export const MAX_WAITING = 20_000

/** The part of an import result about the media URLs of a listing. */
export interface MediaResult {
  waiting: number
  failed: { address: string; error: string }[]
}

export interface ListingPlan extends MediaPlan {
  /** The media of the listing, without those that are still to be fetched. */
  media: string[]
}

/** The media URLs of some listings by listing id, and how many more URLs of the business may wait. */
export interface ImportedMedia {
  before: ReadonlyMap<string, readonly ImportMediaRow[]>
  room: number
}

export async function readImportedMedia(
  trx: Kysely<Tables>,
  ownerId: string,
  listingIds: readonly string[],
): Promise<ImportedMedia> {
  const before = new Map<string, ImportMediaRow[]>()
  for (const row of await listImportMedia(trx, listingIds)) {
    const rows = before.get(row.listing_id)
    if (rows) rows.push(row)
    else before.set(row.listing_id, [row])
  }
  return { before, room: MAX_WAITING - (await countWaitingMedia(trx, ownerId)) }
}

/** Computes what the sent URLs change about a listing. Writes nothing. */
export async function planListing(
  trx: Kysely<Tables>,
  listing: { id: string; ownerId: string; body: readonly string[] },
  { before, wanted }: { before: readonly ImportMediaRow[]; wanted: WantedMedia },
  now: Date,
): Promise<ListingPlan> {
  const { photos, video } = wanted
  // Skip the queries: most imports have thousands of listings without URLs.
  if (before.length + photos.length === 0 && video === null)
    return { rows: [], isExtended: false, added: 0, isWaiting: false, media: [...listing.body] }
  const known = await listKnown(trx, listing.id)
  const plan = planMedia(listing, { before, wanted, known }, now)
  const siteMedia = listSiteMedia(before)
  return { ...plan, media: composeMedia(plan.rows, { body: listing.body, siteMedia, known }) }
}

/** Stores the URLs of a listing, with a job for each that is to be fetched. */
export async function storePlan(
  trx: Kysely<Tables>,
  { id: listingId, ownerId }: { id: string; ownerId: string },
  { before, rows }: { before: readonly ImportMediaRow[]; rows: readonly ImportMediaRow[] },
  now: Date,
): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(rows)) return
  await replaceImportMedia(trx, listingId, rows)
  const kept = new Set(rows.map(({ id }) => id))
  await removeJobsById(
    trx,
    before.flatMap(({ id, state }) => (state === 'waiting' && !kept.has(id) ? id : [])),
  )
  const waiting = rows.filter(({ state }) => state === 'waiting')
  const jobs = waiting.map(({ id }) => ({ id, lane: ownerId, key: listingId }))
  await addJobs(trx, 'import-media', jobs, now)
}

/** The media of a listing, once each of its URLs was fetched or has failed; null while one waits. */
export async function findArrivedMedia(
  trx: Kysely<Tables>,
  listingId: string,
  body: readonly string[],
): Promise<string[] | null> {
  const rows = await listImportMedia(trx, [listingId])
  if (rows.some(({ state }) => state === 'waiting')) return null
  const known = await listKnown(trx, listingId)
  return composeMedia(rows, { body, siteMedia: listSiteMedia(rows), known })
}

/** Null if all URLs were fetched, or there are none. */
export function toMediaResult(rows: readonly ImportMediaRow[]): MediaResult | null {
  const waiting = rows.filter(({ state }) => state === 'waiting').length
  const failed = rows.flatMap(({ state, address, sentence }) =>
    state === 'failed' ? [{ address, error: sentence ?? '' }] : [],
  )
  return waiting + failed.length > 0 ? { waiting, failed } : null
}

/** Messages for the owner about missing photos and videos, by listing id. */
export async function wordMissingMedia(
  db: Kysely<Tables>,
  listingIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const counts = await countImportMedia(db, listingIds)
  return new Map(
    counts.flatMap(({ listingId, all, waiting, failed }): [string, string][] => {
      const of = `of ${all} ${all === 1 ? 'file' : 'files'} of your site`
      if (waiting > 0) return [[listingId, `Waiting for ${waiting} ${of}, then it is submitted.`]]
      return failed > 0 ? [[listingId, `${failed} ${of} could not be fetched.`]] : []
    }),
  )
}

async function listKnown(trx: Kysely<Tables>, listingId: string): Promise<KnownMedia> {
  return new Map((await listMedia(trx, listingId)).map(({ id, kind }) => [id, kind]))
}
