import { join } from 'node:path'
import type { ServerSettings } from '#server/platform/config/server-settings.ts'
import { backUpInto } from './backup/backup-before-migration.ts'
import { requireNoBrokenRestore } from './backup/restoring-folder.ts'
import {
  hasDatabase,
  type OpenDatabase,
  openDataFolder,
  openExistingData,
} from './connection/open-database.ts'

// The only module that chooses between SQLite and PostgreSQL. Loading the PostgreSQL code on demand
// saves 40 ms at each start with SQLite.

type Place = Pick<ServerSettings, 'dataDir' | 'databaseUrl'>

/**
 * Opens the configured database and migrates it. Data of an earlier version is backed up first.
 * @throws SetupError
 */
export async function openData(
  { dataDir, databaseUrl }: Place,
  { isRestore = false } = {},
): Promise<OpenDatabase> {
  if (!isRestore) requireNoBrokenRestore(dataDir)
  const beforeMigration = backUpInto(join(dataDir, 'backups'))
  if (databaseUrl === null) return openDataFolder(dataDir, beforeMigration)
  const { openSharedDatabase } = await import('./connection/open-postgres.ts')
  return openSharedDatabase(databaseUrl, beforeMigration)
}

/**
 * Opens the database without a migration or lock, even while servers use it. @throws SetupError
 * when the data folder has no SQLite database
 */
export async function openDataUnlocked({ dataDir, databaseUrl }: Place): Promise<OpenDatabase> {
  if (databaseUrl === null) return openExistingData(dataDir)
  const { openPostgres } = await import('./connection/open-postgres.ts')
  const db = openPostgres(databaseUrl, null)
  return { db, close: () => db.destroy() }
}

/** Like `openDataUnlocked`, but returns null if the SQLite file is missing or the database has no tables. */
export async function findDataUnlocked(place: Place): Promise<OpenDatabase | null> {
  if (place.databaseUrl === null && !hasDatabase(place.dataDir)) return null
  const data = await openDataUnlocked(place)
  const tables = await data.db.introspection.getTables()
  if (tables.some(({ name }) => name === 'users')) return data
  await data.close()
  return null
}

/** The location of the data, without credentials. */
export function describeDataPlace({ dataDir, databaseUrl }: Place): string {
  if (databaseUrl === null) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}
