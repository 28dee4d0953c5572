import { test as base, inject } from 'vitest'
import { startLoopbackProxy } from '#tests/support/network/loopback-proxy.ts'
import { startTestServer } from '#tests/support/server/server-fixture.ts'
import type { EngineOptions } from './engine-browser.ts'
import { createEngineDevice } from './engine-device.ts'
import { signIn } from './operator-steps.ts'

// Fixtures of the tests in every engine: the real server with demo data, a network that can be cut, and a page on a device
// of the engine under test. A test file sets an option with `extend`.

export const engineTest = base
  /** An option: the build that the server serves. */
  .extend('distDir', () => inject('distDir'))
  /** An option. */
  .extend('engineOptions', (): EngineOptions => ({}))
  .extend('server', async ({ distDir }, { onCleanup }) => {
    const server = await startTestServer({ isClockRunning: true, distDir, mail: 'inbox' })
    onCleanup(server.close)
    return server
  })
  .extend('network', async ({ server }, { onCleanup }) => {
    const network = await startLoopbackProxy(Number(new URL(await server.listen()).port))
    onCleanup(network.close)
    return network
  })
  .extend('url', ({ network }) => network.url.replace('127.0.0.1', 'localhost'))
  .extend('device', async ({ engineOptions }, { onCleanup }) => {
    const device = await createEngineDevice(inject('engine'), engineOptions)
    onCleanup(device.dispose)
    return device
  })
  .extend('page', ({ device }) => device.openPage())

/** With the operator signed in on the page. */
export const operatorTest = engineTest.extend('page', async ({ device, server, url }) => {
  const page = await device.openPage()
  await signIn(page, url, server.operator)
  return page
})
