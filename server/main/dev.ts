import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { runCommand } from '#server/cli/run-command.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'

const UNSET_API_PORT = '3001' // the same default as in vite.config.ts, which proxies API paths to this port

// Vite serves the app on PORT and proxies the API to a child process, which restarts when the code
// changes.
await runCommand(async () => {
  const { port, host, publicUrl } = readSettings(process.env)
  const apiPort = process.env['API_PORT'] || UNSET_API_PORT
  readSettings({ ...process.env, PORT: apiPort })

  const vite = await createServer({ server: { port, host, strictPort: true } })
  await vite.listen()
  const api = spawn(
    process.execPath,
    [
      fileURLToPath(import.meta.resolve('tsx/cli')),
      'watch',
      '--clear-screen=false',
      fileURLToPath(new URL('serve.ts', import.meta.url)),
      '--api-only',
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        PORT: apiPort,
        HOST: '127.0.0.1',
        // People open Vite's port, not the port of the API.
        PUBLIC_URL: publicUrl ?? `http://localhost:${port}`,
      },
    },
  )
  vite.printUrls()

  const close = () => {
    api.kill('SIGTERM')
    void runCommand(async () => {
      await vite.close()
      process.exit(0)
    })
  }
  api.on('exit', close)
  process.on('SIGINT', close)
  process.on('SIGTERM', close)
})
