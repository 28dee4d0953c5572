import { Hono } from 'hono'
import {
  requireActive,
  requireRecentConfirmation,
  requireSession,
} from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import { requireVerifiedAccount } from '#server/accounts/guards/verified-account-guard.ts'
import { confirmByPasskey } from '#server/accounts/passkeys/passkey-use-service.ts'
import { confirmOwnPassword } from '#server/accounts/passwords/own-password-service.ts'
import { readCaller } from '#server/accounts/people/caller.ts'
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from '#server/accounts/sessions/own-session-service.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import {
  EmailChangeSchema,
  EmailCodeSchema,
  OwnPasswordSchema,
  PasswordChangeSchema,
  ProfileChangeSchema,
} from '#src/domain/account/own-account.ts'
import { ConfirmationSchema } from '#src/domain/account/passkey-answer.ts'
import { requestEmailChange, verifyEmailChange } from './email-change-service.ts'
import { ownAccountCalls } from './own-account-calls.ts'
import {
  type ChangedEmail,
  type ChangedPassword,
  toProfileAnswer,
  toWireSession,
} from './own-account-wire.ts'
import { changePassword } from './password-change-service.ts'
import { changeProfile } from './profile-service.ts'

const ENTER_PASSWORD = 'Enter your password.'

/** Calls by which staff and end users see and change their own sign-in data. */
export function ownAccountRoutes(deps: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const signedIn = requireSession(deps)
  const active = requireActive(deps)
  const requireConfirmation = requireRecentConfirmation(deps)

  routes.get('/sessions', ownAccountCalls.listSessions, signedIn, async (c) => {
    const sessions = await listOwnSessions(deps, c.get('session'))
    return c.json({ success: true, data: sessions.map(toWireSession) })
  })

  routes.delete(
    '/sessions',
    ownAccountCalls.endOtherSessions,
    signedIn,
    requireConfirmation,
    async (c) => {
      await endOtherSessions(forCall(c, deps), c.get('session'))
      return c.json({ success: true })
    },
  )

  routes.delete(
    '/sessions/:id',
    ownAccountCalls.endSession,
    signedIn,
    requireConfirmation,
    async (c) => {
      await endOwnSession(forCall(c, deps), c.get('session'), c.req.param('id'))
      return c.json({ success: true })
    },
  )

  routes.get('/account', ownAccountCalls.getProfile, signedIn, async (c) => {
    const account = await requireVerifiedAccount(deps.db, c.get('session').userId)
    return c.json(toProfileAnswer(account))
  })

  routes.patch('/account', ownAccountCalls.changeProfile, signedIn, active, async (c) => {
    const sentence = 'Enter a name or a mobile number.'
    const change = parseBody(await readBody(c), ProfileChangeSchema, sentence)
    return c.json(toProfileAnswer(await changeProfile(forCall(c, deps), c.get('session'), change)))
  })

  routes.post('/confirm', ownAccountCalls.confirmIdentity, signedIn, async (c) => {
    const text = await readBody(c)
    const session = c.get('session')
    const { passkey } = parseBody(text, ConfirmationSchema, ENTER_PASSWORD)
    if (passkey) await confirmByPasskey(forCall(c, deps), session, passkey, readCaller(c, deps))
    else {
      const own = parseBody(text, OwnPasswordSchema, ENTER_PASSWORD)
      await confirmOwnPassword(forCall(c, deps), session, own, readCaller(c, deps))
    }
    return c.json({ success: true })
  })

  routes.post('/password', ownAccountCalls.changePassword, signedIn, async (c) => {
    const sentence = 'Enter your password and a new one.'
    const change = parseBody(await readBody(c), PasswordChangeSchema, sentence)
    const deviceToken = await changePassword(
      forCall(c, deps),
      c.get('session'),
      change,
      readCaller(c, deps),
    )
    return c.json({ success: true, deviceToken } satisfies ChangedPassword)
  })

  routes.post('/email', ownAccountCalls.changeEmail, signedIn, async (c) => {
    const sentence = 'Enter your password and a new e-mail address.'
    const change = parseBody(await readBody(c), EmailChangeSchema, sentence)
    const delivery = await requestEmailChange(
      forCall(c, deps),
      c.get('session'),
      change,
      readCaller(c, deps),
    )
    return c.json({ success: true, ...delivery })
  })

  routes.post('/email/verify', ownAccountCalls.verifyEmailChange, signedIn, async (c) => {
    const { otp } = parseBody(await readBody(c), EmailCodeSchema, 'Enter the code.')
    const email = await verifyEmailChange(
      forCall(c, deps),
      c.get('session'),
      otp,
      readCaller(c, deps),
    )
    return c.json({ success: true, email } satisfies ChangedEmail)
  })

  return routes
}
