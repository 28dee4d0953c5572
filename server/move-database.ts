import { copyData } from './database/copy-data.ts'
import { describePlace, openData } from './database/open-data.ts'
import { preparePans } from './loans/pan-sealing-service.ts'
import { runCommand } from './run-command.ts'
import { readSettings } from './server-settings.ts'
import { SetupError } from './setup-error.ts'

// npm run db:move: everything of the data folder's database into the one that DATABASE_URL names.

await runCommand(async () => {
  const settings = readSettings(process.env)
  if (settings.databaseUrl === null)
    throw new SetupError('DATABASE_URL must name the database to move to.')
  // Its lock: no server may write meanwhile.
  const from = await openData({ ...settings, databaseUrl: null })
  try {
    await preparePans(from.db, settings)
    const to = await openData(settings)
    try {
      const copied = await copyData(from.db, to.db)
      for (const { table, rows } of copied)
        process.stdout.write(`${table.padEnd(18)}${String(rows).padStart(10)}\n`)
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
  process.stdout.write(
    `Everything in ${settings.dataDir} is in ${describePlace(settings)} now, by number and by checksum.\n`,
  )
})
