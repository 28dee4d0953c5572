import { Hono } from 'hono'
import { getRole, requireRole } from '#server/accounts/guards/auth-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { sendOnce } from '#server/platform/idempotency/keyed-answer-service.ts'
import { MOST_VISITS } from '#src/domain/visit/visit.ts'
import { VisitSchema } from '#src/domain/visit/visit-schemas.ts'
import { recordVisit } from './visit-service.ts'

const calls = describeCalls({
  recordVisit: {
    record: 'property',
    group: 'Properties',
    caller: 'operator',
    isWrite: true,
    isKeyed: true,
    summary: 'Record a visit to the property',
    notes: `It is in the history of the listing, which only the team reads; its owner gets it in no answer. At most ${MOST_VISITS} for a listing.`,
    body: bodyOf(
      VisitSchema,
      {
        id: 'Of the visit: a new one, made by the caller. Of an answer: that of its point.',
        at: 'When, by the clock of the device.',
        answers: 'The answered points of the checklist, with their words.',
        note: 'What else was seen; may be empty.',
        photos: 'The ids of its photos, which have arrived before.',
        place:
          'Where the visitor was, only if they wish it. The server rounds it to thousandths of a degree, about 100 m, and forgets it after a while.',
      },
      {
        id: '65a000000000000000000061',
        at: '2026-03-01T08:30:00.000Z',
        answers: [{ id: 'photos', label: 'The photos show this property', answer: 'yes' }],
        note: 'Shown by a tenant.',
        place: { latitude: 18.561, longitude: 73.776 },
      },
    ),
    answer: answerOf('It is recorded.', YesSchema, { success: true }),
    refusals: ['visit-exists', 'too-many-visits', 'visit-photo-gone'],
  },
})

/** Visits are queued on devices, so they are also accepted from an idle session. */
export function visitRoutes({ clock }: Pick<RouteDeps, 'clock'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.post('/properties/:id/visits', calls.recordVisit, async (c) => {
    const body = await readBody(c)
    const visit = parseBody(body, VisitSchema, 'Send the visit.')
    const listingId = c.req.param('id')
    return sendOnce(c, { clock }, body, {
      // The record of a repeat is found before rights are looked at: what was recorded stays a success.
      async apply(trx) {
        requireRole(getRole(c), 'decide-listings')
        await recordVisit(trx, { listingId, session: c.get('session'), now: clock() }, visit)
        return { ...YES, stored: { entityId: listingId, version: null } }
      },
      rebuild: async () => YES,
    })
  })

  return routes
}

const YES = { status: 200, body: JSON.stringify({ success: true }), etag: null } as const
