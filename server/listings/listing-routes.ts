import { type Context, Hono } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import { listAuditEntries } from '#server/audit/audit-service.ts'
import type { HistoryAnswer } from '#server/audit/audit-wire.ts'
import { getRevisionTag } from '#server/database/revision.ts'
import { sendList } from '#server/http/calls/list-answer.ts'
import { type PageRequest, readPageRequest } from '#server/http/calls/page-request.ts'
import { sendTagged } from '#server/http/files/tagged-answer.ts'
import { ServerError } from '#server/http/server-error.ts'
import { listingCalls } from './listing-calls.ts'
import { readDelta } from './listing-delta-service.ts'
import { LISTING_PAGES, makeListingPage, makeListingSource } from './listing-pages.ts'
import { findListing } from './listing-repository.ts'

export function listingRoutes({ db, lists }: AppDeps): Hono<AppEnv> {
  const wholeList = makeListingSource(db)
  const routes = new Hono<AppEnv>()

  routes.get('/properties', listingCalls.listProperties, async (c) => {
    const page = readPageRequest(c.req.queries(), LISTING_PAGES)
    const since = c.req.query('since')
    if (since !== undefined) return sendDelta(c, since, page)
    if (!page) return sendList(c, lists, wholeList)
    const etag = await getRevisionTag(db)
    const body = await makeListingPage(db, page)
    return sendTagged(c, etag, () => JSON.stringify(body))
  })

  routes.get('/properties/:id/history', listingCalls.listPropertyHistory, async (c) => {
    const listing = await findListing(db, c.req.param('id'))
    if (!listing) throw new ServerError(404, 'not-found', 'This listing does not exist.')
    const posted = {
      at: listing.created_at,
      action: 'Posted',
      from: null,
      to: null,
      actorId: null,
      device: null,
      detail: listing.ownerName,
    }
    const entries = await listAuditEntries(db, 'listing', listing.id)
    return c.json({ success: true, data: [...entries, posted] } satisfies HistoryAnswer)
  })

  async function sendDelta(c: Context<AppEnv>, since: string, page: PageRequest | null) {
    if (page) throw new ServerError(400, 'bad-cursor', 'Ask for a page or for what changed.')
    const { etag, body } = await readDelta(db, since)
    return sendTagged(c, etag, () => JSON.stringify(body))
  }

  return routes
}
