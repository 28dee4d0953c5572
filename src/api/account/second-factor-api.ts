import * as v from 'valibot'
import { envelopeOf } from '#src/api/answer-schemas.ts'
import { call } from '#src/api/http-client.ts'
import { type SignInAnswer, SignInAnswerSchema } from '#src/domain/account/account.ts'
import type { FactorState, SecondFactor, TotpSetup } from '#src/domain/account/second-factor.ts'

// Two-step sign-in, online only. Each call throws ApiError; `fields` has a message for a wrong code or password.

const PATH = '/auth/second-factor'
const Setup = v.object({ secret: v.string(), address: v.string() })
const Codes = v.object({ recoveryCodes: v.array(v.string()) })
const EnrolledSchema = v.object({ signedIn: SignInAnswerSchema, ...Codes.entries })
export type Enrolled = v.InferOutput<typeof EnrolledSchema>

/**
 * POST /auth/second-factor: finishes a sign-in. After an error with the code `challenge-over`, the person must enter the
 * password again.
 */
export function signInWithFactor(factor: SecondFactor): Promise<SignInAnswer> {
  return call(PATH, SignInAnswerSchema, { method: 'POST', body: factor, isSignIn: true })
}

/** POST /auth/second-factor/enrolment: the secret for an authenticator app that is set up during a sign-in. */
export function startEnrolment(challenge: string): Promise<TotpSetup> {
  return call(`${PATH}/enrolment`, envelopeOf(Setup), {
    method: 'POST',
    body: { challenge },
    isSignIn: true,
  })
}

/** POST /auth/second-factor/enrolment/confirm: finishes the sign-in, and returns recovery codes too. */
export function finishEnrolment(factor: SecondFactor): Promise<Enrolled> {
  return call(`${PATH}/enrolment/confirm`, envelopeOf(EnrolledSchema), {
    method: 'POST',
    body: factor,
    isSignIn: true,
  })
}

/** GET /auth/second-factor */
export function getFactorState(signal?: AbortSignal): Promise<FactorState> {
  const state = v.object({ isOn: v.boolean(), recoveryCodesLeft: v.number() })
  return call(PATH, envelopeOf(state), { signal })
}

/** POST /auth/second-factor/setup */
export function startTotpSetup(password: string): Promise<TotpSetup> {
  return call(`${PATH}/setup`, envelopeOf(Setup), { method: 'POST', body: { password } })
}

/** POST /auth/second-factor/confirm. Returns the recovery codes. */
export function confirmTotp(code: string): Promise<string[]> {
  return postForCodes('confirm', { code })
}

/** POST /auth/second-factor/recovery-codes. Returns the new codes. */
export function renewRecoveryCodes(password: string): Promise<string[]> {
  return postForCodes('recovery-codes', { password })
}

/** POST /auth/second-factor/removal */
export async function turnSecondFactorOff(password: string): Promise<void> {
  const done = v.looseObject({ success: v.literal(true) })
  await call(`${PATH}/removal`, done, { method: 'POST', body: { password } })
}

async function postForCodes(name: string, body: object): Promise<string[]> {
  const answer = await call(`${PATH}/${name}`, envelopeOf(Codes), { method: 'POST', body })
  return answer.recoveryCodes
}
