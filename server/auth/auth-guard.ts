// Every call under /api/admin and /api/events passes here: a live session, and for the panel the operator's role as the
// database has it now.

import type { MiddlewareHandler } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import { ServerError } from '#server/server-error.ts'
import { readToken } from './caller.ts'
import { findLiveSession } from './session-service.ts'

/** Refuses a call without a live session (401). */
export function requireSession({ db, clock }: AppDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const token = readToken(c)
    const session = token ? await findLiveSession(db, token, clock()) : null
    if (!session) throw new ServerError(401, 'unauthenticated', 'Sign in to go on.')
    c.set('session', session)
    await next()
  }
}

/** Refuses anyone but the operator (403); comes after requireSession. */
export function requireOperator(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.get('session').role !== 'admin')
      throw new ServerError(403, 'forbidden', 'Only the operator may do this.')
    await next()
  }
}
