import { describePlace, openData } from './database/open-data.ts'
import { isEmpty, seedDemo } from './demo-seeding.ts'
import { preparePans } from './loans/pan-sealing-service.ts'
import { runCommand } from './run-command.ts'
import { readSettings } from './server-settings.ts'
import { SetupError } from './setup-error.ts'
import { describeDemoUser } from './start-banner.ts'

await runCommand(async () => {
  const settings = readSettings(process.env)
  const { db, close } = await openData(settings)
  const place = describePlace(settings)
  try {
    if (!(await isEmpty(db)))
      throw new SetupError(`The database in ${place} is not empty; nothing was changed.`)
    const pans = await preparePans(db, settings)
    const { data, demoUser } = await seedDemo(db, new Date(), settings.adminEmail, pans)
    process.stdout.write(
      `${data.listings.length} listings of ${data.users.length} members are in ${place}.\n`,
    )
    process.stdout.write(describeDemoUser(demoUser))
  } finally {
    await close()
  }
})
