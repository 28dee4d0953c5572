import type { Command } from 'commander'
import { moveDatabase } from '#server/operations/restore-service.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { lockExistingData } from '#server/platform/database/connection/open-database.ts'
import { describeDataPlace, openData } from '#server/platform/database/open-data.ts'
import { requireConfirmation } from './confirmation.ts'
import { listTables } from './copied-tables.ts'
import { requireEmptyTarget } from './empty-target.ts'
import { makeProgressLine } from './progress-line.ts'
import { type DestructiveOptions, makeDestructiveCommand } from './writing-command.ts'

export function moveCommand(): Command {
  return makeDestructiveCommand('move')
    .description(
      "Copies the data folder's database into the empty PostgreSQL of DATABASE_URL, with the servers stopped",
    )
    .action(move)
}

async function move({ dryRun, yes }: DestructiveOptions): Promise<void> {
  const settings = readSettings(process.env)
  if (settings.databaseUrl === null)
    throw new SetupError('DATABASE_URL must name the database to move to.')
  const place = describeDataPlace(settings)
  const report = makeProgressLine()
  // Servers must not write during the move.
  const from = lockExistingData(settings.dataDir)
  try {
    if (dryRun) {
      await requireEmptyTarget(settings)
      await moveDatabase(from.file, { ...settings, db: null, report })
      process.stdout.write(`Everything in ${settings.dataDir} would be copied into ${place}.\n`)
      return
    }
    await requireConfirmation(`Move everything in ${settings.dataDir} into ${place}?`, yes)
    const to = await openData(settings, { isRestore: true })
    try {
      const tables = await moveDatabase(from.file, { ...settings, db: to.db, report })
      process.stdout.write(listTables(tables))
    } finally {
      await to.close()
    }
  } finally {
    from.close()
  }
  process.stdout.write(
    `Everything in ${settings.dataDir} is in ${place} now, by number and by checksum.\n`,
  )
}
