import { Hono } from 'hono'
import * as v from 'valibot'
import { requireScope } from '#server/accounts/api-keys/api-key-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { MAX_ITEMS } from '#src/domain/import/import-item.ts'
import { boundedList } from '#src/domain/wire.ts'
import { importListings } from './import-service.ts'
import { listingImportCalls } from './site-import-calls.ts'

const MAX_BYTES = 2_000_000 // 500 listings of 4 kB

const BodySchema = v.object({
  listings: boundedList(v.unknown(), MAX_ITEMS, {
    notAList: 'Send the listings as a list.',
    tooMany: `Send at most ${MAX_ITEMS} listings at once.`,
  }),
})

/** Routes for other websites to import their listings. A guard checks the API key before a body is read. */
export function listingImportRoutes({ clock }: Pick<RouteDeps, 'clock'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const mayImport = requireScope('listings:import')

  routes.post('/listings', listingImportCalls.importListings, mayImport, async (c) => {
    const { ownerId, prefix } = c.get('keyHolder')
    const body = parseBody(await readBody(c, MAX_BYTES), BodySchema, 'Send {"listings": [...]}.')
    const by = { userId: ownerId, deviceLabel: `API key ${prefix}` }
    const { write } = c.get('rights')
    return c.json(await importListings(write, body.listings, { ownerId, by, now: clock() }))
  })

  return routes
}
