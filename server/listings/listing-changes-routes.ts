import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { AppEnv, RouteDeps } from '#server/app-env.ts'
import { getRole, isIdle, requireNotIdle, requireRole } from '#server/auth/auth-guard.ts'
import type { Tables } from '#server/database/schema.ts'
import { sendOnce } from '#server/http/calls/keyed-answer.ts'
import { parseBody, readBody } from '#server/http/calls/request-body.ts'
import { readIfMatch } from '#server/http/calls/version-match.ts'
import { errorBody } from '#server/http/server-error.ts'
import type { FinalAnswer } from '#server/idempotency/idempotency-service.ts'
import { StatusChangeSchema } from '#src/domain/listing/listing.ts'
import { GivenReasonSchema } from '#src/domain/listing/reason-schemas.ts'
import { type FieldSet, fieldSetOf, may, type Permission } from '#src/domain/team/permission.ts'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'
import { listingCalls } from './listing-calls.ts'
import {
  applyDelete,
  applyStatus,
  type ChangeOrder,
  type ChangeOutcome,
} from './listing-changes-service.ts'
import { forgetOldRemovals } from './listing-delta-service.ts'
import { applyReason } from './listing-reason-service.ts'
import { type OvertakenAnswer, toWireListing } from './listing-wire.ts'

type ListingAnswer = Omit<FinalAnswer, 'entityId' | 'storedBody'>

const STATUS_SENTENCE = 'The status must be pending, approved or rejected.'

export function listingChangesRoutes(deps: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.patch('/properties/:id/status', listingCalls.setPropertyStatus, async (c) => {
    const body = await readBody(c)
    const { status } = parseBody(body, StatusChangeSchema, STATUS_SENTENCE)
    return sendChange(c, deps, { body, permission: 'decide-listings' }, async (trx, order) => {
      const fields = readableFields(c)
      return toAnswer(await applyStatus(trx, order, status), fields, (listing) => ({
        status: 200,
        body: JSON.stringify({ success: true, data: toWireListing(listing, fields) }),
        etag: `"${listing.version}"`,
      }))
    })
  })

  routes.put('/properties/:id/reason', listingCalls.setPropertyReason, async (c) => {
    const body = await readBody(c)
    const reason = parseBody(body, GivenReasonSchema, 'Send a reason with its note.')
    return sendChange(c, deps, { body, permission: 'decide-listings' }, async (trx, order) =>
      (await applyReason(trx, order, reason)) === 'missing'
        ? missingAnswer()
        : { status: 200, body: JSON.stringify({ success: true }), etag: null },
    )
  })

  // The first path is in the specification; the second is named like the other routes.
  routes.delete('/property/:id', listingCalls.deleteProperty, deleteListing)
  routes.delete('/properties/:id', listingCalls.deletePropertyAlsoAt, deleteListing)

  async function deleteListing(c: Context<AppEnv>) {
    const asked = { body: await readBody(c), permission: 'delete-listings' } as const
    const answer = await sendChange(c, deps, asked, async (trx, order) =>
      toAnswer(await applyDelete(trx, order), readableFields(c), () => ({
        status: 200,
        body: JSON.stringify({ success: true }),
        etag: null,
      })),
    )
    const { db, writeAsServer: write } = deps
    deps.background.start(() => forgetOldRemovals({ db, write }, deps.clock()))
    return answer
  }

  /** Idle sessions send queued changes, but read no contacts. Call it in the transaction, for the role of now. */
  function readableFields(c: Context<AppEnv>): FieldSet {
    return isIdle(c.get('session'), deps) ? 'names' : fieldSetOf(getRole(c), 'listings')
  }

  return routes
}

/**
 * Looks up the idempotency record before it checks the permission. If the role lost the permission after
 * a successful change, or the session is idle by now, a repeat of the change is still a success, but without the listing.
 */
function sendChange(
  c: Context<AppEnv>,
  deps: RouteDeps,
  { body, permission }: { body: string; permission: Permission },
  apply: (trx: Kysely<Tables>, order: ChangeOrder) => Promise<ListingAnswer>,
): Promise<Response> {
  const order = {
    listingId: c.req.param('id') ?? '',
    session: c.get('session'),
    seen: readIfMatch(c.req.header('If-Match')),
    idempotencyKey: c.req.header(IDEMPOTENCY_HEADER),
  }
  const applyOrder = async (trx: Kysely<Tables>) => {
    requireRole(getRole(c), permission)
    const answer = await apply(trx, { ...order, now: deps.clock() })
    return { ...answer, storedBody: answer.body, entityId: order.listingId }
  }
  const repeat = (answer: FinalAnswer) => {
    const session = c.get('session')
    if (may(getRole(c), permission) && !isIdle(session, deps)) return answer
    if (answer.status !== 200) {
      requireRole(getRole(c), permission)
      requireNotIdle(session, deps)
    }
    return { ...answer, body: JSON.stringify({ success: true }), etag: null }
  }
  return sendOnce(c, deps, body, applyOrder, repeat)
}

function toAnswer(
  outcome: ChangeOutcome,
  fields: FieldSet,
  onApplied: (listing: (ChangeOutcome & { kind: 'applied' })['listing']) => ListingAnswer,
): ListingAnswer {
  if (outcome.kind === 'applied') return onApplied(outcome.listing)
  if (outcome.kind === 'missing') return missingAnswer()
  const { current, change } = outcome
  const data: OvertakenAnswer['data'] = {
    current: toWireListing(current, fields),
    changedAt: current.updated_at,
    by: change?.by ?? null,
    actorId: change?.actorId ?? null,
    device: change?.device ?? null,
  }
  const sentence = 'This listing was changed in the meantime.'
  const body = { ...errorBody('version-conflict', sentence), data }
  return { status: 412, body: JSON.stringify(body), etag: `"${current.version}"` }
}

function missingAnswer(): ListingAnswer {
  const body = errorBody('not-found', 'This listing does not exist, or it was deleted.')
  return { status: 404, body: JSON.stringify(body), etag: null }
}
