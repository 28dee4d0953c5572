import { Hono } from 'hono'
import { requireSession } from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import { NewAccountSchema } from '#server/accounts/passwords/password-rules.ts'
import type { SignInAnswerWire } from '#server/accounts/people/account-wire.ts'
import { readCaller } from '#server/accounts/people/caller.ts'
import { resendCode, verifyCode } from '#server/accounts/registration/registration-code-service.ts'
import { registerPerson } from '#server/accounts/registration/registration-service.ts'
import { closeSession } from '#server/accounts/sessions/session-service.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import { ResendSchema, VerificationSchema } from '#src/domain/account/account.ts'
import { SignInBodySchema } from '#src/domain/account/sign-in-body.ts'
import { authCalls } from './auth-calls.ts'
import { signIn } from './sign-in-service.ts'

export function authRoutes(deps: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.post('/register', authCalls.register, async (c) => {
    const sentence = 'Enter a name, an e-mail address, a mobile number and a password.'
    const registration = parseBody(await readBody(c), NewAccountSchema, sentence)
    const answer: SignInAnswerWire = await registerPerson(
      forCall(c, deps),
      registration,
      readCaller(c, deps),
    )
    return c.json(answer)
  })

  routes.post('/login', authCalls.signIn, async (c) => {
    const sentence = 'Enter an e-mail address and a password.'
    const credentials = parseBody(await readBody(c), SignInBodySchema, sentence)
    const answer: SignInAnswerWire = await signIn(
      forCall(c, deps),
      credentials,
      readCaller(c, deps),
    )
    return c.json(answer)
  })

  routes.post('/verify-otp', authCalls.verifyCode, async (c) => {
    const sentence = 'Enter an e-mail address and a code.'
    const verification = parseBody(await readBody(c), VerificationSchema, sentence)
    const signedIn = await verifyCode(forCall(c, deps), verification, readCaller(c, deps))
    return c.json({ ...signedIn, message: 'Your e-mail address is verified.' })
  })

  routes.post('/resend-otp', authCalls.resendCode, async (c) => {
    const { email } = parseBody(await readBody(c), ResendSchema, 'Enter an e-mail address.')
    return c.json({
      success: true,
      ...(await resendCode(forCall(c, deps), email, readCaller(c, deps))),
    })
  })

  routes.post('/logout', authCalls.signOut, requireSession(deps), async (c) => {
    const { token } = c.get('session')
    await c.get('rights').write((trx) => closeSession(trx, token, deps.clock()))
    return c.json({ success: true })
  })

  return routes
}
