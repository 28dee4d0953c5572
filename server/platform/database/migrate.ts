import { type Kysely, type MigrationProvider, Migrator, sql } from 'kysely'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { isPostgres } from './column-types.ts'
import * as baseline from './migrations/038-baseline.ts'
import * as oneListing from './migrations/039-one-listing.ts'
import * as savedViews from './migrations/040-saved-views.ts'
import * as filterIndexes from './migrations/041-filter-indexes.ts'
import * as exports from './migrations/042-exports.ts'
import * as claims from './migrations/043-claims.ts'
import * as dueTimes from './migrations/044-due-times.ts'
import * as notes from './migrations/045-notes.ts'
import * as mentions from './migrations/046-mentions.ts'
import * as assignments from './migrations/047-assignments.ts'
import * as decidersAndHints from './migrations/048-deciders-and-hints.ts'
import * as groups from './migrations/049-groups.ts'
import * as visits from './migrations/050-visits.ts'
import * as reviewWaits from './migrations/052-review-waits.ts'
import * as visitPhotos from './migrations/053-visit-photos.ts'
import * as deletedListings from './migrations/054-deleted-listings.ts'
import { areAllEarlier, asOfBaseline, BASELINE } from './migrations/baseline/earlier-migrations.ts'
import type { Tables } from './schema.ts'

const PROVIDER: MigrationProvider = {
  getMigrations: async () => ({
    [BASELINE]: baseline,
    '039-one-listing': oneListing,
    '040-saved-views': savedViews,
    '041-filter-indexes': filterIndexes,
    '042-exports': exports,
    '043-claims': claims,
    '044-due-times': dueTimes,
    '045-notes': notes,
    '046-mentions': mentions,
    '047-assignments': assignments,
    '048-deciders-and-hints': decidersAndHints,
    '049-groups': groups,
    '050-visits': visits,
    '052-review-waits': reviewWaits,
    '053-visit-photos': visitPhotos,
    '054-deleted-listings': deletedListings,
  }),
}

const NUMBER_CHARS = 3 // of a migration's name, such as 038-baseline

/** Backs up the database before the named migration. If it throws, nothing is migrated. */
export type BeforeMigration = (db: Kysely<Tables>, migration: string) => Promise<void>

/**
 * Applies all pending migrations or none, and marks a database of before the baseline that has its tables. Calls
 * `beforeMigration` first, unless the database is new or up to date. @throws SetupError for a database of a newer
 * version, and for one of before the baseline that lacks some of its tables
 */
export async function migrate(
  db: Kysely<Tables>,
  beforeMigration?: BeforeMigration,
): Promise<void> {
  const known = Object.keys(await PROVIDER.getMigrations())
  const applied = await listApplied(db)
  const done = asOfBaseline(applied)
  requireKnown(done, known)
  const isUnmarked = areAllEarlier(applied)
  const next = known[done.length] ?? (isUnmarked ? BASELINE : undefined)
  if (done.length > 0 && next) await beforeMigration?.(db, next)
  if (isUnmarked) await mark(db, done)
  await migrateTo(db, known.at(-1) ?? '')
}

/** Whether every migration of this version is applied. A newer version may have applied more. */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  const done = new Set(await listNamesDone(db))
  return Object.keys(await PROVIDER.getMigrations()).every((name) => done.has(name))
}

/**
 * Creates the tables of an empty database in the schema version of another database, which may be
 * older than this server. @throws SetupError as in `migrateAs`
 */
export async function migrateLike(db: Kysely<Tables>, other: Kysely<Tables>): Promise<void> {
  await migrateAs(db, await listApplied(other))
}

/**
 * Creates the tables of an empty database as these migrations do, and marks them as applied. @throws SetupError for
 * unknown migrations, and for some of those of before the baseline
 */
export async function migrateAs(db: Kysely<Tables>, applied: readonly string[]): Promise<void> {
  const known = Object.keys(await PROVIDER.getMigrations())
  const done = asOfBaseline(applied)
  const last = done.at(-1)
  if (last === undefined) throw new SetupError('There are no tables in the database yet.')
  requireKnown(done, known)
  await migrateTo(db, last)
  // The version that wrote the data must be able to use a backup of it.
  if (areAllEarlier(applied)) await mark(db, applied)
}

/** Replaces the names of the applied migrations. */
async function mark(db: Kysely<Tables>, names: readonly string[]): Promise<void> {
  const timestamp = new Date().toISOString()
  const rows = names.map((name) => sql`(${name}, ${timestamp})`)
  await db.transaction().execute(async (trx) => {
    await sql`delete from kysely_migration`.execute(trx)
    await sql`insert into kysely_migration (name, timestamp) values ${sql.join(rows)}`.execute(trx)
  })
}

/** The applied migrations in their order; none in a new database, which has no table for them. */
async function listApplied(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.some(({ name }) => name === 'kysely_migration') ? listNamesDone(db) : []
}

/** @throws SetupError for a migration that this version does not have */
function requireKnown(done: readonly string[], known: readonly string[]): void {
  if (done.some((name, index) => name !== known[index])) throw newer(done.at(-1), known.at(-1))
}

/**
 * Applies the migrations up to the named one in one transaction, without enforced foreign keys on
 * SQLite: a migration may drop and rebuild a table, which would delete the rows that refer to it.
 * So a migration deletes dependent rows itself. All references are checked before the commit.
 */
async function migrateTo(db: Kysely<Tables>, last: string): Promise<void> {
  if (isPostgres(db)) return runMigrations(db, PROVIDER, last)
  // Set before the transaction, because inside it this pragma has no effect. Kysely's only connection serves both.
  await sql`pragma foreign_keys = off`.execute(db)
  try {
    await runMigrations(db, checkingReferencesAfter(last), last)
  } finally {
    await sql`pragma foreign_keys = on`.execute(db)
  }
}

async function runMigrations(
  db: Kysely<Tables>,
  provider: MigrationProvider,
  last: string,
): Promise<void> {
  const { error } = await new Migrator({ db, provider }).migrateTo(last)
  if (error) throw error
}

function checkingReferencesAfter(last: string): MigrationProvider {
  return {
    async getMigrations() {
      const migrations = await PROVIDER.getMigrations()
      const up = async (db: Kysely<Tables>) => {
        await migrations[last]?.up(db)
        await requireReferences(db)
      }
      return { ...migrations, [last]: { up } }
    },
  }
}

async function requireReferences(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ table: string; parent: string }>`
    pragma foreign_key_check`.execute(db)
  const [broken] = rows
  if (!broken) return
  const { table, parent } = broken
  throw new SetupError(
    `The database refers from ${table} to rows of ${parent} that do not exist. Nothing was changed.`,
  )
}

/** All applied migrations in their order, of a newer version too. */
async function listNamesDone(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

function newer(found = '', known = ''): SetupError {
  return new SetupError(
    `The data was written by a newer version of this server: its tables are those of ${found}, and this version knows them up to ${known}. Start the newer version, or restore the backup of before its update, which is for this version: DATA_DIR/backups/before-<number>-<time>.backup with the number after ${known.slice(0, NUMBER_CHARS)}.`,
  )
}
