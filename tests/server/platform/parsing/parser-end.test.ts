// @module-tag long

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test.each(['idle', 'blocked'])('an %s parser ends when its server is killed', async (state) => {
  const program = join(import.meta.dirname, 'odd-server.ts')
  const server = spawn(process.execPath, ['--import', 'tsx', program, state], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    server.kill('SIGKILL')
  })
  const [pid] = await once(server.stdout, 'data')
  expect(isRunning(Number(pid))).toBe(true)
  server.kill('SIGKILL')
  await expect.poll(() => isRunning(Number(pid))).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
