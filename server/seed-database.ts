import { openDataFolder } from './database/open-database.ts'
import { isEmpty, seedDemo } from './demo-seeding.ts'
import { runCommand } from './run-command.ts'
import { readSettings } from './server-settings.ts'
import { SetupError } from './setup-error.ts'
import { describeDemoUser } from './start-banner.ts'

await runCommand(async () => {
  const { dataDir, adminEmail } = readSettings(process.env)
  const { db, close } = await openDataFolder(dataDir)
  try {
    if (!(await isEmpty(db)))
      throw new SetupError(`The database in ${dataDir} is not empty; nothing was changed.`)
    const { data, demoUser } = await seedDemo(db, new Date(), adminEmail)
    process.stdout.write(
      `${data.listings.length} listings of ${data.users.length} members are in ${dataDir}.\n`,
    )
    process.stdout.write(describeDemoUser(demoUser))
  } finally {
    await close()
  }
})
