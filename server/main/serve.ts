import { runCommand } from '#server/cli/run-command.ts'
import { describeStart } from '#server/operations/start-banner.ts'
import { APP_DIR, requireBuiltApp } from '#server/platform/config/app-folders.ts'
import { keepFilesPrivate } from '#server/platform/config/private-files.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import { findMisspellings } from '#server/platform/config/setting-names.ts'
import { startServer } from './start-server.ts'

// In development, Vite serves the app, so this process serves only the API.
const isApiOnly = process.argv.includes('--api-only')

keepFilesPrivate()
await runCommand(async () => {
  // First, because a misspelt setting is often the reason why the start fails.
  for (const { name, meant } of findMisspellings(process.env))
    process.stderr.write(
      `Warning: ${name} is not a setting and is ignored. Do you mean ${meant}?\n`,
    )
  const settings = readSettings(process.env)
  const distDir = isApiOnly ? null : requireBuiltApp(APP_DIR)
  const server = await startServer(settings, distDir)
  process.stdout.write(describeStart(settings, server, isApiOnly ? 'API' : 'marketplace'))

  let isClosing = false
  const close = () => {
    // A second signal exits without waiting for running work.
    if (isClosing) process.exit(1)
    isClosing = true
    void runCommand(async () => {
      await server.close()
      process.exit(0)
    })
  }
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
})
