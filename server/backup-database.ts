import { resolve } from 'node:path'
import { backUp } from './database/backup.ts'
import { describePlace, openDataBeside } from './database/open-data.ts'
import { runCommand } from './run-command.ts'
import { readSettings } from './server-settings.ts'
import { SetupError } from './setup-error.ts'

// npm run backup -- <file>: everything that the database holds now, while the server runs or not.

await runCommand(async () => {
  const settings = readSettings(process.env)
  const [, , name] = process.argv
  if (!name) throw new SetupError('Say where to: npm run backup -- marketplace.backup')
  const file = resolve(name)
  const { db, close } = openDataBeside(settings)
  try {
    await backUp(db, file)
  } finally {
    await close()
  }
  process.stdout.write(`What was in ${describePlace(settings)} is in ${file}.\n`)
})
