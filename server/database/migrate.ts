import { type Kysely, type MigrationProvider, Migrator, sql } from 'kysely'
import { SetupError } from '#server/setup-error.ts'
import * as firstTables from './migrations/001-first-tables.ts'
import * as endUsers from './migrations/002-end-users.ts'
import * as listingDeltas from './migrations/003-listing-deltas.ts'
import * as auditChain from './migrations/004-audit-chain.ts'
import * as encryptedPan from './migrations/005-encrypted-pan.ts'
import type { Tables } from './schema.ts'

const PROVIDER: MigrationProvider = {
  getMigrations: async () => ({
    '001-first-tables': firstTables,
    '002-end-users': endUsers,
    '003-listing-deltas': listingDeltas,
    '004-audit-chain': auditChain,
    '005-encrypted-pan': encryptedPan,
  }),
}

/** Brings the tables up to date, all or nothing. @throws SetupError on a database from a newer version. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: PROVIDER })
  const known = Object.keys(await PROVIDER.getMigrations())
  const done = (await migrator.getMigrations()).filter((migration) => migration.executedAt)
  if (done.length > known.length) throw newer()
  const { error } = await migrator.migrateToLatest()
  if (error instanceof Error && /corrupted migrations/.test(error.message)) throw newer()
  if (error) throw error
}

/** Whether every migration that this version knows is done; a newer version may have done more. */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map(({ name }) => name))
  return Object.keys(await PROVIDER.getMigrations()).every((name) => done.has(name))
}

function newer(): SetupError {
  return new SetupError('The data folder was written by a newer version of this server.')
}
