import type { Kysely } from 'kysely'
import { textType } from '#server/database/column-types.ts'
import type { Tables } from '#server/database/schema.ts'

/**
 * The next start encrypts the values in `pan_number` (server/loans/pan-sealing-service.ts), because
 * a migration has no key.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('loans').addColumn('pan_sealed', textType(db)).execute()
}
