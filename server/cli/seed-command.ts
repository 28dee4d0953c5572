import type { Command } from 'commander'
import { ensureOperator, getOperator } from '#server/accounts/sign-in/operator-account-service.ts'
import { isEmpty, seedDemo } from '#server/demo/demo-seeding.ts'
import { preparePans } from '#server/loans/pan-sealing-service.ts'
import { describeDemoUser, describeOperator } from '#server/operations/start-banner.ts'
import { getAppSecret } from '#server/platform/config/app-secret.ts'
import { readSettings, type ServerSettings } from '#server/platform/config/server-settings.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import {
  describeDataPlace,
  findDataUnlocked,
  openData,
} from '#server/platform/database/open-data.ts'
import { makeWrite } from '#server/platform/database/write.ts'
import { countNoun } from '#src/domain/money.ts'
import { makeWritingCommand, type WriteOptions } from './writing-command.ts'

export function seedCommand(): Command {
  return makeWritingCommand('seed')
    .description('Fills an empty database with the demonstration data, whatever SEED says')
    .action(seedData)
}

async function seedData({ dryRun }: WriteOptions): Promise<void> {
  const settings = readSettings(process.env)
  const place = describeDataPlace(settings)
  if (dryRun) {
    await requireNothingThere(settings)
    process.stdout.write(`The demonstration data would be put into ${place}.\n`)
    return
  }
  const { db, close } = await openData(settings)
  try {
    // Check before preparing the keys, so that a refused command creates none.
    if (!(await isEmpty(db))) throw notEmpty(place)
    const pans = await preparePans(db, settings)
    const appSecret = getAppSecret(settings.appSecret, settings.dataDir)
    const now = new Date()
    const { adminEmail: email, adminPassword: password } = settings
    const operator = await ensureOperator(db, { email, password, now })
    const by = { accountId: (await getOperator(db)).id, deviceLabel: 'Command line' }
    const seeded = await seedDemo({ db, write: makeWrite(db) }, { pans, appSecret, now, by })
    if (!seeded) throw notEmpty(place)
    const { data, demoUser } = seeded
    process.stdout.write(
      `${countNoun(data.listings.length, 'listing')} of ${countNoun(data.users.length, 'member')} are in ${place}.\n`,
    )
    process.stdout.write(describeOperator(operator, password) + describeDemoUser(demoUser))
  } finally {
    await close()
  }
}

async function requireNothingThere(settings: ServerSettings): Promise<void> {
  const present = await findDataUnlocked(settings)
  try {
    if (present && !(await isEmpty(present.db))) throw notEmpty(describeDataPlace(settings))
  } finally {
    await present?.close()
  }
}

function notEmpty(place: string): SetupError {
  return new SetupError(`The database in ${place} is not empty; nothing was changed.`)
}
