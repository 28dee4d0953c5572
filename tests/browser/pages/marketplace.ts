import type { BrowserContext } from 'playwright-core'
import { inject } from 'vitest'
import { listEventsAfter } from '#server/events/event-repository.ts'
import { createDevice, type Device } from '#tests/support/browser/device.ts'
import { type FaultProxy, startFaultProxy } from '#tests/support/network/fault-proxy.ts'
import { type LoopbackProxy, startLoopbackProxy } from '#tests/support/network/loopback-proxy.ts'
import {
  startTestServer,
  type TestServer,
  type TestServerOptions,
} from '#tests/support/server/server-fixture.ts'

// The real server with demo data, a network that can be cut, and devices that use it.

export interface Market {
  server: TestServer
  network: LoopbackProxy
  close(): Promise<void>
}

/** A market with a device, which can be stopped and killed. */
export interface Marketplace extends Market {
  device: Device
  context: BrowserContext
}

/** A marketplace whose network can inject faults into single requests. */
export interface FaultyMarketplace extends Marketplace {
  network: FaultProxy
}

export function openMarket(
  distDir = inject('distDir'),
  mail: TestServerOptions['mail'] = 'none',
): Promise<Market> {
  return openBehind(startLoopbackProxy, distDir, mail)
}

async function openBehind<Network extends LoopbackProxy>(
  startNetwork: (port: number) => Promise<Network>,
  distDir: string,
  mail: TestServerOptions['mail'],
): Promise<Market & { network: Network }> {
  const server = await startTestServer({ seed: 'demo', isClockRunning: true, distDir, mail })
  const network = await startNetwork(Number(new URL(await server.listen()).port))
  async function close(): Promise<void> {
    await network.close()
    await server.close()
  }
  return { server, network, close }
}

export async function openMarketplace(
  distDir = inject('distDir'),
  mail: TestServerOptions['mail'] = 'none',
): Promise<Marketplace> {
  return withDevice(await openMarket(distDir, mail))
}

export async function openFaultyMarketplace(): Promise<FaultyMarketplace> {
  return withDevice(await openBehind(startFaultProxy, inject('distDir'), 'none'))
}

async function withDevice<Place extends Market>(
  market: Place,
): Promise<Place & Pick<Marketplace, 'device' | 'context'>> {
  const device = await createDevice()
  async function close(): Promise<void> {
    await device.dispose()
    await market.close()
  }
  try {
    return { ...market, device, context: await device.start(), close }
  } catch (error) {
    await close()
    throw error
  }
}

export async function getListingNamed({ db }: TestServer, name: string) {
  return db
    .selectFrom('listings')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirstOrThrow(() => new Error(`no listing is called ${name}`))
}

/** A person's events on the server, in order of creation. */
export async function listEventRows({ db }: Pick<TestServer, 'db'>, ownerId: string) {
  const rows = await listEventsAfter(db, ownerId, null, 1000)
  return rows.map(({ id, version, body }) => ({
    id,
    version,
    fields: JSON.parse(body) as Record<string, unknown>, // an event is a JSON object
  }))
}

/** The audit entries about listings, oldest first. */
export function listAuditRows({ db }: TestServer) {
  return db
    .selectFrom('audit_log')
    .select(['action', 'entity_id', 'from_value', 'to_value', 'idempotency_key'])
    .where('entity', '=', 'listing')
    .orderBy('id')
    .execute()
}
