import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, inject } from 'vitest'
import { createDevice } from '#tests/support/browser/device.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'
import { startSlowLine } from '#tools/bench/device/slow-line.ts'
import { startCountedWay } from './counted-way.ts'

export type IntakeStage = Awaited<ReturnType<typeof openIntakeStage>>

/** Each test has a phone that reaches the real server over slow 4G. */
export const intakeTest = base.extend('stage', async ({ onTestFinished }) => {
  const stage = await openIntakeStage()
  onTestFinished(stage.close)
  return stage
})

/** The server sends its e-mails to a test SMTP server. */
async function openIntakeStage() {
  const distDir = inject('distDir')
  const server = await startTestServer({ isClockRunning: true, distDir, mail: 'inbox' })
  const way = await startCountedWay(Number(new URL(await server.listen()).port))
  const line = await startSlowLine(way.port)
  const device = await createDevice()
  const folder = await mkdtemp(join(tmpdir(), 'intake-'))
  return {
    server,
    way,
    line,
    device,
    /** Folder for the files that the tests choose in the app. */
    folder,
    async close(): Promise<void> {
      await device.dispose()
      await line.close()
      await way.close()
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}
