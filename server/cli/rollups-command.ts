import { Command } from 'commander'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { SetupError } from '#server/platform/config/setup-error.ts'
import { describeDataPlace, openDataUnlocked } from '#server/platform/database/open-data.ts'
import { findRollupGaps } from '#server/platform/database/rollup-check.ts'
import { groupIndian } from '#src/domain/money.ts'

export function rollupsCommand(): Command {
  return new Command('rollups')
    .description(
      'Compares the sums that the database keeps with a recount; a server may be running',
    )
    .action(checkRollups)
}

async function checkRollups(): Promise<void> {
  const settings = readSettings(process.env)
  const { db, close } = await openDataUnlocked(settings)
  try {
    const gaps = await findRollupGaps(db)
    const lines = gaps.map(
      ({ what, stored, counted }) =>
        `${what}: ${groupIndian(stored)} kept, ${groupIndian(counted)} counted`,
    )
    if (gaps.length > 0) throw new SetupError(`Sums that are wrong:\n${lines.join('\n')}`)
    process.stdout.write(`Every sum in ${describeDataPlace(settings)} is what a recount says.\n`)
  } finally {
    await close()
  }
}
