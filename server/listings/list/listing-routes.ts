import { type Context, Hono } from 'hono'
import { sendListExport } from '#server/accounts/export/list-export-service.ts'
import {
  getRole,
  requireDetails,
  requirePermission,
  requireRecentConfirmation,
} from '#server/accounts/guards/auth-guard.ts'
import {
  findRejection,
  listListingHistory,
} from '#server/listings/changes/listing-reason-service.ts'
import { findListing } from '#server/listings/changes/listing-repository.ts'
import { listVisitEntries } from '#server/listings/visits/visit-service.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { getRevisionTag } from '#server/platform/database/revision.ts'
import { type ListDeps, sendList } from '#server/platform/http/calls/list-answer.ts'
import { type PageRequest, readPageRequest } from '#server/platform/http/calls/page-request.ts'
import { sendTagged, tagOf } from '#server/platform/http/files/tagged-answer.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { fieldSetOf } from '#src/domain/team/permission.ts'
import { listingCalls } from './listing-calls.ts'
import { readDelta } from './listing-delta-service.ts'
import { makeListingExport } from './listing-export-service.ts'
import type { ListingHistoryAnswer } from './listing-history-wire.ts'
import { LISTING_PAGES, makeListingPage, makeListingSource } from './listing-pages.ts'
import { findMarket, makeShareSource } from './listing-share.ts'
import { toWireListing } from './listing-wire.ts'

export function listingRoutes(deps: RouteDeps & ListDeps): Hono<AppEnv> {
  const { db, clock, lists } = deps
  const wholeLists = { all: makeListingSource(db, 'all'), names: makeListingSource(db, 'names') }
  const shares = { all: makeShareSource(db, 'all'), names: makeShareSource(db, 'names') }
  const requireSeeListings = requirePermission('see-listings')
  const routes = new Hono<AppEnv>()

  routes.get('/properties', listingCalls.listProperties, requireSeeListings, async (c) => {
    const role = getRole(c)
    requireDetails(role, Object.keys(c.req.queries()), 'see-owner-contact', LISTING_PAGES.fields)
    const fields = fieldSetOf(role, 'listings')
    const page = readPageRequest(c.req.queries(), LISTING_PAGES, c.get('session').userId)
    const since = c.req.query('since')
    const isOfDevice = readShare(c.req.queries('share'), page)
    if (since !== undefined) return sendDelta(c, since, page, isOfDevice)
    if (!page) {
      const isPart = isOfDevice && (await findMarket(db)) !== null
      return sendList(c, lists, (isPart ? shares : wholeLists)[fields])
    }
    const etag = await getRevisionTag(db, fields)
    const body = JSON.stringify(await makeListingPage(db, page, { now: clock(), fields }))
    // Ages and boosts change without a write.
    return sendTagged(c, page.conditions.length > 0 ? tagOf(body) : etag, () => body)
  })

  routes.get('/properties/:id', listingCalls.getProperty, requireSeeListings, async (c) => {
    const listing = await findListing(db, c.req.param('id'))
    if (!listing) throw new ServerError(404, 'not-found', 'This listing does not exist.')
    const data = toWireListing(listing, fieldSetOf(getRole(c), 'listings'))
    return c.json({ success: true, data })
  })

  routes.get(
    '/properties/:id/history',
    listingCalls.listPropertyHistory,
    requireSeeListings,
    async (c) => {
      const listing = await findListing(db, c.req.param('id'))
      if (!listing) throw new ServerError(404, 'not-found', 'This listing does not exist.')
      const posted = {
        at: listing.created_at,
        action: 'Posted',
        from: null,
        to: null,
        actorId: null,
        by: null,
        device: null,
        detail: listing.ownerName,
      }
      const entries = [
        ...(await listListingHistory(db, listing.id)),
        ...(await listVisitEntries(db, listing.id)),
      ].sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
      const meta = { rejection: await findRejection(db, listing) }
      return c.json({
        success: true,
        data: [...entries, posted],
        meta,
      } satisfies ListingHistoryAnswer)
    },
  )

  async function sendDelta(
    c: Context<AppEnv>,
    since: string,
    page: PageRequest | null,
    isOfDevice: boolean,
  ) {
    if (page) throw new ServerError(400, 'bad-cursor', 'Ask for a page or for what changed.')
    const fields = fieldSetOf(getRole(c), 'listings')
    const { etag, body } = await readDelta(db, since, fields, isOfDevice ? findMarket : undefined)
    return sendTagged(c, etag, () => JSON.stringify(body))
  }

  const exported = makeListingExport(db)
  routes.post(
    '/properties/export',
    listingCalls.exportProperties,
    requirePermission('see-listings'),
    requireRecentConfirmation(deps),
    (c) => sendListExport(c, deps, exported),
  )

  return routes
}

/** Whether a device asks for its share. @throws ServerError 400 */
function readShare(given: readonly string[] | undefined, page: PageRequest | null): boolean {
  if (given === undefined) return false
  if (page) throw new ServerError(400, 'bad-query', 'Ask for a page or for the share of a device.')
  if (given.length === 1 && given[0] === 'device') return true
  throw new ServerError(400, 'bad-query', 'The only share is that of a device: share=device.')
}
