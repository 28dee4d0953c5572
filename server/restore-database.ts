import { resolve } from 'node:path'
import { restore } from './database/backup.ts'
import { describePlace, openData } from './database/open-data.ts'
import { preparePans } from './loans/pan-sealing-service.ts'
import { runCommand } from './run-command.ts'
import { readSettings } from './server-settings.ts'
import { SetupError } from './setup-error.ts'

// npm run restore -- <file>: a backup into an empty database, of the data folder or of DATABASE_URL.

await runCommand(async () => {
  const settings = readSettings(process.env)
  const [, , name] = process.argv
  if (!name) throw new SetupError('Say what from: npm run restore -- marketplace.backup')
  const file = resolve(name)
  const { db, close } = await openData(settings)
  try {
    const tables = await restore(file, db, (from) => preparePans(from, settings))
    for (const { table, rows } of tables)
      process.stdout.write(`${table.padEnd(18)}${String(rows).padStart(10)}\n`)
  } finally {
    await close()
  }
  process.stdout.write(`${file} is in ${describePlace(settings)} now.\n`)
})
