import { type Kysely, type MigrationInfo, type MigrationProvider, Migrator, sql } from 'kysely'
import { SetupError } from '#server/config/setup-error.ts'
import { isPostgres } from './column-types.ts'
import * as firstTables from './migrations/001-first-tables.ts'
import * as endUsers from './migrations/002-end-users.ts'
import * as listingDeltas from './migrations/003-listing-deltas.ts'
import * as auditChain from './migrations/004-audit-chain.ts'
import * as encryptedPan from './migrations/005-encrypted-pan.ts'
import * as search from './migrations/006-search.ts'
import * as rollups from './migrations/007-rollups.ts'

import * as provisionalRegistrations from './migrations/008-provisional-registrations.ts'

import * as knownDevices from './migrations/009-known-devices.ts'

import * as webpPortraits from './migrations/010-webp-portraits.ts'
import * as configuredPasswords from './migrations/011-configured-passwords.ts'
import * as jobs from './migrations/012-jobs.ts'
import * as replacedSessions from './migrations/013-replaced-sessions.ts'
import * as staff from './migrations/014-staff.ts'
import * as links from './migrations/015-links.ts'
import * as sessionDetails from './migrations/016-session-details.ts'
import * as secondFactors from './migrations/017-second-factors.ts'
import * as activity from './migrations/018-activity.ts'
import * as accountPerRole from './migrations/019-account-per-role.ts'
import * as passkeys from './migrations/020-passkeys.ts'
import * as erasure from './migrations/021-erasure.ts'
import * as reasons from './migrations/022-reasons.ts'
import * as postings from './migrations/023-postings.ts'
import * as messages from './migrations/024-messages.ts'
import * as imports from './migrations/025-imports.ts'
import * as media from './migrations/026-media.ts'
import * as webhooks from './migrations/027-webhooks.ts'
import * as duplicateKeys from './migrations/028-duplicate-keys.ts'
import * as mediaRemovals from './migrations/029-media-removals.ts'
import * as listingViews from './migrations/030-listing-views.ts'
import * as importMedia from './migrations/031-import-media.ts'
import * as outcomesWithoutAnswers from './migrations/032-outcomes-without-answers.ts'
import * as waitingReceivers from './migrations/033-waiting-receivers.ts'
import * as importSheets from './migrations/034-import-sheets.ts'
import * as restores from './migrations/035-restores.ts'
import * as grievances from './migrations/036-grievances.ts'
import * as reasonsWithDecisions from './migrations/037-reasons-with-decisions.ts'
import * as jobQueue from './migrations/038-job-queue.ts'
import type { Tables } from './schema.ts'

const PROVIDER: MigrationProvider = {
  getMigrations: async () => ({
    '001-first-tables': firstTables,
    '002-end-users': endUsers,
    '003-listing-deltas': listingDeltas,
    '004-audit-chain': auditChain,
    '005-encrypted-pan': encryptedPan,
    '006-search': search,
    '007-rollups': rollups,
    '008-provisional-registrations': provisionalRegistrations,
    '009-known-devices': knownDevices,
    '010-webp-portraits': webpPortraits,
    '011-configured-passwords': configuredPasswords,
    '012-jobs': jobs,
    '013-replaced-sessions': replacedSessions,
    '014-staff': staff,
    '015-links': links,
    '016-session-details': sessionDetails,
    '017-second-factors': secondFactors,
    '018-activity': activity,
    '019-account-per-role': accountPerRole,
    '020-passkeys': passkeys,
    '021-erasure': erasure,
    '022-reasons': reasons,
    '023-postings': postings,
    '024-messages': messages,
    '025-imports': imports,
    '026-media': media,
    '027-webhooks': webhooks,
    '028-duplicate-keys': duplicateKeys,
    '029-media-removals': mediaRemovals,
    '030-listing-views': listingViews,
    '031-import-media': importMedia,
    '032-outcomes-without-answers': outcomesWithoutAnswers,
    '033-waiting-receivers': waitingReceivers,
    '034-import-sheets': importSheets,
    '035-restores': restores,
    '036-grievances': grievances,
    '037-reasons-with-decisions': reasonsWithDecisions,
    '038-job-queue': jobQueue,
  }),
}

const NUMBER_CHARS = 3 // of a migration's name, such as 031-import-media

/** Backs up the database before the named migration. If it throws, nothing is migrated. */
export type BeforeMigration = (db: Kysely<Tables>, migration: string) => Promise<void>

/**
 * Applies all pending migrations or none. Calls `beforeMigration` first, unless the database is
 * new. @throws SetupError for a database of a newer version
 */
export async function migrate(
  db: Kysely<Tables>,
  beforeMigration?: BeforeMigration,
): Promise<void> {
  const known = Object.keys(await PROVIDER.getMigrations())
  const done = await listDone(db)
  const next = known[done.length]
  if (done.length > 0 && next) await beforeMigration?.(db, next)
  await migrateTo(db, known.at(-1) ?? '')
}

/** Whether every migration of this version is applied. A newer version may have applied more. */
export async function isMigrated(db: Kysely<Tables>): Promise<boolean> {
  const done = new Set(await listNamesDone(db))
  return Object.keys(await PROVIDER.getMigrations()).every((name) => done.has(name))
}

/**
 * Creates the tables of an empty database in the schema version of another database, which may be
 * older than this server.
 */
export async function migrateLike(db: Kysely<Tables>, other: Kysely<Tables>): Promise<void> {
  const done = await listDone(other)
  await migrateAs(
    db,
    done.map(({ name }) => name),
  )
}

/**
 * Creates the tables of an empty database with these migrations. @throws SetupError for unknown
 * migrations
 */
export async function migrateAs(db: Kysely<Tables>, done: readonly string[]): Promise<void> {
  const known = Object.keys(await PROVIDER.getMigrations())
  const last = done.at(-1)
  if (last === undefined) throw new SetupError('There are no tables in the database yet.')
  if (done.some((name, index) => name !== known[index])) throw newer(last, known.at(-1))
  await migrateTo(db, last)
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
  if (error instanceof Error && /corrupted migrations/.test(error.message))
    throw newer(
      (await listNamesDone(db)).at(-1),
      Object.keys(await PROVIDER.getMigrations()).at(-1),
    )
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

async function listDone(db: Kysely<Tables>): Promise<MigrationInfo[]> {
  const migrations = await new Migrator({ db, provider: PROVIDER }).getMigrations()
  return migrations.filter(({ executedAt }) => executedAt)
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
