import { type Context, Hono } from 'hono'
import { applyReason } from '#server/listings/changes/listing-reason-service.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { readIfMatch } from '#server/platform/http/calls/version-match.ts'
import { sendOnce } from '#server/platform/idempotency/keyed-answer-service.ts'
import { DecisionSchema, GivenReasonSchema } from '#src/domain/listing/reason-schemas.ts'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'
import { listingCalls } from './listing-calls.ts'
import {
  type AskedChange,
  askDeletion,
  askStatus,
  keyedChangeOf,
  missingAnswer,
  YES,
} from './operator-change-answers.ts'

const STATUS_SENTENCE = 'The status must be pending, approved or rejected.'

export function listingChangesRoutes(deps: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.patch('/properties/:id/status', listingCalls.setPropertyStatus, async (c) => {
    const body = await readBody(c)
    const decision = parseBody(body, DecisionSchema, STATUS_SENTENCE)
    return sendChange(c, deps, body, askStatus(c, deps, c.req.param('id'), decision))
  })

  routes.put('/properties/:id/reason', listingCalls.setPropertyReason, async (c) => {
    const body = await readBody(c)
    const reason = parseBody(body, GivenReasonSchema, 'Send a reason with its note.')
    return sendChange(c, deps, body, {
      permission: 'decide-listings',
      apply: async (trx, order) =>
        (await applyReason(trx, order, reason)) === 'missing' ? missingAnswer() : YES,
    })
  })

  // The first path is in the specification; the second is named like the other routes.
  routes.delete('/property/:id', listingCalls.deleteProperty, deleteListing)
  routes.delete('/properties/:id', listingCalls.deletePropertyAlsoAt, deleteListing)

  async function deleteListing(c: Context<AppEnv>) {
    return sendChange(c, deps, await readBody(c), askDeletion(c, deps))
  }

  return routes
}

function sendChange(
  c: Context<AppEnv>,
  deps: RouteDeps,
  body: string,
  asked: AskedChange,
): Promise<Response> {
  const order = {
    listingId: c.req.param('id') ?? '',
    session: c.get('session'),
    seen: readIfMatch(c.req.header('If-Match')),
    idempotencyKey: c.req.header(IDEMPOTENCY_HEADER),
  }
  return sendOnce(c, deps, body, keyedChangeOf(c, deps, order, asked))
}
