import { Hono } from 'hono'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import { findAccountById } from '#server/accounts/people/account-repository.ts'
import { readCaller } from '#server/accounts/people/caller.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { MIN_PASSWORD_CHARS, MIN_STAFF_PASSWORD_CHARS } from '#src/domain/account/account.ts'
import {
  ForgotPasswordSchema,
  JoinSchema,
  ReadLinkSchema,
  ResetSchema,
} from '#src/domain/account/account-link.ts'
import { joinTeam } from './invitation-service.ts'
import { type LinkAnswer, linkCalls, type RequestAnswer, type ResetAnswer } from './link-calls.ts'
import { getLink } from './link-service.ts'
import { requestReset, resetPassword } from './reset-service.ts'

/** The calls of people who have a link or request one; none needs a session. */
export function linkRoutes(deps: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.post('/read-link', linkCalls.readLink, async (c) => {
    const { kind, token } = parseBody(await readBody(c), ReadLinkSchema, 'Send a link.')
    const link = await getLink(deps.db, { kind, token, now: deps.clock() })
    const { email, role, invited_by: inviterId, account_id: accountId } = link
    const inviter = inviterId === null ? null : await findAccountById(deps.db, inviterId)
    const invitedBy = inviter?.full_name ?? null
    // An invitation has no account yet; accepting it creates a staff account.
    const accountRole = (await findAccountById(deps.db, accountId))?.role ?? 'admin'
    const minPasswordChars = accountRole === 'admin' ? MIN_STAFF_PASSWORD_CHARS : MIN_PASSWORD_CHARS
    const data = { email, accountRole, role, invitedBy, minPasswordChars }
    return c.json({ success: true, data } satisfies LinkAnswer)
  })

  routes.post('/join', linkCalls.join, async (c) => {
    const join = parseBody(await readBody(c), JoinSchema, 'Enter a name and a password.')
    return c.json(await joinTeam(forCall(c, deps), join, readCaller(c, deps)))
  })

  routes.post('/forgot-password', linkCalls.requestReset, async (c) => {
    const sentence = 'Enter an e-mail address.'
    const { email } = parseBody(await readBody(c), ForgotPasswordSchema, sentence)
    const { linkSent } = await requestReset(forCall(c, deps), email, readCaller(c, deps))
    return c.json({ success: true, linkSent } satisfies RequestAnswer)
  })

  routes.post('/reset-password', linkCalls.resetPassword, async (c) => {
    const reset = parseBody(await readBody(c), ResetSchema, 'Choose a password.')
    const role = await resetPassword(forCall(c, deps), reset, readCaller(c, deps))
    return c.json({ success: true, role } satisfies ResetAnswer)
  })

  return routes
}
