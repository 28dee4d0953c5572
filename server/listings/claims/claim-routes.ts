import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import { requirePermission } from '#server/accounts/guards/auth-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { readIfMatch } from '#server/platform/http/calls/version-match.ts'
import { sendTagged, tagOf } from '#server/platform/http/files/tagged-answer.ts'
import type { ListingClaim } from '#src/domain/claim/claim.ts'
import {
  HandOverSchema,
  HoldSchema,
  OpenClaimSchema,
  TakeBatchSchema,
  TakeOverSchema,
} from '#src/domain/claim/claim-schemas.ts'
import { claimCalls } from './claim-calls.ts'
import {
  type ClaimOrder,
  leaveListing,
  listDeciders,
  listLiveClaims,
  openListing,
} from './claim-service.ts'
import { giveBack, handOver, holdListing, takeOver } from './deliberate-claim-service.ts'
import { giveBatchBack, takeBatch } from './road-batch-service.ts'

/** Who reviews which listing. For people who decide, because notes and reasons may name an owner. */
export function claimRoutes({ db, clock }: Pick<RouteDeps, 'db' | 'clock'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const mayDecide = requirePermission('decide-listings')

  routes.get('/claims', claimCalls.listClaims, mayDecide, async (c) => {
    const data: ListingClaim[] = await listLiveClaims(db, clock())
    const body = JSON.stringify({ success: true, data })
    return sendTagged(c, tagOf(body), () => body)
  })

  routes.get('/deciders', claimCalls.listDeciders, mayDecide, async (c) => {
    const people = await listDeciders(db)
    return c.json({ success: true, data: people.map(({ id, name }) => ({ _id: id, name })) })
  })

  routes.post('/claims/:id', claimCalls.openClaim, mayDecide, async (c) => {
    const { hasUnsavedText } = parseBody(
      await readBody(c),
      OpenClaimSchema,
      'Say whether there is unsaved text.',
    )
    return sendClaim(c, (trx, order) => openListing(trx, order, hasUnsavedText))
  })

  routes.delete('/claims/:id', claimCalls.leaveClaim, mayDecide, async (c) => {
    const fences = readFences(c)
    return sendYes(c, (trx, order) => leaveListing(trx, order, fences))
  })

  routes.put('/claims/:id/hold', claimCalls.holdClaim, mayDecide, async (c) => {
    const hold = parseBody(await readBody(c), HoldSchema, 'Send until when, and why.')
    return sendClaim(c, (trx, order) => holdListing(trx, order, hold))
  })

  routes.delete('/claims/:id/hold', claimCalls.endHold, mayDecide, (c) => sendYes(c, giveBack))

  routes.post('/claims/:id/hand-over', claimCalls.handOverClaim, mayDecide, async (c) => {
    const wanted = parseBody(await readBody(c), HandOverSchema, 'Send a person and a note.')
    return sendClaim(c, (trx, order) => handOver(trx, order, wanted))
  })

  routes.post('/claims/:id/take-over', claimCalls.takeOverClaim, mayDecide, async (c) => {
    const sentence = 'Name the claim that you take over.'
    const { fence } = parseBody(await readBody(c), TakeOverSchema, sentence)
    return sendClaim(c, (trx, order) => takeOver(trx, order, fence))
  })

  routes.post('/claim-batches', claimCalls.takeBatch, mayDecide, async (c) => {
    const sentence = 'Name the listings, how many of them, and for how many hours.'
    const wanted = parseBody(await readBody(c), TakeBatchSchema, sentence)
    const data = await inWrite(c, (trx, order) => takeBatch(trx, order, wanted))
    return c.json({ success: true, data })
  })

  routes.delete('/claim-batches/:id', claimCalls.giveBatchBack, mayDecide, (c) =>
    sendYes(c, (trx, { listingId: batchId, ...order }) => giveBatchBack(trx, order, batchId)),
  )

  type Work<Result> = (trx: Kysely<Tables>, order: ClaimOrder) => Promise<Result>

  /** The time is read after all earlier writes, on which the claim depends. */
  function inWrite<Result>(c: Context<AppEnv>, work: Work<Result>): Promise<Result> {
    const listingId = c.req.param('id') ?? ''
    return c
      .get('rights')
      .write((trx) => work(trx, { listingId, session: c.get('session'), now: clock() }))
  }

  async function sendClaim(c: Context<AppEnv>, work: Work<ListingClaim>) {
    return c.json({ success: true, data: await inWrite(c, work) })
  }

  async function sendYes(c: Context<AppEnv>, work: Work<void>) {
    await inWrite(c, work)
    return c.json({ success: true })
  }

  return routes
}

/** The fences of If-Match; null for whichever claim the person has. @throws ServerError 400 */
function readFences(c: Context<AppEnv>): readonly number[] | null {
  const seen = readIfMatch(c.req.header('If-Match'))
  if (seen === null || seen === 'any') return null
  // No claim has 0, or a number that its column could not store.
  return [...seen].map((tag) => (/^\d{1,9}$/.test(tag) ? Number(tag) : 0))
}
