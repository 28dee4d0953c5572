import { type Command, Option } from 'commander'
import { resetSecondFactorOf } from '#server/accounts/second-factor/factor-reset-service.ts'
import {
  chooseAccount,
  type KindOfAccount,
} from '#server/accounts/sign-in/chosen-account-service.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { openDataUnlocked } from '#server/platform/database/open-data.ts'
import { requireConfirmation } from './confirmation.ts'
import { type DestructiveOptions, makeDestructiveCommand } from './writing-command.ts'

export function resetSecondFactorCommand(): Command {
  return makeDestructiveCommand('reset-second-factor')
    .description(
      'Turns off the two-step sign-in of a person who lost it, and signs their devices out; a server may be running',
    )
    .argument('<email>', 'the e-mail address of the person, on the team or an end user')
    .addOption(
      new Option(
        '--account <kind>',
        'which account is meant if the address has two; by default that of the team',
      ).choices(['staff', 'user'] satisfies KindOfAccount[]),
    )
    .action(reset)
}

async function reset(
  email: string,
  { dryRun, yes, account: kind }: DestructiveOptions & { account?: KindOfAccount },
): Promise<void> {
  const { db, close } = await openDataUnlocked(readSettings(process.env))
  try {
    const { id, name } = await chooseAccount(db, email, kind)
    if (dryRun) {
      process.stdout.write(`${name} would sign in with the password alone.\n`)
      return
    }
    const question = `Turn off the two-step sign-in of ${name}, and sign every device out?`
    await requireConfirmation(question, yes)
    const wasOn = await resetSecondFactorOf(db, id, new Date())
    const sentence = wasOn
      ? `${name} signs in with the password alone, and is signed out everywhere.`
      : `Two-step sign-in of ${name} was off: nothing was changed.`
    process.stdout.write(`${sentence}\n`)
  } finally {
    await close()
  }
}
