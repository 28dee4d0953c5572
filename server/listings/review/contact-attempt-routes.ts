import { Hono } from 'hono'
import { requirePermission } from '#server/accounts/guards/auth-guard.ts'
import { findListing } from '#server/listings/changes/listing-repository.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { appendAuditEntry } from '#server/platform/audit/audit-service.ts'
import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { ContactAttemptSchema } from '#src/domain/listing/contact-attempt.ts'

const calls = describeCalls({
  noteContact: {
    record: 'property',
    group: 'Properties',
    caller: 'operator',
    isWrite: true,
    summary: 'Note that the owner was called or written to',
    notes:
      'Only if the caller wishes it. It is in the history of the listing, which only the team reads.',
    body: bodyOf(ContactAttemptSchema, {}, { by: 'call' }),
    answer: answerOf('It is noted.', YesSchema, { success: true }),
  },
})

/** Attempts to contact an owner, noted in the history of the listing. The log has no phone number and no words. */
export function contactAttemptRoutes({ clock }: Pick<RouteDeps, 'clock'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const maySeeContact = requirePermission('see-owner-contact')

  routes.post('/properties/:id/contact-attempts', calls.noteContact, maySeeContact, async (c) => {
    const { by } = parseBody(await readBody(c), ContactAttemptSchema, 'Say how.')
    const listingId = c.req.param('id')
    const { userId, deviceLabel } = c.get('session')
    await c.get('rights').write(async (trx) => {
      if (!(await findListing(trx, listingId)))
        throw new ServerError(404, 'not-found', 'This listing does not exist.')
      await appendAuditEntry(trx, {
        at: clock().toISOString(),
        actor_id: userId,
        device_label: deviceLabel,
        action: 'contact',
        entity: 'listing',
        entity_id: listingId,
        from_value: null,
        to_value: by,
        idempotency_key: null,
      })
    })
    return c.json({ success: true })
  })

  return routes
}
