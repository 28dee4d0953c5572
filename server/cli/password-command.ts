import type { Command } from 'commander'
import { getOperator, renewOperatorPassword } from '#server/auth/operator-account-service.ts'
import { readSettings } from '#server/config/server-settings.ts'
import { openDataBeside } from '#server/database/connection/open-data.ts'
import { requireConfirmation } from './confirmation.ts'
import { type DestructiveOptions, makeDestructiveCommand } from './writing-command.ts'

export function passwordCommand(): Command {
  return makeDestructiveCommand('password')
    .description(
      'Makes and prints a new password for the operator, and signs every device of the operator out; a server may be running',
    )
    .action(renewPassword)
}

async function renewPassword({ dryRun, yes }: DestructiveOptions): Promise<void> {
  const settings = readSettings(process.env)
  const { db, close } = await openDataBeside(settings)
  try {
    const { email } = await getOperator(db)
    if (dryRun) {
      process.stdout.write(`${email} would get a new password, and be signed out everywhere.\n`)
      return
    }
    await requireConfirmation(`Give ${email} a new password, and sign every device out?`, yes)
    const { newPassword } = await renewOperatorPassword(db, new Date())
    process.stdout.write(`Operator's e-mail:  ${email}\nNew password:       ${newPassword}\n`)
    process.stdout.write('Every device of the operator is signed out.\n')
    if (settings.adminPassword !== null)
      process.stdout.write('ADMIN_PASSWORD is set and takes its place at the next start.\n')
  } finally {
    await close()
  }
}
