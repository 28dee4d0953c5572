import type { Kysely } from 'kysely'
import {
  getListings,
  listDecided,
  listResubmittedIds,
  listUndecided,
} from '#server/listings/changes/listing-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import type { FieldSet } from '#src/domain/team/permission.ts'
import { toWireListing } from './listing-wire.ts'

const BOARD_LISTINGS = 50 // as many as a person reviews in one session

/**
 * The listings of the board: the resubmitted ones, then the other pending ones, both oldest first,
 * then the decided ones, latest first.
 */
export async function listBoard(db: Kysely<Tables>, fields: FieldSet) {
  const again = await getListings(db, await listResubmittedIds(db, BOARD_LISTINGS))
  const isAgain = new Set(again.map(({ id }) => id))
  const waiting = await listUndecided(db, BOARD_LISTINGS)
  const undecided = [...again, ...waiting.filter(({ id }) => !isAgain.has(id))].slice(
    0,
    BOARD_LISTINGS,
  )
  const decided = await listDecided(db, BOARD_LISTINGS - undecided.length)
  return [...undecided, ...decided].map((row) => toWireListing(row, fields))
}

/**
 * Counts the listings that are decided now and were decided since a time. The index of the last changes leaves only
 * those of that time, and the audit log tells a decision from another change.
 */
export async function countDecidedSince(db: Kysely<Tables>, since: string): Promise<number> {
  const { decided } = await db
    .selectFrom('listings')
    .select((eb) => eb.fn.countAll<number>().as('decided'))
    .where('status', 'in', ['approved', 'rejected'])
    .where('updated_at', '>=', since)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('audit_log')
          .select('audit_log.id')
          .where('entity', '=', 'listing')
          .whereRef('entity_id', '=', 'listings.id')
          .where('action', '=', 'status')
          .where('at', '>=', since),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(decided)
}
