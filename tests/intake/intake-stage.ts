import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type SlowLine, startSlowLine } from '#tests/bench/device/slow-line.ts'
import { createDevice, type Device } from '#tests/support/browser/device.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { type CountedWay, startCountedWay } from './counted-way.ts'

/** A phone that reaches the real server over slow 4G. The server sends its e-mails to a test SMTP server. */
export interface IntakeStage {
  server: TestServer
  way: CountedWay
  line: SlowLine
  device: Device
  /** Folder for the files that the tests choose in the app. */
  folder: string
  close(): Promise<void>
}

export async function openIntakeStage(): Promise<IntakeStage> {
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
    folder,
    async close() {
      await device.dispose()
      await line.close()
      await way.close()
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}
