import { makeDemoData } from '#server/demo/demo-data.ts'
import { demoId } from '#server/demo/demo-random.ts'
import { type FaultProxy, startFaultProxy } from '#tests/support/network/fault-proxy.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import type { Effect, Sighting } from './intent-model.ts'

// The real server with undecided listings that differ only in their names, behind a network that injects faults.

export interface PlotMarket {
  server: TestServer
  network: FaultProxy
  /** The id of the listing with that name. @throws when there is none */
  idOf(name: string): string
  listEffects(): Promise<Effect[]>
  listSightings(): Sighting[]
  close(): Promise<void>
}

export async function openPlotMarket(distDir: string, count: number): Promise<PlotMarket> {
  const data = makeDemoData(new Date())
  const [template] = data.listings
  if (!template) throw new Error('The demo has no listing.')
  const ids = new Map<string, string>()
  const listings = Array.from({ length: count }, (_, index) => {
    const name = `Plot ${String(index + 1).padStart(4, '0')}`
    const id = demoId('plot', index)
    ids.set(name, id)
    return { ...template, id, name, status: 'pending' as const, videoUrl: null, posterUrl: null }
  })
  const server = await startTestServer({
    seed: { ...data, listings },
    isClockRunning: true,
    distDir,
  })
  const network = await startFaultProxy(Number(new URL(await server.listen()).port))
  return {
    server,
    network,
    idOf(name) {
      const id = ids.get(name)
      if (id === undefined) throw new Error(`no listing is called ${name}`)
      return id
    },
    async listEffects() {
      const rows = await server.db
        .selectFrom('audit_log')
        .select(['entity_id', 'to_value', 'idempotency_key'])
        .where('entity', '=', 'listing')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        listingId: row.entity_id,
        to: row.to_value,
        key: row.idempotency_key,
      }))
    },
    listSightings: () =>
      network.changes.flatMap(({ at, path, body }) => readSighting(at, path, body)),
    async close() {
      await network.close()
      await server.close()
    },
  }
}

function readSighting(at: number, path: string, body: string): Sighting[] {
  const listingId = /^\/api\/admin\/properties\/([^/]+)\/status$/.exec(path)?.[1]
  const to = /"status":"(\w+)"/.exec(body)?.[1]
  return listingId && to ? [{ listingId, to, at }] : []
}
