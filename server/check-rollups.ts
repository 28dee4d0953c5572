import { describePlace, openDataBeside } from './database/open-data.ts'
import { findRollupGaps } from './database/rollup-check.ts'
import { runCommand } from './run-command.ts'
import { readSettings } from './server-settings.ts'
import { SetupError } from './setup-error.ts'

// npm run rollups:check: whether the sums that are kept are what a recount says, while the server runs or not.

await runCommand(async () => {
  const settings = readSettings(process.env)
  const { db, close } = openDataBeside(settings)
  try {
    const gaps = await findRollupGaps(db)
    const lines = gaps.map(({ what, kept, counted }) => `${what}: ${kept} kept, ${counted} counted`)
    if (gaps.length > 0) throw new SetupError(`Sums that are wrong:\n${lines.join('\n')}`)
    process.stdout.write(`Every sum in ${describePlace(settings)} is what a recount says.\n`)
  } finally {
    await close()
  }
})
