import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import type { EventRow, Tables } from '#server/platform/database/schema.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { findClientAddress } from '#server/platform/http/client-address.ts'
import { sendTagged, tagOf } from '#server/platform/http/files/tagged-answer.ts'
import { streamText } from '#server/platform/http/files/text-stream.ts'
import { errorBody } from '#server/platform/http/server-error.ts'
import type {
  FinalAnswer,
  KeyedAnswer,
  Outcome,
} from '#server/platform/idempotency/idempotency-service.ts'
import { sendOnce } from '#server/platform/idempotency/keyed-answer-service.ts'
import { EventPayloadSchema } from '#src/domain/event/event-payload.ts'
import { NOT_AN_EVENT } from './event-body.ts'
import { eventCalls } from './event-calls.ts'
import { writeEventList, writeEventPage } from './event-list-service.ts'
import { readEventPage } from './event-pages.ts'
import { sumUpEventsOf } from './event-repository.ts'
import {
  createEvent,
  deleteEvent,
  type EventOrder,
  hasEvent,
  updateEvent,
} from './event-service.ts'
import { EVENT_WIRE_FORMAT, writeWireEvent } from './event-wire.ts'

/** The events of the signed-in user: a bare array (specification, section 7), or a page in an envelope. */
export function eventRoutes(deps: RouteDeps): Hono<AppEnv> {
  const { db, clock, appSecret, settings } = deps
  const routes = new Hono<AppEnv>()
  const orderOf = (c: Context<AppEnv>): EventOrder => ({
    ownerId: c.get('session').userId,
    appSecret,
    network: findClientAddress(c, settings.trustedProxies),
    now: clock(),
  })

  routes.get('/user', eventCalls.listEvents, async (c) => {
    const page = readEventPage(c.req.query())
    const { userId } = c.get('session')
    const etag = tagOf(JSON.stringify({ EVENT_WIRE_FORMAT, ...(await sumUpEventsOf(db, userId)) }))
    return sendTagged(c, etag, () =>
      streamText(page ? writeEventPage(db, userId, page) : writeEventList(db, userId)),
    )
  })

  routes.post('/create', eventCalls.createEvent, async (c) => {
    const body = await readBody(c)
    const payload = parseBody(body, EventPayloadSchema, NOT_AN_EVENT)
    return sendOnce(c, deps, body, {
      apply: async (trx) => answerEvent(await createEvent(trx, orderOf(c), payload)),
      rebuild: (trx, outcome) => answerEventAgain(trx, orderOf(c), outcome),
    })
  })

  routes.put('/:id', eventCalls.updateEvent, async (c) => {
    const id = c.req.param('id')
    const body = await readBody(c)
    const patch = parseBody(body, EventPayloadSchema, NOT_AN_EVENT)
    return sendOnce(c, deps, body, {
      async apply(trx) {
        const event = await updateEvent(trx, orderOf(c), id, patch)
        return event ? answerEvent(event) : { ...answerMissing(), stored: null }
      },
      rebuild: (trx, outcome) => answerEventAgain(trx, orderOf(c), outcome),
    })
  })

  routes.delete('/:id', eventCalls.deleteEvent, async (c) => {
    const id = c.req.param('id')
    return sendOnce(c, deps, await readBody(c), {
      apply: async (trx) =>
        (await deleteEvent(trx, orderOf(c), id))
          ? { ...answerDone(), stored: { entityId: id, version: null } }
          : { ...answerMissing(), stored: null },
      rebuild: async () => answerDone(),
    })
  })

  return routes
}

function answerEvent(event: EventRow): KeyedAnswer {
  const { id: entityId, version } = event
  return { status: 200, body: writeWireEvent(event), etag: null, stored: { entityId, version } }
}

/**
 * The answer to a repeat has the id and version that the change gave the event, and none of its content,
 * which may be newer. A deleted event has only `success`.
 */
async function answerEventAgain(
  trx: Kysely<Tables>,
  { ownerId }: EventOrder,
  { entityId, version }: Outcome,
): Promise<FinalAnswer> {
  if (!(await hasEvent(trx, { id: entityId, ownerId }))) return answerDone()
  return { status: 200, body: JSON.stringify({ _id: entityId, version }), etag: null }
}

function answerDone(): FinalAnswer {
  return { status: 200, body: JSON.stringify({ success: true }), etag: null }
}

function answerMissing(): FinalAnswer {
  const body = errorBody('not-found', 'This event does not exist, or it was deleted.')
  return { status: 404, body: JSON.stringify(body), etag: null }
}
