// Sign-in and sign-out. A wrong password and an unknown e-mail address get one answer, after the same work.

import { Hono } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import { findClientAddress } from '#server/client-address.ts'
import { requireSignInTry } from '#server/limits/limit-service.ts'
import { parseBody, readBody } from '#server/request-body.ts'
import { ServerError } from '#server/server-error.ts'
import { CredentialsSchema } from '#src/domain/account.ts'
import { findAccount } from './account-repository.ts'
import { requireSession } from './auth-guard.ts'
import { labelDevice } from './device-label.ts'
import { isPassword } from './password-hash.ts'
import { closeSession, openSession } from './session-service.ts'

export function authRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, clock, settings, log } = deps
  const routes = new Hono<AppEnv>()

  routes.post('/login', async (c) => {
    const sentence = 'Enter an e-mail address and a password.'
    const { email, password } = parseBody(await readBody(c), CredentialsSchema, sentence)
    const address = findClientAddress(c, settings.trustedProxies)
    const tried = await requireSignInTry(db, { email, address, now: clock() })
    const account = await findAccount(db, email)
    const isRight = await isPassword(password, account?.password_hash ?? null)
    if (!account || !isRight) {
      log.warn({ address }, 'a sign-in failed')
      throw new ServerError(401, 'invalid-credentials', 'Invalid credentials')
    }
    await tried.forget()
    const session = await openSession(db, {
      userId: account.id,
      deviceLabel: labelDevice(c.req.header('User-Agent')),
      now: clock(),
      ttlDays: settings.sessionTtlDays,
    })
    const user = {
      _id: account.id,
      fullName: account.full_name,
      email: account.email,
      role: account.role,
      verified: account.verified === 1,
    }
    return c.json({ user, ...session })
  })

  routes.post('/logout', requireSession(deps), async (c) => {
    await closeSession(db, c.get('session').token, clock())
    return c.json({ success: true })
  })

  return routes
}
