import { type Kysely, type MigrationProvider, Migrator } from 'kysely'
import { SetupError } from '#server/setup-error.ts'
import * as firstTables from './migrations/001-first-tables.ts'
import * as endUsers from './migrations/002-end-users.ts'
import * as listingDeltas from './migrations/003-listing-deltas.ts'
import * as search from './migrations/006-search.ts'
import * as rollups from './migrations/007-rollups.ts'
import type { Tables } from './schema.ts'

const PROVIDER: MigrationProvider = {
  getMigrations: async () => ({
    '001-first-tables': firstTables,
    '002-end-users': endUsers,
    '003-listing-deltas': listingDeltas,
    '006-search': search,
    '007-rollups': rollups,
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

function newer(): SetupError {
  return new SetupError('The data folder was written by a newer version of this server.')
}
