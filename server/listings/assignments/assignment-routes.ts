import { setImmediate as nextTurn } from 'node:timers/promises'
import { Hono } from 'hono'
import { requirePermission } from '#server/accounts/guards/auth-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { answerOf, bodyOf } from '#server/platform/http/calls/call-description.ts'
import { describeCalls } from '#server/platform/http/calls/described-calls.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import type { AssignedListings } from '#src/domain/listing/assignment.ts'
import { AssignSchema } from '#src/domain/listing/assignment-schemas.ts'
import { BATCH_CALL_SIZE } from '#src/domain/listing/change-batch.ts'
import { assignListing } from './assignment-service.ts'
import { ASSIGNED_EXAMPLE, AssignedAnswerSchema } from './assignment-wire.ts'

const calls = describeCalls({
  assign: {
    group: 'Properties',
    caller: 'operator',
    isWrite: true,
    summary: 'Assign listings to a person',
    notes: `At most ${BATCH_CALL_SIZE} listings that wait for a decision; without a person, they are nobody's. The last call about a listing counts. It stops no decision, and may be repeated.`,
    body: bodyOf(
      AssignSchema,
      {},
      { listingIds: ASSIGNED_EXAMPLE.listingIds, personId: '65a000000000000000000001' },
    ),
    answer: answerOf('What was assigned.', AssignedAnswerSchema, {
      success: true,
      data: ASSIGNED_EXAMPLE,
    }),
    refusals: ['cannot-decide'],
  },
})

/** Who should decide about which listing. People who may decide assign to themselves and to each other. */
export function assignmentRoutes({ clock }: Pick<RouteDeps, 'clock'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.put('/assignments', calls.assign, requirePermission('decide-listings'), async (c) => {
    const { listingIds, personId } = parseBody(
      await readBody(c),
      AssignSchema,
      'Name the listings, and a person or null.',
    )
    const data: AssignedListings = { listingIds: [], decided: [], gone: [] }
    const by = c.get('session')
    for (const listingId of new Set(listingIds)) {
      await nextTurn() // as in a batch of decisions: other people's calls run between two listings
      const became = await c
        .get('rights')
        .write((trx) => assignListing(trx, { listingId, personId, by, now: clock() }))
      data[became === 'assigned' ? 'listingIds' : became].push(listingId)
    }
    return c.json({ success: true, data })
  })

  return routes
}
