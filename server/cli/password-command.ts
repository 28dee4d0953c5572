import type { Command } from 'commander'
import { chooseAccount } from '#server/accounts/sign-in/chosen-account-service.ts'
import {
  getOperator,
  getStaffAccount,
  renewOperatorPassword,
  renewStaffPassword,
} from '#server/accounts/sign-in/operator-account-service.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { openDataUnlocked } from '#server/platform/database/open-data.ts'
import { requireConfirmation } from './confirmation.ts'
import { type DestructiveOptions, makeDestructiveCommand } from './writing-command.ts'

export function passwordCommand(): Command {
  return makeDestructiveCommand('password')
    .description(
      'Makes and prints a new password for a person on the team, and signs every device of the person out; a server may be running',
    )
    .argument('[email]', 'the e-mail address of the person; by default the operator')
    .action(renewPassword)
}

async function renewPassword(
  wanted: string | undefined,
  { dryRun, yes }: DestructiveOptions,
): Promise<void> {
  const settings = readSettings(process.env)
  const { db, close } = await openDataUnlocked(settings)
  try {
    const operator = await getOperator(db)
    const { id, email } = wanted === undefined ? operator : await getStaffAccount(db, wanted)
    const { name } = await chooseAccount(db, email, 'staff')
    if (dryRun) {
      process.stdout.write(`${name} would get a new password, and be signed out everywhere.\n`)
      return
    }
    await requireConfirmation(`Give ${name} a new password, and sign every device out?`, yes)
    const { newPassword } = await (wanted === undefined
      ? renewOperatorPassword(db, new Date())
      : renewStaffPassword(db, email, new Date()))
    process.stdout.write(`E-mail:        ${name}\nNew password:  ${newPassword}\n`)
    process.stdout.write('Every device of this person is signed out.\n')
    if (settings.adminPassword !== null && id === operator.id)
      process.stdout.write('ADMIN_PASSWORD is set and takes its place at the next start.\n')
  } finally {
    await close()
  }
}
