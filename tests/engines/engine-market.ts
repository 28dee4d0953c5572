import { inject } from 'vitest'
import { startLoopbackProxy } from '#tests/support/network/loopback-proxy.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import type { EngineOptions } from './engine-browser.ts'
import { createEngineDevice, type EngineDevice } from './engine-device.ts'

/** The real server with demo data, a network that can be cut, and a device of the engine under test. */
export interface EngineMarket {
  server: TestServer
  network: { cut(): Promise<void>; heal(): Promise<void> }
  url: string
  device: EngineDevice
  close(): Promise<void>
}

interface MarketOptions extends EngineOptions {
  distDir?: string
  mail?: 'inbox' | 'none'
}

export async function openEngineMarket({
  distDir = inject('distDir'),
  mail = 'none',
  ...options
}: MarketOptions = {}): Promise<EngineMarket> {
  const server = await startTestServer({ seed: 'demo', isClockRunning: true, distDir, mail })
  const network = await startLoopbackProxy(Number(new URL(await server.listen()).port))
  const device = await createEngineDevice(inject('engine'), options)
  return {
    server,
    network,
    url: network.url.replace('127.0.0.1', 'localhost'),
    device,
    async close() {
      await device.dispose()
      await network.close()
      await server.close()
    },
  }
}
