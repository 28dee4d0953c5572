import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import { requireSeller } from '#server/accounts/guards/auth-guard.ts'
import type { ListingState } from '#server/listings/changes/listing-state-service.ts'
import { readContent } from '#server/listings/changes/published-form-service.ts'
import {
  findOwnPosting,
  listOwnPostings,
  situationOf,
} from '#server/listings/content/own-posting-service.ts'
import {
  deleteDraft,
  type PostingOrder,
  type PostingOutcome,
  saveDraft,
} from '#server/listings/content/posting-service.ts'
import { submitPosting } from '#server/listings/content/posting-submission-service.ts'
import {
  type PostingWire,
  type Standings,
  toWirePosting,
  toWireSummary,
} from '#server/listings/content/posting-wire.ts'
import { markSold, renewPosting, withdrawPosting } from '#server/listings/market/market-service.ts'
import { findFirstPhotos } from '#server/listings/media/first-photo-service.ts'
import { listMedia } from '#server/listings/media/listing-media-service.ts'
import { findPlaces, findUsualWaitMinutes } from '#server/listings/review/posting-queue-service.ts'
import { prepareExpectations } from '#server/listings/review/wait-flow-service.ts'
import { findViews } from '#server/listings/views/view-service.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { readIfMatch } from '#server/platform/http/calls/version-match.ts'
import { findClientAddress } from '#server/platform/http/client-address.ts'
import { errorBody, ServerError } from '#server/platform/http/server-error.ts'
import type { KeyedAnswer } from '#server/platform/idempotency/idempotency-service.ts'
import { sendOnce } from '#server/platform/idempotency/keyed-answer-service.ts'
import { PostingDraftSchema } from '#src/domain/posting/posting-draft.ts'
import { postingStateOf } from '#src/domain/posting/posting-state.ts'
import { postingCalls } from './posting-calls.ts'

const NOT_A_DRAFT = 'A draft is a JSON object with the fields of a listing.'

type Apply = (trx: Kysely<Tables>, order: PostingOrder) => Promise<PostingOutcome>

/** Messages about photos and videos that an import has not fetched, by listing id. */
type WordMissingMedia = (
  db: Kysely<Tables>,
  listingIds: readonly string[],
) => Promise<ReadonlyMap<string, string>>

/** The drafts and listings of the signed-in end user. */
export function postingRoutes(deps: RouteDeps, wordMissingMedia: WordMissingMedia): Hono<AppEnv> {
  const { db, clock, appSecret, settings } = deps
  const routes = new Hono<AppEnv>()
  const sellers = requireSeller()
  const orderOf = (c: Context<AppEnv>): PostingOrder => ({
    session: c.get('session'),
    id: c.req.param('id') ?? '',
    seen: readIfMatch(c.req.header('If-Match')),
    appSecret,
    network: findClientAddress(c, settings.trustedProxies),
    now: clock(),
  })

  routes.get('/listings', postingCalls.listOwnListings, async (c) => {
    const own = await listOwnPostings(db, c.get('session').userId)
    const standings = await findStandingsOf(db, own, clock())
    const meta = { usualWaitMinutes: await findUsualWaitMinutes(db) }
    const ids = own.map(({ posting }) => posting.id)
    const views = await findViews(db, ids, clock())
    const missing = await wordMissingMedia(db, ids)
    const photos = await findFirstPhotos(
      db,
      own.map(({ posting: { id, body } }) => ({ id, media: readContent(body).media })),
    )
    const data = own.map((one) => toWireSummary(one, { ...standings, views, missing, photos }))
    return c.json({ success: true, data, meta })
  })

  routes.get('/listings/:id', postingCalls.getOwnListing, async (c) => {
    const { userId: ownerId } = c.get('session')
    const own = await findOwnPosting(db, { id: c.req.param('id'), ownerId })
    if (!own) throw missing()
    c.header('ETag', `"${own.posting.version}"`)
    return c.json({ success: true, data: await toWire(db, own, clock()) })
  })

  // Needs no idempotency key: the id in the path makes a repeated request harmless.
  routes.put('/listings/:id', postingCalls.saveDraft, sellers, async (c) => {
    const draft = parseBody(await readBody(c), PostingDraftSchema, NOT_A_DRAFT)
    const order = { ...orderOf(c), isNew: c.req.header('If-None-Match')?.trim() === '*' }
    const answer = await c.get('rights').write(async (trx) => {
      const outcome = await saveDraft(trx, order, draft)
      return toAnswer(trx, order, outcome)
    })
    if (answer.etag) c.header('ETag', answer.etag)
    c.header('Content-Type', 'application/json')
    return c.body(answer.body, answer.status)
  })

  routes.delete('/listings/:id', postingCalls.deleteDraft, sellers, async (c) => {
    const order = orderOf(c)
    return sendOnce(c, deps, await readBody(c), {
      async apply(trx) {
        const outcome = await deleteDraft(trx, order)
        if (outcome.kind !== 'done') return toAnswer(trx, order, outcome)
        return { ...YES, stored: { entityId: order.id, version: null } }
      },
      rebuild: async () => YES,
    })
  })

  routes.post('/listings/:id/submit', postingCalls.submitListing, sellers, act(submitPosting))
  routes.post('/listings/:id/withdraw', postingCalls.withdrawListing, sellers, act(withdrawPosting))
  routes.post('/listings/:id/sold', postingCalls.markListingSold, sellers, act(markSold))
  routes.post('/listings/:id/renew', postingCalls.renewListing, sellers, act(renewPosting))

  function act(apply: Apply) {
    return async (c: Context<AppEnv>) => {
      const order = orderOf(c)
      return sendOnce(c, deps, await readBody(c), {
        apply: async (trx) => toAnswer(trx, order, await apply(trx, order)),
        // The answer has no content: the owner may have changed or deleted it since.
        rebuild: async (_, { version }) => ({ ...YES, etag: `"${version}"` }),
      })
    }
  }

  return routes
}

const YES = { status: 200, body: JSON.stringify({ success: true }), etag: null } as const

/**
 * The positions in the review queue. If none of the postings is in review, returns none without reading the queue, as for
 * most calls, which save a draft.
 */
async function findStandingsOf(
  db: Kysely<Tables>,
  all: readonly ListingState[],
  now: Date,
): Promise<Standings> {
  const isAnyInReview = all.some((own) => postingStateOf(situationOf(own)) === 'in-review')
  if (!isAnyInReview) return { places: new Map(), expectBy: () => null }
  return { places: await findPlaces(db, now), expectBy: await prepareExpectations(db, now) }
}

async function toWire(db: Kysely<Tables>, own: ListingState, now: Date): Promise<PostingWire> {
  const standings = await findStandingsOf(db, [own], now)
  return toWirePosting(own, { ...standings, files: await listMedia(db, own.posting.id) })
}

/** Only a success is stored: a repeat of a 404 or 412 is applied again. */
async function toAnswer(
  trx: Kysely<Tables>,
  { id: entityId, now }: PostingOrder,
  outcome: PostingOutcome,
): Promise<KeyedAnswer> {
  if (outcome.kind === 'missing') {
    const { code, message } = missing()
    return { status: 404, body: JSON.stringify(errorBody(code, message)), etag: null, stored: null }
  }
  const own = outcome.kind === 'done' ? outcome.own : outcome.current
  const { version } = own.posting
  const data = await toWire(trx, own, now)
  const etag = `"${version}"`
  if (outcome.kind === 'done') {
    const body = JSON.stringify({ success: true, data })
    return { status: 200, body, etag, stored: { entityId, version } }
  }
  const sentence = 'This listing was changed on another device.'
  const body = JSON.stringify({
    ...errorBody('version-conflict', sentence),
    data: { current: data },
  })
  return { status: 412, body, etag, stored: null }
}

function missing(): ServerError {
  return new ServerError(404, 'not-found', 'This listing does not exist, or it was deleted.')
}
