import { sql } from 'kysely'
import { erasePhotographer } from '#server/listings/visit-photos/visit-photo-service.ts'
import type { VisitRow } from '#server/platform/database/rows/visit-rows.ts'
import {
  type Eraser,
  INTERNAL,
  OWN_ID,
  type PersonalTables,
} from '#server/platform/personal-tables/personal-table.ts'
import { type AnsweredItem, VISIT_ANSWER_LABELS } from '#src/domain/visit/visit.ts'
import { forgetVisitor } from './visit-repository.ts'
import { placeOf } from './visit-service.ts'

export const VISIT_TABLES = {
  visits: {
    // By `eraseVisitor`: what the team saw at a property stays until its listing is deleted.
    erased: null,
    file: 'visits.json',
    says: 'Your visits to properties of others, as a member of the team: what you answered and noted there, and where you were if you added it.',
    isOf: (userId) => sql`person_id = ${userId}`,
    key: ['id'],
    columns: {
      id: INTERNAL,
      listing_id: 'listingId',
      person_id: OWN_ID,
      visited_at: 'visitedAt',
      stored_at: 'storedAt',
      answers: { name: 'checklist', read: readChecklist },
      note: 'note',
      latitude_thousandths: { name: 'latitude', read: (row) => placeOf(row)?.latitude ?? null },
      longitude_thousandths: { name: 'longitude', read: (row) => placeOf(row)?.longitude ?? null },
    },
  },
  visit_photos: {
    // By `eraseVisitor`, like the visits.
    erased: null,
    file: 'visit-photos.json',
    says: 'The photos that you took during visits to properties of others, as a member of the team: when, and of which property.',
    isOf: (userId) => sql`person_id = ${userId}`,
    key: ['id'],
    columns: {
      id: 'photo',
      listing_id: 'listingId',
      person_id: OWN_ID,
      visit_id: 'visitId',
      taken_at: 'takenAt',
      stored_at: 'storedAt',
      bytes: 'uploadedBytes',
      width: 'width',
      height: 'height',
      thumbhash: INTERNAL,
    },
  },
} satisfies Partial<PersonalTables>

/** 'The lift works: Yes'. */
function readChecklist({ answers }: VisitRow): string[] {
  const items: AnsweredItem[] = JSON.parse(answers)
  return items.map(({ label, answer }) => `${label}: ${VISIT_ANSWER_LABELS[answer]}`)
}

export const eraseVisitor: Eraser = async (trx, { account, now }) => {
  await erasePhotographer(trx, account.id, now)
  await forgetVisitor(trx, account.id)
  return []
}
