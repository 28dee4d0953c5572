import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import { getRole, isIdle, requireNotIdle, requireRole } from '#server/accounts/guards/auth-guard.ts'
import type { ChangeOrder } from '#server/listings/changes/listing-change-order.ts'
import { applyReason } from '#server/listings/changes/listing-reason-service.ts'
import { findListing, type ListingWithOwner } from '#server/listings/changes/listing-repository.ts'
import {
  applyDelete,
  applyStatus,
  type ChangeOutcome,
  findOvertaken,
} from '#server/listings/changes/operator-change-service.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { readIfMatch } from '#server/platform/http/calls/version-match.ts'
import { errorBody } from '#server/platform/http/server-error.ts'
import type { FinalAnswer } from '#server/platform/idempotency/idempotency-service.ts'
import { sendOnce } from '#server/platform/idempotency/keyed-answer-service.ts'
import { DecisionSchema, GivenReasonSchema } from '#src/domain/listing/reason-schemas.ts'
import { type FieldSet, fieldSetOf, may, type Permission } from '#src/domain/team/permission.ts'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'
import { listingCalls } from './listing-calls.ts'
import { type OvertakenAnswer, toWireListing } from './listing-wire.ts'

/** `version` is the listing's in the answer; null without a listing. */
type ListingAnswer = FinalAnswer & { version: number | null }

interface AskedChange {
  body: string
  permission: Permission
  apply: (trx: Kysely<Tables>, order: ChangeOrder) => Promise<ListingAnswer>
  /** The answer to a repeat of a change that was applied; without it, only `success`. */
  confirm?: (trx: Kysely<Tables>, version: number | null) => Promise<FinalAnswer>
}

const STATUS_SENTENCE = 'The status must be pending, approved or rejected.'

export function listingChangesRoutes(deps: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.patch('/properties/:id/status', listingCalls.setPropertyStatus, async (c) => {
    const body = await readBody(c)
    const decision = parseBody(body, DecisionSchema, STATUS_SENTENCE)
    return sendChange(c, deps, {
      body,
      permission: 'decide-listings',
      async apply(trx, order) {
        const fields = readableFields(c, deps)
        return toAnswer(await applyStatus(trx, order, decision), fields, (listing) =>
          listingAnswer(listing, fields),
        )
      },
      async confirm(trx, version) {
        const listing = await findListing(trx, c.req.param('id'))
        // A later version has the decision of somebody else, which this change did not make.
        return listing?.version === version ? listingAnswer(listing, readableFields(c, deps)) : YES
      },
    })
  })

  routes.put('/properties/:id/reason', listingCalls.setPropertyReason, async (c) => {
    const body = await readBody(c)
    const reason = parseBody(body, GivenReasonSchema, 'Send a reason with its note.')
    return sendChange(c, deps, {
      body,
      permission: 'decide-listings',
      apply: async (trx, order) =>
        (await applyReason(trx, order, reason)) === 'missing' ? missingAnswer() : YES,
    })
  })

  // The first path is in the specification; the second is named like the other routes.
  routes.delete('/property/:id', listingCalls.deleteProperty, deleteListing)
  routes.delete('/properties/:id', listingCalls.deletePropertyAlsoAt, deleteListing)

  async function deleteListing(c: Context<AppEnv>) {
    return sendChange(c, deps, {
      body: await readBody(c),
      permission: 'delete-listings',
      apply: async (trx, order) => toAnswer(await applyDelete(trx, order), readableFields(c, deps)),
    })
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
  { body, permission, apply, confirm = async () => YES }: AskedChange,
): Promise<Response> {
  const order = {
    listingId: c.req.param('id') ?? '',
    session: c.get('session'),
    seen: readIfMatch(c.req.header('If-Match')),
    idempotencyKey: c.req.header(IDEMPOTENCY_HEADER),
  }
  return sendOnce(c, deps, body, {
    async apply(trx) {
      requireRole(getRole(c), permission)
      const { version, ...answer } = await apply(trx, { ...order, now: deps.clock() })
      return { ...answer, stored: { entityId: order.listingId, version } }
    },
    async rebuild(trx, { status, version }) {
      const [role, session] = [getRole(c), c.get('session')]
      if (status === 200)
        return may(role, permission) && !isIdle(session, deps) ? confirm(trx, version) : YES
      requireRole(role, permission)
      requireNotIdle(session, deps)
      if (status === 404) return missingAnswer()
      return toAnswer(await findOvertaken(trx, order.listingId), readableFields(c, deps))
    },
  })
}

/** Idle sessions send queued changes, but read no contacts. Call it in the transaction, for the role of now. */
function readableFields(c: Context<AppEnv>, deps: RouteDeps): FieldSet {
  return isIdle(c.get('session'), deps) ? 'names' : fieldSetOf(getRole(c), 'listings')
}

const YES = {
  status: 200,
  body: JSON.stringify({ success: true }),
  etag: null,
  version: null,
} as const

function listingAnswer(listing: ListingWithOwner, fields: FieldSet): ListingAnswer {
  const body = JSON.stringify({ success: true, data: toWireListing(listing, fields) })
  return { status: 200, body, etag: `"${listing.version}"`, version: listing.version }
}

function toAnswer(
  outcome: ChangeOutcome,
  fields: FieldSet,
  onApplied: (listing: ListingWithOwner) => ListingAnswer = () => YES,
): ListingAnswer {
  if (outcome.kind === 'applied') return onApplied(outcome.listing)
  if (outcome.kind === 'missing') return missingAnswer()
  const { current, change } = outcome
  const { version } = current
  const data: OvertakenAnswer['data'] = {
    current: toWireListing(current, fields),
    changedAt: current.updated_at,
    by: change?.by ?? null,
    actorId: change?.actorId ?? null,
    device: change?.device ?? null,
  }
  const sentence = 'This listing was changed in the meantime.'
  const body = { ...errorBody('version-conflict', sentence), data }
  return { status: 412, body: JSON.stringify(body), etag: `"${version}"`, version }
}

function missingAnswer(): ListingAnswer {
  const body = errorBody('not-found', 'This listing does not exist, or it was deleted.')
  return { status: 404, body: JSON.stringify(body), etag: null, version: null }
}
