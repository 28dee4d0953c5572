// One process at a time imports a file. A lease expires, so that a killed process does not block the
// file. The transaction of each chunk begins by extending the lease, so that a process that has lost
// the lease imports nothing.

import type { Kysely } from 'kysely'
import type { ImportRow } from '#server/database/import-rows.ts'
import type { Tables } from '#server/database/schema.ts'

export interface ImportLease {
  id: string
  holder: string
}

/** The oldest started file without a live lease. */
function selectNext(db: Kysely<Tables>, now: string) {
  return db
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'running')
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
}

export async function hasFreeImport(db: Kysely<Tables>, now: string): Promise<boolean> {
  return (await selectNext(db, now).executeTakeFirst()) !== undefined
}

export function claimImport(
  trx: Kysely<Tables>,
  { holder, now, until }: { holder: string; now: string; until: string },
): Promise<ImportRow | undefined> {
  return trx
    .updateTable('imports')
    .set({ lease_holder: holder, leased_until: until })
    .where('id', '=', selectNext(trx, now))
    .returningAll()
    .executeTakeFirst()
}

/** Extends the lease and returns the file; undefined if the lease was lost or the file deleted. */
export function extendLease(
  trx: Kysely<Tables>,
  { id, holder }: ImportLease,
  until: string,
): Promise<ImportRow | undefined> {
  return trx
    .updateTable('imports')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('lease_holder', '=', holder)
    .returningAll()
    .executeTakeFirst()
}

/** Ends the lease, so that another process can continue at once. */
export async function endLease(db: Kysely<Tables>, { id, holder }: ImportLease): Promise<void> {
  await db
    .updateTable('imports')
    .set({ lease_holder: null, leased_until: null })
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .execute()
}
