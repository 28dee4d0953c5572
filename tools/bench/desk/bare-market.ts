import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { proxy } from 'hono/proxy'
import { BARE_OPERATOR } from '#mocks/bare-accounts.ts'
import { makeBareBackend, makeBareState } from '#mocks/bare-backend.ts'
import { startBareServer } from '#mocks/bare-server.ts'
import { type DeviceMarket, openOwnMarket, signInAt } from '#tools/bench/device/device-market.ts'
import { startSlowLine } from '#tools/bench/device/slow-line.ts'

/** The backends that the desk benches compare. */
export const BACKENDS = [
  { name: 'our server', open: openOwnMarket },
  { name: 'a bare backend', open: openBareMarket },
]

/**
 * A backend that only fulfils the specification, with the same listings as our server. A proxy in front of it
 * compresses every answer, the app's files included.
 */
async function openBareMarket(distDir: string, listingCount?: number): Promise<DeviceMarket> {
  const properties = await readListings(distDir, listingCount)
  const state = makeBareState()
  const backend = makeBareBackend({ ...state, data: { ...state.data, properties } })
  const bare = await startBareServer({ port: 0, distDir, backend })
  const app = new Hono().use(compress()).all('*', ({ req }) => {
    const { pathname, search } = new URL(req.url)
    return proxy(`${bare.url}${pathname}${search}`, req)
  })
  const front = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 })
  await once(front, 'listening')
  const { port } = front.address() as AddressInfo // a listening TCP server has a port
  const line = await startSlowLine(port)
  return {
    line,
    origin: `http://127.0.0.1:${port}`,
    operator: BARE_OPERATOR,
    endUser: null,
    async close() {
      await line.close()
      front.close()
      await bare.close()
    },
  }
}

/** The listings of our server, without `version`, which the specification does not have. */
async function readListings(distDir: string, listingCount?: number) {
  const own = await openOwnMarket(distDir, listingCount)
  const { token } = await signInAt(own.origin, own.operator)
  const answer = await fetch(`${own.origin}/api/admin/properties`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  const { data } = (await answer.json()) as { data: Record<string, unknown>[] } // an answer of this repository's server
  await own.close()
  return data.map(({ version, ...listing }) => listing)
}
