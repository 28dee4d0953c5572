import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/schema.ts'
import type { FieldSet } from '#src/domain/team/permission.ts'
import { listDecided, listUndecided } from './listing-repository.ts'
import { toWireListing } from './listing-wire.ts'

const BOARD_LISTINGS = 50 // as many as a person reviews in one session

/** The approval board: pending listings, oldest first, then the latest decisions. */
export async function listBoard(db: Kysely<Tables>, fields: FieldSet) {
  const undecided = await listUndecided(db, BOARD_LISTINGS)
  const decided = await listDecided(db, BOARD_LISTINGS - undecided.length)
  return [...undecided, ...decided].map((row) => toWireListing(row, fields))
}
