import { Hono } from 'hono'
import { requirePermission } from '#server/accounts/guards/auth-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { YesSchema } from '#server/platform/http/calls/wire-values.ts'
import { SetDuplicatesSchema } from '#src/domain/listing/duplicate-schemas.ts'
import { setDuplicates } from './duplicate-service.ts'
import { GROUP_EXAMPLE } from './group-wire.ts'

const calls = describeCalls({
  setDuplicates: {
    group: 'Properties',
    caller: 'operator',
    isWrite: true,
    summary: 'Say whether two listings are duplicates',
    notes:
      'With false, neither is in the `group` of the other any more; with true, that is taken back. One of them may be a deleted listing of `deleted`. It decides nothing about the listings, and may be repeated.',
    body: bodyOf(
      SetDuplicatesSchema,
      {},
      { listingIds: [GROUP_EXAMPLE.own.id, '68b1f0a2c4d5e6f708192a3e'], areDuplicates: false },
    ),
    answer: answerOf('It is remembered.', YesSchema, { success: true }),
    refusals: ['not-found'],
  },
})

/** What people say about adverts that look like one property. */
export function duplicateRoutes({ clock }: Pick<RouteDeps, 'clock'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.put(
    '/duplicates',
    calls.setDuplicates,
    requirePermission('decide-listings'),
    async (c) => {
      const wanted = parseBody(
        await readBody(c),
        SetDuplicatesSchema,
        'Name two listings, and say whether they are duplicates.',
      )
      const session = c.get('session')
      await c.get('rights').write((trx) => setDuplicates(trx, { ...wanted, session, now: clock() }))
      return c.json({ success: true })
    },
  )

  return routes
}
