import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readSettings } from '#server/config/server-settings.ts'
import { describePlace, openData } from '#server/database/connection/open-data.ts'
import { type Restored, restoreBackup } from '#server/operations/restore-service.ts'
import { requireConfirmation } from './confirmation.ts'
import { listTables } from './copied-tables.ts'
import { requireEmptyTarget } from './empty-target.ts'
import { makeProgressLine } from './progress-line.ts'
import { type DestructiveOptions, makeDestructiveCommand } from './writing-command.ts'

export function restoreCommand(): Command {
  return makeDestructiveCommand('restore')
    .description(
      'Brings a backup into an empty database, with the servers stopped; everybody has to sign in again',
    )
    .argument('<file>', 'what the subcommand backup wrote')
    .action(restoreFile)
}

async function restoreFile(name: string, { dryRun, yes }: DestructiveOptions): Promise<void> {
  const settings = readSettings(process.env)
  const file = resolve(name)
  const place = describePlace(settings)
  const report = makeProgressLine()
  if (dryRun) {
    await requireEmptyTarget(settings)
    const { audit } = await restoreBackup(file, { ...settings, db: null, report })
    process.stdout.write(`${describeAudit(audit)}${file} would be restored into ${place}.\n`)
    return
  }
  await requireConfirmation(`Restore ${file} into ${place}?`, yes)
  const { db, close } = await openData(settings, { isRestore: true })
  try {
    const { tables, audit } = await restoreBackup(file, { ...settings, db, report })
    process.stdout.write(`${listTables(tables)}${describeAudit(audit)}`)
  } finally {
    await close()
  }
  process.stdout.write(`${file} is in ${place} now. Everybody has to sign in again.\n`)
}

function describeAudit({ rows, lastHash }: Restored['audit']): string {
  if (lastHash === null) return 'The audit log is whole: it has no rows yet.\n'
  return `The audit log is whole: rows ${rows}, last hash ${lastHash}.\n`
}
