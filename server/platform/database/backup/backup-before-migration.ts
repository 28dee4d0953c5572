import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataFolder } from '#server/platform/config/data-folder.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { findDatabaseTrouble } from '#server/platform/database/database-trouble.ts'
import type { BeforeMigration } from '#server/platform/database/migrate.ts'
import { MIGRATION_BACKUPS_KEPT } from '#src/domain/retention.ts'
import { backUp, UNFINISHED } from './backup.ts'
import { removeBackup } from './backup-checksum.ts'

// A migration changes the whole database and cannot be reverted, so the database is backed up
// first. After `npm run manage -- restore` of the previous version, that version can start again.

const NAME = /^before-[^-]+-(.+)\.backup$/

/**
 * Writes a backup into the folder, named after the next migration and the time. @throws SetupError
 */
export function backUpInto(folder: string): BeforeMigration {
  return async (db, migration) => {
    const [number] = migration.split('-')
    const time = new Date().toISOString().replaceAll(':', '-')
    const file = join(folder, `before-${number}-${time}.backup`)
    try {
      makeDataFolder(folder)
      await backUp(db, file)
    } catch (error) {
      throw new SetupError(
        `The database is of an earlier version, and its backup could not be written to ${file} (${reasonOf(error)}). Nothing was changed.`,
        { cause: error },
      )
    }
    removeOldOnes(folder)
    process.stderr.write(
      `The tables are changed by ${migration} and what follows it. To go back to the version that ran before, let that version itself restore ${file} into an empty database: a newer one would change the tables again.\n`,
    )
  }
}

function removeOldOnes(folder: string): void {
  const names = readdirSync(folder)
  const timeOf = (name: string) => NAME.exec(name)?.[1] ?? ''
  const backups = names
    .filter((name) => NAME.test(name))
    .sort((a, b) => timeOf(b).localeCompare(timeOf(a)))
  // Unfinished files of processes that were killed while writing.
  const halves = names.filter((name) => NAME.test(name.replace(UNFINISHED, '')) && !NAME.test(name))
  for (const name of [...backups.slice(MIGRATION_BACKUPS_KEPT), ...halves])
    removeBackup(join(folder, name))
}

function reasonOf(error: unknown): string {
  if (findDatabaseTrouble(error) === 'full') return 'no space is left'
  return error instanceof Error ? error.message : String(error)
}
