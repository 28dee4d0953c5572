import { type Context, Hono } from 'hono'
import type { Kysely } from 'kysely'
import { findCallerSession, requirePermission } from '#server/accounts/guards/auth-guard.ts'
import { isProvisional } from '#server/accounts/registration/registration-status-service.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import type { GrievanceRow } from '#server/platform/database/rows/grievance-rows.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { type ListDeps, sendList } from '#server/platform/http/calls/list-answer.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { findClientAddress } from '#server/platform/http/client-address.ts'
import { sendOnce } from '#server/platform/idempotency/keyed-answer-service.ts'
import { GrievanceAnswerSchema, NewGrievanceSchema } from '#src/domain/grievance/grievance.ts'
import { grievanceCalls } from './grievance-calls.ts'
import { makeGrievanceSource } from './grievance-list.ts'
import { findGrievance } from './grievance-repository.ts'
import { answerGrievance, receiveGrievance, SENDER } from './grievance-service.ts'
import { type GrievanceReceipt, toGrievance } from './grievance-wire.ts'

/** Receives grievances, from everybody. */
export function grievanceRoutes(deps: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.post('/grievances', grievanceCalls.sendGrievance, async (c) => {
    const body = await readBody(c)
    const sent = parseBody(body, NewGrievanceSchema, 'Send the fields of the form.')
    const network = findClientAddress(c, deps.settings.trustedProxies)
    const change = {
      async apply(trx: Kysely<Tables>) {
        const userId = await findSender(c, { ...deps, db: trx })
        const row = await receiveGrievance(trx, deps, { sent, userId, network, now: deps.clock() })
        return { ...toAnswer(row), stored: { entityId: row.id, version: null } }
      },
      async rebuild(trx: Kysely<Tables>, { entityId }: { entityId: string }) {
        const row = await findGrievance(trx, entityId)
        return row ? toAnswer(row) : null
      },
    }
    return sendOnce(c, deps, body, change, SENDER)
  })

  function toAnswer({ number, due_at: dueAt, email }: GrievanceRow) {
    const isMailed = deps.mailer.isConfigured && email !== null
    const answer: GrievanceReceipt = { success: true, data: { number, dueAt, isMailed } }
    return { status: 201, body: JSON.stringify(answer), etag: null } as const
  }

  return routes
}

/** The account of a signed-in sender. A registration that may be gone tomorrow counts as a visitor. */
async function findSender(c: Context<AppEnv>, deps: Pick<RouteDeps, 'db' | 'clock'>) {
  const session = await findCallerSession(c, deps)
  if (!session || (await isProvisional(deps.db, session.userId))) return null
  return session.userId
}

/** Lets staff read and answer grievances. */
export function grievanceDeskRoutes(deps: RouteDeps & ListDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const source = makeGrievanceSource(deps)
  const requireAnswer = requirePermission('answer-grievances')

  routes.get('/grievances', grievanceCalls.listGrievances, requireAnswer, (c) =>
    sendList(c, deps.lists, source),
  )

  routes.post(
    '/grievances/:id/answer',
    grievanceCalls.answerGrievance,
    requireAnswer,
    async (c) => {
      const { answer } = parseBody(await readBody(c), GrievanceAnswerSchema, 'Send the answer.')
      const given = { id: c.req.param('id'), answer, session: c.get('session'), now: deps.clock() }
      const row = await c.get('rights').write((trx) => answerGrievance(trx, given))
      return c.json({ success: true, data: toGrievance(row) })
    },
  )

  return routes
}
