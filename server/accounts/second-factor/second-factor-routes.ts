import { Hono } from 'hono'
import { requireSession } from '#server/accounts/guards/auth-guard.ts'
import { forCall } from '#server/accounts/guards/rights-guard.ts'
import { readCaller } from '#server/accounts/people/caller.ts'
import { NO_CODE_DELIVERY } from '#server/accounts/registration/code-service.ts'
import type { SignedIn } from '#server/accounts/sessions/person-session-service.ts'
import type { AppEnv, RouteDeps } from '#server/platform/app-env.ts'
import { parseBody, readBody } from '#server/platform/http/calls/request-body.ts'
import {
  EnrolmentCodeSchema,
  EnrolmentSchema,
  FactorPasswordSchema,
  SecondFactorSchema,
  TotpConfirmationSchema,
} from '#src/domain/account/second-factor.ts'
import { signInWithFactor } from './challenge-service.ts'
import { finishEnrolment, startEnrolment } from './enrolment-service.ts'
import { secondFactorCalls } from './second-factor-calls.ts'
import {
  confirmTotp,
  getFactorState,
  renewRecoveryCodes,
  startTotpSetup,
  turnSecondFactorOff,
} from './second-factor-service.ts'
import type {
  EnrolledAnswer,
  FactorStateAnswer,
  RecoveryCodesAnswer,
  TotpSetupAnswer,
} from './second-factor-wire.ts'

const ENTER_APP_CODE = 'Enter the code that the app shows now.'
const ENTER_PASSWORD = 'Enter your password.'

export function secondFactorRoutes(deps: RouteDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const signedIn = requireSession(deps)

  routes.post('/second-factor', secondFactorCalls.signInWithFactor, async (c) => {
    const sentence = 'Enter the code of your authenticator app.'
    const factor = parseBody(await readBody(c), SecondFactorSchema, sentence)
    const answer: SignedIn = await signInWithFactor(forCall(c, deps), factor, readCaller(c, deps))
    return c.json({ ...answer, ...NO_CODE_DELIVERY })
  })

  routes.post('/second-factor/enrolment', secondFactorCalls.startEnrolment, async (c) => {
    const { challenge } = parseBody(await readBody(c), EnrolmentSchema, 'Sign in first.')
    const data = await startEnrolment(forCall(c, deps), challenge, deps.clock())
    return c.json({ success: true, data } satisfies TotpSetupAnswer)
  })

  routes.post('/second-factor/enrolment/confirm', secondFactorCalls.finishEnrolment, async (c) => {
    const factor = parseBody(await readBody(c), EnrolmentCodeSchema, ENTER_APP_CODE)
    const { signedIn, recoveryCodes } = await finishEnrolment(
      forCall(c, deps),
      factor,
      readCaller(c, deps),
    )
    const data = { signedIn: { ...signedIn, ...NO_CODE_DELIVERY }, recoveryCodes }
    return c.json({ success: true, data } satisfies EnrolledAnswer)
  })

  routes.get('/second-factor', secondFactorCalls.getSecondFactor, signedIn, async (c) => {
    const data = await getFactorState(deps.db, c.get('session').userId)
    return c.json({ success: true, data } satisfies FactorStateAnswer)
  })

  routes.post('/second-factor/setup', secondFactorCalls.setUpTotp, signedIn, async (c) => {
    const { password } = parseBody(await readBody(c), FactorPasswordSchema, ENTER_PASSWORD)
    const data = await startTotpSetup(
      forCall(c, deps),
      c.get('session'),
      password,
      readCaller(c, deps),
    )
    return c.json({ success: true, data } satisfies TotpSetupAnswer)
  })

  routes.post('/second-factor/confirm', secondFactorCalls.confirmTotp, signedIn, async (c) => {
    const { code } = parseBody(await readBody(c), TotpConfirmationSchema, ENTER_APP_CODE)
    const recoveryCodes = await confirmTotp(
      forCall(c, deps),
      c.get('session'),
      code,
      readCaller(c, deps),
    )
    return c.json({ success: true, data: { recoveryCodes } } satisfies RecoveryCodesAnswer)
  })

  routes.post(
    '/second-factor/recovery-codes',
    secondFactorCalls.renewRecoveryCodes,
    signedIn,
    async (c) => {
      const { password } = parseBody(await readBody(c), FactorPasswordSchema, ENTER_PASSWORD)
      const caller = readCaller(c, deps)
      const recoveryCodes = await renewRecoveryCodes(
        forCall(c, deps),
        c.get('session'),
        password,
        caller,
      )
      return c.json({ success: true, data: { recoveryCodes } } satisfies RecoveryCodesAnswer)
    },
  )

  // Not a DELETE: some proxies drop its body.
  routes.post('/second-factor/removal', secondFactorCalls.removeFactor, signedIn, async (c) => {
    const { password } = parseBody(await readBody(c), FactorPasswordSchema, ENTER_PASSWORD)
    await turnSecondFactorOff(forCall(c, deps), c.get('session'), password, readCaller(c, deps))
    return c.json({ success: true })
  })

  return routes
}
