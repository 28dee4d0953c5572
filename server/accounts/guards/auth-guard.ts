// Guards every call under /api/admin, /api/account and /api/events. Each needs a live session.
// Calls of the panel also need a role, which is read from the database each time, and a permission
// of that role (src/domain/team/permission.ts). Each guard holds again in every writing transaction of
// the call (rights-guard.ts).

import type { Context, MiddlewareHandler } from 'hono'
import { readToken } from '#server/accounts/people/caller.ts'
import { findStaff } from '#server/accounts/people/staff-repository.ts'
import { roleVersionOf } from '#server/accounts/people/staff-wire.ts'
import { noteSeen } from '#server/accounts/sessions/last-seen-service.ts'
import {
  findLiveSession,
  findSessionReplacement,
  type Session,
} from '#server/accounts/sessions/session-service.ts'
import type { AppDeps, AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { may, type Permission, refusalOf, type StaffRole } from '#src/domain/team/permission.ts'
import { ROLE_VERSION_HEADER } from '#src/domain/wire.ts'

const HOUR_MS = 3_600_000
const CONFIRMED_MS = 600_000 // OWASP ASVS 7.5.3 names no duration; ten minutes let an operator reveal several PANs

/**
 * Refuses calls without a live session (401), and reads of idle staff (403). If another sign-in replaced the session, the response
 * has the device and time of that sign-in. Records when the session was last seen, unless it is idle:
 * only `POST /auth/confirm` ends the idle state.
 */
export function requireSession(deps: RouteDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const token = readToken(c)
    const { method } = c.req
    await c.get('rights').require(async (db) => {
      c.set('session', await getSession(db, token, deps.clock()))
      if (method === 'GET' || method === 'HEAD') requireNotIdle(c.get('session'), deps)
    })
    await next()
    // After a 401 the session has ended meanwhile. After a 5xx the database may be down, and this write would fail too.
    const { status } = c.res
    if (status < 500 && status !== 401 && !isIdle(c.get('session'), deps))
      noteSeen(deps, c.get('session'))
  }
}

/** @throws ServerError 401 */
async function getSession(db: AppDeps['db'], token: string | null, now: Date): Promise<Session> {
  const session = token && (await findLiveSession(db, token, now))
  if (!session) throw await refusalFor(db, token, now)
  return session
}

/** For an answer that is read from the database in parts, before each part. @throws ServerError 401 */
export function requireLiveSession(
  c: Context<AppEnv>,
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
): Promise<Session> {
  return getSession(db, readToken(c), clock())
}

/** The live session of the request's token, for what is counted before all guards; null without one. */
export async function findCallerSession(
  c: Context<AppEnv>,
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
): Promise<Session | null> {
  const token = readToken(c)
  return token === null ? null : findLiveSession(db, token, clock())
}

async function refusalFor(db: AppDeps['db'], token: string | null, now: Date) {
  const data = token && (await findSessionReplacement(db, token, now))
  if (!data) return new ServerError(401, 'unauthenticated', 'Sign in to go on.')
  const sentence = 'A sign-in on another device ended this session. Sign in to go on.'
  return new ServerError(401, 'session-replaced', sentence, { data })
}

/**
 * Refuses staff whose session was idle for too long (403), until `POST /auth/confirm`. Runs after
 * requireSession.
 */
export function requireActive(deps: IdleDeps): MiddlewareHandler<AppEnv> {
  return requireOfSession((session) => requireNotIdle(session, deps))
}

/** @throws ServerError 403 for staff whose session is idle */
export function requireNotIdle(session: Session, deps: IdleDeps): void {
  if (!isIdle(session, deps)) return
  throw new ServerError(
    403,
    'reauthenticate',
    'You have not been here for a while. Confirm that it is you to go on.',
  )
}

type IdleDeps = Pick<AppDeps, 'clock' | 'settings'>

/** Whether a session of staff was without a call for too long. */
export function isIdle(
  { staffRole, lastSeenAt, signedInAt }: Session,
  { clock, settings }: IdleDeps,
) {
  const { staffIdleHours } = settings
  if (staffRole === null || staffIdleHours === 0) return false
  const idleMs = clock().getTime() - Date.parse(lastSeenAt ?? signedInAt)
  return idleMs >= staffIdleHours * HOUR_MS
}

/**
 * Refuses a sensitive call (403) unless the person has proved who they are within the last ten
 * minutes, at the sign-in or by `POST /auth/confirm`. Runs after requireSession, and after
 * requirePermission if the route uses it.
 */
export function requireRecentConfirmation({
  clock,
}: Pick<AppDeps, 'clock'>): MiddlewareHandler<AppEnv> {
  return requireOfSession(({ confirmedAt }) => {
    if (clock().getTime() - Date.parse(confirmedAt) < CONFIRMED_MS) return
    throw new ServerError(
      403,
      'confirm-identity',
      'Nothing was done yet. Confirm that it is you, then try again.',
    )
  })
}

/**
 * Refuses everyone but staff (403), and sends the version of the caller's role in a header of each
 * response. Runs after requireSession.
 */
export function requireStaff(): MiddlewareHandler<AppEnv> {
  const requireStaffSession = requireOfSession(({ role, staffRole }) => {
    if (role === 'admin' && staffRole !== null) return
    throw new ServerError(403, 'forbidden', 'Only the operator may do this.')
  })
  return (c, next) =>
    requireStaffSession(c, async () => {
      c.header(ROLE_VERSION_HEADER, roleVersionOf(getRole(c)))
      await next()
    })
}

/** Refuses accounts of the team (403), which post no listings. Runs after requireSession. */
export function requireSeller(): MiddlewareHandler<AppEnv> {
  return requireOfSession(({ role }) => {
    if (role === 'user') return
    throw new ServerError(
      403,
      'sellers-only',
      'Accounts of the team post no listings. Sign in with an account of your own.',
    )
  })
}

/** Refuses accounts of the team (403) that may not record visits: sellers upload files for listings, and deciders for visits. */
export function requireUploader(): MiddlewareHandler<AppEnv> {
  return requireOfSession((session) => {
    if (session.role !== 'user') requireRole(roleOf(session), 'decide-listings')
  })
}

/** Refuses staff whose role lacks the permission (403). Runs after requireStaff. */
export function requirePermission(permission: Permission): MiddlewareHandler<AppEnv> {
  return requireOfSession((session) => requireRole(roleOf(session), permission))
}

/** A guard of a requirement that the session answers, which requireSession has read before. */
function requireOfSession(check: (session: Session) => void): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await c.get('rights').require(() => check(c.get('session')))
    await next()
  }
}

/** @throws ServerError 403 if the role lacks the permission */
export function requireRole(role: StaffRole, permission: Permission): void {
  if (!may(role, permission)) throw new ServerError(403, 'not-allowed', refusalOf(permission))
}

/**
 * Refuses work that goes on after the call that started it, once the person is suspended, has left the team, or has a
 * role without the permission. Their session may have ended. @throws ServerError 403
 */
export async function requireStaffMay(
  trx: AppDeps['db'],
  userId: string,
  permission: Permission,
): Promise<void> {
  const staff = await findStaff(trx, userId)
  if (staff && staff.suspendedAt === null && may(staff.role, permission)) return
  const sentence = 'The person who started this may not do it any more.'
  throw new ServerError(403, 'not-allowed', sentence)
}

/** The caller's role. Use it in handlers behind requireStaff only. */
export function getRole(c: Context<AppEnv>): StaffRole {
  return roleOf(c.get('session'))
}

function roleOf({ staffRole }: Session): StaffRole {
  if (staffRole === null) throw new Error('a handler behind requireStaff was called without a role')
  return staffRole
}

/**
 * Refuses a search, and a filter by a detail, without the permission (403): a search also matches phone numbers and e-mail
 * addresses, and the rows that pass a filter tell the value that they have.
 */
export function requireSearch(
  c: Context<AppEnv>,
  permission: Permission,
  fields: readonly { name: string; isDetail?: true }[] = [],
): void {
  requireFilters(getRole(c), Object.keys(c.req.queries()), permission, fields)
}

/** `requireSearch` for the names of a query that is not in the address. */
export function requireFilters(
  role: StaffRole,
  names: readonly string[],
  permission: Permission,
  fields: readonly { name: string; isDetail?: true }[],
): void {
  if (names.includes('q')) requireRole(role, permission)
  requireDetails(role, names, permission, fields)
}

/** Refuses a filter by a detail without the permission (403), for a list that all of its roles may search. */
export function requireDetails(
  role: StaffRole,
  names: readonly string[],
  permission: Permission,
  fields: readonly { name: string; isDetail?: true }[],
): void {
  const isAny = fields.some(({ name, isDetail }) => isDetail && names.includes(name))
  if (isAny) requireRole(role, permission)
}
