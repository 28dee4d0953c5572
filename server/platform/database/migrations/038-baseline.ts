import type { Kysely } from 'kysely'
import { textType } from '#server/platform/database/column-types.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { accountTables } from './baseline/accounts-tables.ts'
import { createAuditTriggers } from './baseline/audit-triggers.ts'
import { factorTables } from './baseline/factors-tables.ts'
import { insertFirstRows } from './baseline/first-rows.ts'
import { importTables } from './baseline/imports-tables.ts'
import { listingTables } from './baseline/listings-tables.ts'
import { logTables } from './baseline/log-tables.ts'
import { mediaTables } from './baseline/media-tables.ts'
import { moneyTables } from './baseline/money-tables.ts'
import { noticeTables } from './baseline/notices-tables.ts'
import { createRollups } from './baseline/rollups.ts'
import { createSearch } from './baseline/search.ts'

/** The tables before the first release: what the migrations 001 to 038 created together. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const text = textType(db)
  const statements = [
    ...accountTables(text),
    ...factorTables(text),
    ...moneyTables(text),
    ...listingTables(text),
    ...mediaTables(text),
    ...importTables(text),
    ...noticeTables(text),
    ...logTables(text),
  ]
  for (const statement of statements) await statement.execute(db)
  await createAuditTriggers(db)
  await createSearch(db)
  await createRollups(db)
  await insertFirstRows(db)
}
