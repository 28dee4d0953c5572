import { renewOperatorPassword } from './auth/operator-account-service.ts'
import { openExistingData } from './database/open-database.ts'
import { runCommand } from './run-command.ts'
import { readSettings } from './server-settings.ts'

await runCommand(async () => {
  const { dataDir, adminPassword } = readSettings(process.env)
  const { db, close } = openExistingData(dataDir)
  try {
    const { email, newPassword } = await renewOperatorPassword(db, new Date())
    process.stdout.write(`Operator's e-mail:  ${email}\nNew password:       ${newPassword}\n`)
    process.stdout.write('Every device of the operator is signed out.\n')
    if (adminPassword !== null)
      process.stdout.write('ADMIN_PASSWORD is set and takes its place at the next start.\n')
  } finally {
    await close()
  }
})
