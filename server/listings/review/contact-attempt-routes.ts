import { Hono } from 'hono'
import { getRole, requireRole } from '#server/accounts/guards/auth-guard.ts'
import { findListing } from '#server/listings/changes/listing-repository.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { sendOnce } from '#server/platform/idempotency/keyed-answer-service.ts'
import { ContactAttemptSchema } from '#src/domain/listing/contact-attempt.ts'

const calls = describeCalls({
  noteContact: {
    record: 'property',
    group: 'Properties',
    caller: 'operator',
    isWrite: true,
    isKeyed: true,
    summary: 'Note that the owner was called or written to',
    notes:
      'Only if the caller wishes it. It is in the history of the listing, which only the team reads.',
    body: bodyOf(
      ContactAttemptSchema,
      { at: 'When, by the clock of the device; absent for now.' },
      { by: 'call', at: '2026-03-01T08:30:00.000Z' },
    ),
    answer: answerOf('It is noted.', YesSchema, { success: true }),
  },
})

/**
 * Attempts to contact an owner, noted in the history of the listing. The log has no phone number and no words. They are
 * queued on devices, so they are also accepted from an idle session.
 */
export function contactAttemptRoutes({ clock }: Pick<RouteDeps, 'clock'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.post('/properties/:id/contact-attempts', calls.noteContact, async (c) => {
    const body = await readBody(c)
    const { by, at } = parseBody(body, ContactAttemptSchema, 'Say how.')
    const listingId = c.req.param('id')
    const { userId, deviceLabel } = c.get('session')
    return sendOnce(c, { clock }, body, {
      // The record of a repeat is found before rights are looked at: what was noted stays a success.
      async apply(trx) {
        requireRole(getRole(c), 'see-owner-contact')
        if (!(await findListing(trx, listingId)))
          throw new ServerError(404, 'not-found', 'This listing does not exist.')
        await appendAuditEntry(trx, {
          at: clock().toISOString(),
          actor_id: userId,
          device_label: deviceLabel,
          action: 'contact',
          entity: 'listing',
          entity_id: listingId,
          from_value: at ?? null,
          to_value: by,
          idempotency_key: null,
        })
        return { ...YES, stored: { entityId: listingId, version: null } }
      },
      rebuild: async () => YES,
    })
  })

  return routes
}

const YES = { status: 200, body: JSON.stringify({ success: true }), etag: null } as const
