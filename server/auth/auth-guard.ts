// Guards every call under /api/admin and /api/events. All need a live session; the panel also needs
// a role, read from the database at each call, and asks src/domain/team/permission.ts what it may do.

import type { Context, MiddlewareHandler } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import { ServerError } from '#server/http/server-error.ts'
import { may, type Permission, refusalOf, type StaffRole } from '#src/domain/team/permission.ts'
import { ROLE_VERSION_HEADER } from '#src/domain/wire.ts'
import { readToken } from './caller.ts'
import { findLiveSession, findSessionReplacement } from './sessions/session-service.ts'
import { noteActivity } from './staff/staff-activity-service.ts'
import { roleVersionOf } from './staff/staff-wire.ts'

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

/**
 * Refuses everyone but staff (403), names the version of the caller's role in each answer, and notes
 * when they were last active. Runs after requireSession.
 */
export function requireStaff(deps: AppDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.get('session').role !== 'admin' || c.get('session').staffRole === null)
      throw new ServerError(403, 'forbidden', 'Only the operator may do this.')
    c.header(ROLE_VERSION_HEADER, roleVersionOf(getRole(c)))
    await next()
    // A call that the database could not serve would only add another failure.
    if (c.res.status < 500) noteActivity(deps, c.get('session'))
  }
}

/** Refuses staff whose role may not do this (403). Runs after requireStaff. */
export function requirePermission(permission: Permission): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    requireRole(getRole(c), permission)
    await next()
  }
}

/** @throws ServerError 403 if the role may not do this */
export function requireRole(role: StaffRole, permission: Permission): void {
  if (!may(role, permission)) throw new ServerError(403, 'not-allowed', refusalOf(permission))
}

/** The caller's role. Use it in handlers behind requireStaff only. */
export function getRole(c: Context<AppEnv>): StaffRole {
  const { staffRole } = c.get('session')
  if (staffRole === null) throw new Error('a handler behind requireStaff was called without a role')
  return staffRole
}

/** Search also finds phone numbers and e-mail addresses, so it needs the permission to see them. */
export function requireSearch(c: Context<AppEnv>, permission: Permission): void {
  if (c.req.query('q') !== undefined) requireRole(getRole(c), permission)
}
