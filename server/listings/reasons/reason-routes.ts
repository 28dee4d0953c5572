import { Hono } from 'hono'
import { requirePermission } from '#server/accounts/guards/auth-guard.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { readIfMatch } from '#server/platform/http/calls/version-match.ts'
import { sendTagged } from '#server/platform/http/files/tagged-answer.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { ReasonListSchema } from '#src/domain/listing/reason-schemas.ts'
import { reasonCalls } from './reason-calls.ts'
import { readReasons, replaceReasons, type VersionedReasons } from './reason-service.ts'
import type { ReasonListAnswer } from './reason-wire.ts'

export function reasonRoutes({ db, clock }: Pick<RouteDeps, 'db' | 'clock'>): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get(
    '/reasons',
    reasonCalls.listReasons,
    requirePermission('decide-listings'),
    async (c) => {
      const list = await readReasons(db)
      return sendTagged(c, `"${list.version}"`, () => JSON.stringify(toAnswer(list)))
    },
  )

  routes.put(
    '/reasons',
    reasonCalls.replaceReasons,
    requirePermission('edit-reasons'),
    async (c) => {
      const next = parseBody(await readBody(c), ReasonListSchema, 'Send the whole list of reasons.')
      const seen = readIfMatch(c.req.header('If-Match'))
      if (!seen)
        throw new ServerError(
          400,
          'bad-if-match',
          'Send the version of the list that you changed as If-Match.',
        )
      const order = { seen, session: c.get('session'), now: clock() }
      const list = await c.get('rights').write((trx) => replaceReasons(trx, next, order))
      return c.json(toAnswer(list))
    },
  )

  return routes
}

function toAnswer({ reasons, ...meta }: VersionedReasons): ReasonListAnswer {
  return { success: true, data: reasons, meta }
}
