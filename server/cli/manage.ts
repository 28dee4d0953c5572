import { Command } from 'commander'
import { keepFilesPrivate } from '#server/platform/config/private-files.ts'
import { applyErasuresCommand } from './apply-erasures-command.ts'
import { auditCommand } from './audit-command.ts'
import { backupCommand } from './backup-command.ts'
import { importCommand } from './import-command.ts'
import { moveCommand } from './move-command.ts'
import { passwordCommand } from './password-command.ts'
import { resetSecondFactorCommand } from './reset-second-factor-command.ts'
import { restoreCommand } from './restore-command.ts'
import { rollupsCommand } from './rollups-command.ts'
import { rotatePanKeyCommand } from './rotate-pan-key-command.ts'
import { runCommand } from './run-command.ts'
import { seedCommand } from './seed-command.ts'
import { staffCommand } from './staff-command.ts'

// npm run manage -- <subcommand>: operator commands that use the server's data and settings. Many
// run while the server is running.

keepFilesPrivate()
const program = new Command('npm run manage --')
  .description(
    'Looks after the data of the server that has the same settings (DATA_DIR, DATABASE_URL).',
  )
  .addCommand(passwordCommand())
  .addCommand(staffCommand())
  .addCommand(resetSecondFactorCommand())
  .addCommand(backupCommand())
  .addCommand(restoreCommand())
  .addCommand(applyErasuresCommand())
  .addCommand(moveCommand())
  .addCommand(rotatePanKeyCommand())
  .addCommand(auditCommand())
  .addCommand(rollupsCommand())
  .addCommand(seedCommand())
  .addCommand(importCommand())

await runCommand(async () => {
  await program.parseAsync()
})
