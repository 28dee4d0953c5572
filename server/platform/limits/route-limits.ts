// Which limit of limit-table.ts counts a changing call, by route. tests/server/platform/limits/route-limits.test.ts fails for a
// route that is in none of the four tables.

import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { findClientAddress } from '#server/platform/http/client-address.ts'
import { findRoutePattern } from '#server/platform/http/route-pattern.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { countPersonTry } from './limit-service.ts'
import type { LimitedKind } from './limit-table.ts'

/** Counted by `limitCalls`, per signed-in person, before anything that may refuse the call. */
export const COUNTED_CALLS: Readonly<Record<string, LimitedKind>> = {
  'DELETE /api/auth/sessions': 'session-end',
  'DELETE /api/auth/sessions/:id': 'session-end',
  'POST /api/auth/confirm': 'confirm',
  'POST /api/auth/confirm/options': 'confirm',
  'POST /api/auth/password': 'account-change',
  'PATCH /api/auth/account': 'profile',
  'POST /api/auth/email': 'email-change',
  'POST /api/auth/email/verify': 'account-change',
  'POST /api/auth/deletion': 'deletion',
  'POST /api/auth/deletion/cancellation': 'deletion',
  'POST /api/auth/second-factor/setup': 'account-change',
  'POST /api/auth/second-factor/confirm': 'account-change',
  'POST /api/auth/second-factor/recovery-codes': 'account-change',
  'POST /api/auth/second-factor/removal': 'account-change',
  'POST /api/auth/passkeys': 'account-change',
  'POST /api/auth/passkeys/options': 'account-change',
  'PATCH /api/auth/passkeys/:id': 'account-change',
  'DELETE /api/auth/passkeys/:id': 'account-change',
  'POST /api/admin/staff/invitations': 'invite',
  'POST /api/admin/staff/invitations/:id/resend': 'invite',
  'DELETE /api/admin/staff/invitations/:id': 'team-change',
  'PATCH /api/admin/staff/:id/role': 'team-change',
  'PATCH /api/admin/staff/:id/suspension': 'team-change',
  'DELETE /api/admin/staff/:id/second-factor': 'team-change',
  'PATCH /api/admin/factor-rules': 'team-change',
  'DELETE /api/admin/restore': 'team-change',
  'DELETE /api/admin/restore/passkeys/:id': 'team-change',
  'DELETE /api/admin/restore/member-passkeys': 'team-change',
  'POST /api/admin/demonstration': 'site-change',
  'POST /api/admin/api-keys': 'site-change',
  'DELETE /api/admin/api-keys/:id': 'site-change',
  'POST /api/admin/webhooks': 'site-change',
  'PATCH /api/admin/webhooks/:id': 'site-change',
  'DELETE /api/admin/webhooks/:id': 'site-change',
  'POST /api/admin/webhooks/:id/rotation': 'site-change',
  'DELETE /api/admin/webhooks/:id/rotation': 'site-change',
  'POST /api/admin/webhooks/:id/pause': 'site-change',
  'POST /api/admin/webhooks/:id/resume': 'site-change',
  'POST /api/admin/failed-jobs/:id/retry': 'site-change',
  'PUT /api/admin/reasons': 'site-change',
  'PUT /api/admin/review-rules/calendar': 'site-change',
  'PUT /api/admin/review-rules/order': 'site-change',
  'PUT /api/admin/review-rules/checklist': 'site-change',
  'POST /api/admin/users/:id/deletion': 'member-deletion',
  'DELETE /api/admin/users/:id/deletion': 'member-deletion',
  'POST /api/admin/users/:id/export-offer': 'export-offer',
  'POST /api/admin/loan/:id/pan': 'pan-reveal',
}

/**
 * Counted by a service in the transaction of the effect, so that a repeat with the same idempotency key counts once. A
 * refusal undoes that count with the transaction: `limitCalls` counts the refused call, before it is answered.
 */
export const COUNTED_WITH_EFFECT: Readonly<Record<string, LimitedKind>> = {
  'POST /api/events/create': 'event-create',
  'PUT /api/events/:id': 'event-change',
  'DELETE /api/events/:id': 'event-change',
  'PUT /api/account/listings/:id': 'posting-change',
  'DELETE /api/account/listings/:id': 'posting-change',
  'POST /api/account/listings/:id/submit': 'posting-step',
  'POST /api/account/listings/:id/withdraw': 'posting-step',
  'POST /api/account/listings/:id/sold': 'posting-step',
  'POST /api/account/listings/:id/renew': 'posting-step',
  'POST /api/account/uploads': 'upload',
}

/**
 * Counted by a service, in a transaction of its own or with the effect: the subject is not the caller, or is known only
 * to the service.
 */
export const COUNTED_BY_SERVICES: Readonly<Record<string, LimitedKind | 'sign-in'>> = {
  'POST /api/auth/register': 'register',
  'POST /api/auth/login': 'sign-in',
  'POST /api/auth/verify-otp': 'code-try',
  'POST /api/auth/resend-otp': 'code-send',
  'POST /api/auth/forgot-password': 'reset-request',
  'POST /api/auth/second-factor': 'second-factor',
  'POST /api/auth/second-factor/enrolment/confirm': 'second-factor',
  'POST /api/auth/passkey': 'session-open',
  'POST /api/auth/join': 'session-open',
  'POST /api/grievances': 'grievance', // with the effect, so that a repeat counts once
  'POST /api/auth/export': 'export', // after the confirmation, so that a refusal for want of it does not count
}

/** Counted only in memory (flood-guard.ts), with the reason. A row for each would be the load that it should prevent. */
export const COUNTED_IN_MEMORY: Readonly<Record<string, string>> = {
  'PATCH /api/admin/properties/:id/status':
    'a panel sends 1,000 decisions of an offline day at once',
  'POST /api/admin/properties/changes': 'one for each hundred decisions of a batch',
  'PUT /api/admin/properties/:id/reason': 'one for each rejection',
  'DELETE /api/admin/properties/:id': 'as a decision',
  'DELETE /api/admin/property/:id': 'as a decision',
  'POST /api/auth/logout': 'a refusal would leave the session open; each call ends one',
  'POST /api/auth/read-link': 'writes nothing; a token has 256 bits',
  'POST /api/auth/reset-password': 'once per link; a token has 256 bits',
  'POST /api/auth/second-factor/enrolment': 'needs the challenge of a counted sign-in',
  'POST /api/auth/passkey/options': 'the row expires within minutes',
  'PATCH /api/account/uploads/:id': 'one for each chunk of a counted upload',
  'DELETE /api/account/uploads/:id': 'once per upload',
  'POST /api/account/listings/:id/media': 'once per upload',
  'POST /api/account/messages/read': 'changes only whether messages are read',
  'POST /api/account/messages/:id/read': 'changes only whether a message is read',
  'PUT /api/account/push': 'replaces the row of the device',
  'DELETE /api/account/push': 'removes the row of the device',
  'POST /api/import/listings': 'each API key has its own allowance of requests',
  'POST /api/views': 'each listing counts 20 devices of a network a day (view-limit-service.ts)',
  'POST /api/admin/properties/export':
    'needs a confirmation; a person exports some lists one after the other',
  'POST /api/admin/users/export': 'as of listings',
  'POST /api/admin/loans/export': 'as of listings',
  'POST /api/admin/payments/export': 'as of listings',
  'DELETE /api/admin/exports/:id': 'deletes one of few',
  'POST /api/admin/claims/:id':
    'one for each opened listing, and every few minutes while it is open',
  'DELETE /api/admin/claims/:id': 'once per opened listing',
  'PUT /api/admin/claims/:id/hold': 'one row for each listing',
  'DELETE /api/admin/claims/:id/hold': 'once per hold',
  'POST /api/admin/claims/:id/hand-over': 'one row for each listing',
  'POST /api/admin/claims/:id/take-over': 'one row for each listing',
  'PUT /api/admin/assignments': 'one row for each listing',
  'PUT /api/admin/duplicates': 'one row for two listings',
  'PUT /api/admin/notes/:id':
    'a panel sends all notes of an offline day at once; each record has a number of them (MOST_NOTES)',
  'DELETE /api/admin/notes/:id': 'once per note',
  'PUT /api/admin/mentions/mail': 'one row for each person',
  'POST /api/admin/mentions/read': 'changes only whether mentions are read',
  'POST /api/admin/mentions/:id/read': 'changes only whether a mention is read',
  'POST /api/admin/properties/:id/contact-attempts':
    'one row for each press of a person of the team',
  'POST /api/admin/properties/:id/visits':
    'a panel sends all visits of an offline day at once; each listing has a number of them (MOST_VISITS)',
  'POST /api/admin/properties/:id/visit-photos':
    'an upload counts against the limits of uploads, and each person has a number of photos that wait',
  'POST /api/admin/claim-batches': 'one batch at a time, and one row for each listing',
  'DELETE /api/admin/claim-batches/:id': 'once per batch',
  'PUT /api/admin/saved-views/:id': 'each person has a number of views (MOST_VIEWS)',
  'PUT /api/admin/saved-views/:id/layer': 'one for each view and person',
  'DELETE /api/admin/saved-views/:id': 'once per view',
  'POST /api/admin/imports': 'a file can be deleted again',
  'POST /api/admin/imports/:id/check': 'changes only the file',
  'POST /api/admin/review-rules/calendar/preview': 'changes nothing',
  'POST /api/admin/imports/:id/start': 'once per file',
  'DELETE /api/admin/imports/:id': 'once per file',
  'POST /api/admin/grievances/:id/answer': 'once per grievance',
  'POST /api/admin/webhooks/:id/test': 'the log of deliveries is deleted after a while',
  'POST /api/admin/webhook-deliveries/:id/replay': 'one for each delivery that failed',
}

/**
 * Counts the calls of `COUNTED_CALLS`, and the refused ones of `COUNTED_WITH_EFFECT`, of signed-in people (429 with
 * Retry-After). Runs before all routes, so that no refusal is answered before it is counted. Calls without a session
 * are not counted: they are refused anyway, and strangers must not use up the allowance of the people on their network.
 */
export function limitCalls(
  deps: RouteDeps,
  findCaller: (c: Context<AppEnv>) => Promise<{ userId: string } | null>,
): MiddlewareHandler<AppEnv> {
  const { clock, settings, appSecret, writeAsServer: write } = deps
  async function count(c: Context<AppEnv>, kind: LimitedKind): Promise<void> {
    const caller = await findCaller(c)
    if (!caller) return
    const { userId } = caller
    const network = findClientAddress(c, settings.trustedProxies)
    await countPersonTry({ write, appSecret }, kind, { userId, network, now: clock() })
  }

  return async (c, next) => {
    const route = `${c.req.method} ${findRoutePattern(c)}`
    const before = COUNTED_CALLS[route]
    if (before) await count(c, before)
    await next()
    const withEffect = COUNTED_WITH_EFFECT[route]
    if (withEffect && isUndone(c.error)) await count(c, withEffect)
  }
}

/**
 * Whether a refusal undid the count of the call. Not counted: the server's own faults, and a repeat of a call that is
 * still running, which counts itself. A reached limit refuses the count too.
 */
function isUndone(error: Error | undefined): boolean {
  if (!(error instanceof ServerError)) return false
  return error.status < 500 && error.code !== 'still-running'
}
