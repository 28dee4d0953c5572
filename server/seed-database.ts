import { openDataFolder } from './database/open-database.ts'
import { makeDemoData } from './demo/demo-data.ts'
import { isEmpty, seed } from './demo-seeding.ts'
import { runCommand } from './run-command.ts'
import { readSettings } from './server-settings.ts'
import { SetupError } from './setup-error.ts'

await runCommand(async () => {
  const { dataDir } = readSettings(process.env)
  const { db, close } = await openDataFolder(dataDir)
  try {
    if (!(await isEmpty(db)))
      throw new SetupError(`The database in ${dataDir} is not empty; nothing was changed.`)
    const data = makeDemoData(new Date())
    await seed(db, data)
    process.stdout.write(
      `${data.listings.length} listings of ${data.users.length} members are in ${dataDir}.\n`,
    )
  } finally {
    await close()
  }
})
