import type { BrowserContext } from 'playwright-core'
import { test as base, inject } from 'vitest'
import { createDevice, openPage, PHONE } from '#tests/support/browser/device.ts'
import { startFaultProxy } from '#tests/support/network/fault-proxy.ts'
import { startLoopbackProxy } from '#tests/support/network/loopback-proxy.ts'
import {
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '#tests/support/server/server-fixture.ts'
import { rememberOperator } from './panel-page.ts'

// Fixtures of the browser tests: the real server with demo data, a network that can be cut, and a person's page. Vitest
// starts a fixture when a test or hook first names it, and closes it after the test, or after the file if its scope is
// FILE. A test file sets an option with `extend`: `const test = marketTest.extend('size', () => DESKTOP)`. No fixture may
// be called `name` or `length`, because Vitest's test context is a function.

export const FILE = { scope: 'file' } as const

const browserTest = base
  .extend('chromium', FILE, () => inject('chromium'))
  /** One browser process for all tests of a file. */
  .extend('browser', FILE, async ({ chromium }, { onCleanup }) => {
    const device = await createDevice(chromium)
    onCleanup(device.dispose)
    const browser = (await device.start()).browser()
    if (!browser) throw new Error('The device has no browser.')
    return browser
  })
  /** An option: the build that the server serves. */
  .extend('distDir', FILE, () => inject('distDir'))
  /** An option: whether the server sends mail to an inbox. */
  .extend('mail', FILE, (): TestServerOptions['mail'] => 'none')
  /** An option: the size of `page`. */
  .extend('size', () => PHONE)
  /** An option: whether the app on `page` may prefetch and refresh by itself. */
  .extend('readsAhead', () => false)
  /** Opens another browser profile, for another person or device. */
  .extend('newContext', ({ browser }, { onCleanup }) => {
    const contexts: BrowserContext[] = []
    onCleanup(async () => {
      for (const context of contexts) await context.close()
    })
    return async () => {
      const context = await browser.newContext()
      contexts.push(context)
      return context
    }
  })
  .extend('context', ({ newContext }) => newContext())
  .extend('opened', ({ context, size, readsAhead }) => openPage(context, size, { readsAhead }))
  .extend('page', ({ opened }) => opened.page)
  /** The errors and warnings in the console of `page`. */
  .extend('noise', ({ opened }) => opened.noise)

/** Each test has its own server. */
export const marketTest = browserTest
  .extend('server', startServer)
  .extend('network', startNetwork)
  .extend('url', ({ network }) => network.url)

/** The tests of a file share a server, and each has its own page. */
export const sharedMarketTest = browserTest
  .extend('server', FILE, startServer)
  .extend('network', FILE, startNetwork)
  .extend('url', FILE, ({ network }) => network.url)

/** Like `sharedMarketTest`, with the operator signed in on each page. */
export const operatorTest = sharedMarketTest.extend('context', async ({ newContext, server }) => {
  const context = await newContext()
  await rememberOperator(context, server)
  return context
})

/** Each test has its own server, and a browser process that it can stop, kill and start again. */
export const deviceTest = marketTest
  .extend('device', async ({ chromium }, { onCleanup }) => {
    const device = await createDevice(chromium)
    onCleanup(device.dispose)
    return device
  })
  .extend('context', ({ device }) => device.start())

/** Like `deviceTest`, with a network that can inject a fault into each request. */
export const faultyTest = deviceTest.extend('network', async ({ server }, { onCleanup }) => {
  const network = await startFaultProxy(await listen(server))
  onCleanup(network.close)
  return network
})

interface Fixture {
  onCleanup(close: () => Promise<void>): void
}

async function startServer(
  { distDir, mail }: Pick<TestServerOptions, 'distDir' | 'mail'>,
  { onCleanup }: Fixture,
) {
  const server = await startTestServer({ isClockRunning: true, distDir, mail })
  onCleanup(server.close)
  return server
}

async function startNetwork({ server }: { server: TestServer }, { onCleanup }: Fixture) {
  const network = await startLoopbackProxy(await listen(server))
  onCleanup(network.close)
  return network
}

/** Returns the port. */
async function listen(server: TestServer): Promise<number> {
  return Number(new URL(await server.listen()).port)
}
