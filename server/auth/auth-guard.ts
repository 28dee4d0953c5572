// Guards every call under /api/admin and /api/events. All need a live session; the panel also needs
// the operator's role, read from the database at each call.

import type { MiddlewareHandler } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import { ServerError } from '#server/http/server-error.ts'
import { readToken } from './caller.ts'
import { findLiveSession, findSessionReplacement } from './sessions/session-service.ts'

/**
 * Refuses calls without a live session (401). If another sign-in replaced the session, the response
 * names its device and time.
 */
export function requireSession({ db, clock }: AppDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const token = readToken(c)
    const now = clock()
    const session = token && (await findLiveSession(db, token, now))
    if (!session) throw await refusalFor(db, token, now)
    c.set('session', session)
    await next()
  }
}

async function refusalFor(db: AppDeps['db'], token: string | null, now: Date) {
  const data = token && (await findSessionReplacement(db, token, now))
  if (!data) return new ServerError(401, 'unauthenticated', 'Sign in to go on.')
  const sentence = 'A sign-in on another device ended this session. Sign in to go on.'
  return new ServerError(401, 'session-replaced', sentence, { data })
}

/** Refuses everyone but the operator (403). Runs after requireSession. */
export function requireOperator(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.get('session').role !== 'admin')
      throw new ServerError(403, 'forbidden', 'Only the operator may do this.')
    await next()
  }
}
