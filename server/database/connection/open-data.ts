import { join } from 'node:path'
import type { ServerSettings } from '#server/config/server-settings.ts'
import { keepBackupIn } from '#server/database/backup/backup-before-migration.ts'
import { requireNoBrokenRestore } from '#server/database/backup/restoring-folder.ts'
import {
  hasDatabase,
  type OpenDatabase,
  openDataFolder,
  openExistingData,
} from './open-database.ts'

// The one place that knows that there are two databases. What PostgreSQL needs is loaded where it is used: 40 ms of each start.

type Place = Pick<ServerSettings, 'dataDir' | 'databaseUrl'>

/**
 * Opens the database that the settings name and brings its tables up to date, after a backup of what an earlier version
 * left in them. @throws SetupError
 */
export async function openData(
  { dataDir, databaseUrl }: Place,
  { isRestore = false } = {},
): Promise<OpenDatabase> {
  if (!isRestore) requireNoBrokenRestore(dataDir)
  const keepBefore = keepBackupIn(join(dataDir, 'backups'))
  if (databaseUrl === null) return openDataFolder(dataDir, keepBefore)
  const { openSharedDatabase } = await import('./open-postgres.ts')
  return openSharedDatabase(databaseUrl, keepBefore)
}

/** Opens it as it is, beside servers that may be running on it. @throws SetupError when there is none yet */
export async function openDataBeside({ dataDir, databaseUrl }: Place): Promise<OpenDatabase> {
  if (databaseUrl === null) return openExistingData(dataDir)
  const { openPostgres } = await import('./open-postgres.ts')
  const db = openPostgres(databaseUrl, null)
  return { db, close: () => db.destroy() }
}

/** Opens it as it is, or null when there are no tables yet. Nothing is made. */
export async function findDataBeside(place: Place): Promise<OpenDatabase | null> {
  if (place.databaseUrl === null && !hasDatabase(place.dataDir)) return null
  const data = await openDataBeside(place)
  const tables = await data.db.introspection.getTables()
  if (tables.some(({ name }) => name === 'users')) return data
  await data.close()
  return null
}

/** Where the data is, in words that may be printed. */
export function describePlace({ dataDir, databaseUrl }: Place): string {
  if (databaseUrl === null) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}
