import { Hono } from 'hono'
import type { AppDeps, AppEnv } from '#server/app-env.ts'
import { requireSession } from '#server/auth/auth-guard.ts'
import { readCaller } from '#server/auth/caller.ts'
import type { SignedIn } from '#server/auth/sessions/person-session-service.ts'
import { parseBody, readBody } from '#server/http/calls/request-body.ts'
import {
  FactorPasswordSchema,
  SecondFactorSchema,
  TotpConfirmationSchema,
} from '#src/domain/second-factor.ts'
import { signInWithFactor } from './challenge-service.ts'
import { secondFactorCalls } from './second-factor-calls.ts'
import {
  confirmTotp,
  getFactorState,
  renewRecoveryCodes,
  startTotpSetup,
  turnSecondFactorOff,
} from './second-factor-service.ts'
import type {
  FactorStateAnswer,
  RecoveryCodesAnswer,
  TotpSetupAnswer,
} from './second-factor-wire.ts'

const ENTER_PASSWORD = 'Enter your password.'

export function secondFactorRoutes(deps: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const signedIn = requireSession(deps)

  routes.post('/second-factor', secondFactorCalls.signInWithFactor, async (c) => {
    const sentence = 'Enter the code of your authenticator app.'
    const factor = parseBody(await readBody(c), SecondFactorSchema, sentence)
    const answer: SignedIn = await signInWithFactor(deps, factor, readCaller(c, deps))
    return c.json({ ...answer, codeSent: null, resendAfter: null })
  })

  routes.get('/second-factor', secondFactorCalls.getSecondFactor, signedIn, async (c) => {
    const data = await getFactorState(deps.db, c.get('session').userId)
    return c.json({ success: true, data } satisfies FactorStateAnswer)
  })

  routes.post('/second-factor/setup', secondFactorCalls.setUpTotp, signedIn, async (c) => {
    const { password } = parseBody(await readBody(c), FactorPasswordSchema, ENTER_PASSWORD)
    const data = await startTotpSetup(deps, c.get('session'), password, readCaller(c, deps))
    return c.json({ success: true, data } satisfies TotpSetupAnswer)
  })

  routes.post('/second-factor/confirm', secondFactorCalls.confirmTotp, signedIn, async (c) => {
    const sentence = 'Enter the code that the app shows now.'
    const { code } = parseBody(await readBody(c), TotpConfirmationSchema, sentence)
    const recoveryCodes = await confirmTotp(deps, c.get('session'), code, deps.clock())
    return c.json({ success: true, data: { recoveryCodes } } satisfies RecoveryCodesAnswer)
  })

  routes.post(
    '/second-factor/recovery-codes',
    secondFactorCalls.renewRecoveryCodes,
    signedIn,
    async (c) => {
      const { password } = parseBody(await readBody(c), FactorPasswordSchema, ENTER_PASSWORD)
      const caller = readCaller(c, deps)
      const recoveryCodes = await renewRecoveryCodes(deps, c.get('session'), password, caller)
      return c.json({ success: true, data: { recoveryCodes } } satisfies RecoveryCodesAnswer)
    },
  )

  // Not a DELETE: some proxies drop its body.
  routes.post('/second-factor/removal', secondFactorCalls.removeFactor, signedIn, async (c) => {
    const { password } = parseBody(await readBody(c), FactorPasswordSchema, ENTER_PASSWORD)
    await turnSecondFactorOff(deps, c.get('session'), password, readCaller(c, deps))
    return c.json({ success: true })
  })

  return routes
}
