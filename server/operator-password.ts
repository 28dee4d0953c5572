import { renewOperatorPassword } from './auth/operator-account-service.ts'
import { openDataBeside } from './database/open-data.ts'
import { runCommand } from './run-command.ts'
import { readSettings } from './server-settings.ts'

await runCommand(async () => {
  const settings = readSettings(process.env)
  const { db, close } = openDataBeside(settings)
  try {
    const { email, newPassword } = await renewOperatorPassword(db, new Date())
    process.stdout.write(`Operator's e-mail:  ${email}\nNew password:       ${newPassword}\n`)
    process.stdout.write('Every device of the operator is signed out.\n')
    if (settings.adminPassword !== null)
      process.stdout.write('ADMIN_PASSWORD is set and takes its place at the next start.\n')
  } finally {
    await close()
  }
})
