// Visits of the team to properties. Rights count in the writing transaction, where `recordVisit` runs. Visits are in the
// history that the team reads, and in no answer to the owner of a listing.

import type { Kysely } from 'kysely'
import type * as v from 'valibot'
import type { Session } from '#server/accounts/sessions/session-service.ts'
import { findListing } from '#server/listings/changes/listing-repository.ts'
import { attachPhotos, listPhotoRows } from '#server/listings/visit-photos/visit-photo-service.ts'
import { appendAccountAuditEntry } from '#server/platform/audit/audit-service.ts'
import type { VisitPhotoRow, VisitRow } from '#server/platform/database/rows/visit-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import type { HistoryEntry } from '#src/domain/history.ts'
import { VISIT_PLACE_DAYS } from '#src/domain/retention.ts'
import { MOST_VISITS } from '#src/domain/visit/visit.ts'
import { fromThousandths, toThousandths, type VisitPlace } from '#src/domain/visit/visit-place.ts'
import type { VisitSchema } from '#src/domain/visit/visit-schemas.ts'
import { describeVisit } from '#src/domain/visit/visit-words.ts'
import {
  countVisits,
  findVisit,
  forgetPlacesUntil,
  insertVisit,
  listVisitRows,
} from './visit-repository.ts'

const DAY_MS = 86_400_000

/** Who has visited which listing. */
export interface VisitOrder {
  listingId: string
  session: Session
  now: Date
}

/**
 * Stores a visit. The same visit again changes nothing. The audit entry is about the visitor's account: entries about a
 * listing are in the export of its owner, who must not learn of the visit.
 * @throws ServerError 404 without such a listing, 409 for one visit too many, and for the id of another visit
 */
export async function recordVisit(
  trx: Kysely<Tables>,
  { listingId, session, now }: VisitOrder,
  visit: v.InferOutput<typeof VisitSchema>,
): Promise<void> {
  if (!(await findListing(trx, listingId)))
    throw new ServerError(404, 'not-found', 'This listing does not exist.')
  const known = await findVisit(trx, visit.id)
  if (known?.listing_id === listingId && known.person_id === session.userId) return
  if (known)
    throw new ServerError(409, 'visit-exists', 'Another visit has this id. Record the visit again.')
  if ((await countVisits(trx, listingId)) >= MOST_VISITS)
    throw new ServerError(
      409,
      'too-many-visits',
      `There are ${MOST_VISITS} visits to this listing already. Write a note instead.`,
    )
  await insertVisit(trx, {
    id: visit.id,
    listing_id: listingId,
    person_id: session.userId,
    visited_at: new Date(visit.at).toISOString(),
    stored_at: now.toISOString(),
    answers: JSON.stringify(visit.answers),
    note: visit.note,
    latitude_thousandths: visit.place && toThousandths(visit.place.latitude),
    longitude_thousandths: visit.place && toThousandths(visit.place.longitude),
  })
  const { userId: accountId, deviceLabel } = session
  await attachPhotos(trx, visit.photos, { visitId: visit.id, listingId, personId: accountId })
  await appendAccountAuditEntry(trx, 'visit', { accountId, deviceLabel, now, before: visit.id })
}

/** The visits to a listing as entries of its history, newest first. */
export async function listVisitEntries(
  db: Kysely<Tables>,
  listingId: string,
): Promise<HistoryEntry[]> {
  const rows = await listVisitRows(db, listingId)
  const photos = await listPhotoRows(db, listingId)
  return rows.map((row) => ({
    at: row.stored_at,
    action: 'Visited',
    from: null,
    to: null,
    actorId: row.person_id,
    by: row.visitor,
    device: null,
    detail: describeVisit(toVisit(row), row.stored_at),
    ...photosOf(row.id, photos),
  }))
}

function photosOf(visitId: string, all: readonly VisitPhotoRow[]): Pick<HistoryEntry, 'photos'> {
  const own = all.filter((photo) => photo.visit_id === visitId)
  if (own.length === 0) return {}
  return {
    photos: own.map(({ id, taken_at: takenAt, width, height }) => ({ id, takenAt, width, height })),
  }
}

/** Forgets where the visitors were, VISIT_PLACE_DAYS after the visits arrived. */
export async function forgetOldPlaces(db: Kysely<Tables>, now: Date): Promise<void> {
  await forgetPlacesUntil(db, new Date(now.getTime() - VISIT_PLACE_DAYS * DAY_MS).toISOString())
}

function toVisit(row: VisitRow) {
  const { visited_at: at, note } = row
  return { at, answers: JSON.parse(row.answers), note, place: placeOf(row) }
}

export function placeOf(row: VisitRow): VisitPlace | null {
  const { latitude_thousandths: latitude, longitude_thousandths: longitude } = row
  if (latitude === null || longitude === null) return null
  return { latitude: fromThousandths(latitude), longitude: fromThousandths(longitude) }
}
