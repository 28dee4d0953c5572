import type { ComponentType, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { ApiError, loadCode } from '#src/api/api-error.ts'
import type { SignInAnswer } from '#src/domain/account.ts'
import type { SessionStore } from '#src/session/session-store.ts'

// The steps of a sign-in after the password, which replace its form in place.

export interface SignInStepProps {
  challenge: string
  deviceToken: string | null
  onSignedIn: (answer: SignInAnswer) => void
  /** The challenge ended: the password is needed again. */
  onOver: (why: ApiError) => void
}

/**
 * Shows the step that a refusal asks for until it succeeds. @throws ApiError once its challenge has ended; then the form
 * is shown again, with the focus on its password
 */
export async function takeStep(
  refusal: ApiError,
  deviceToken: string | null,
  show: (step: ReactNode) => void,
): Promise<SignInAnswer> {
  const { challenge } = v.parse(RefusalSchema, refusal.body)
  const Step = await loadStep(refusal.code)
  return new Promise((onSignedIn, reject) => {
    function onOver(why: ApiError) {
      flushSync(() => show(null))
      document.querySelector<HTMLElement>('[name=password]')?.focus()
      reject(why)
    }
    show(<Step {...{ challenge, deviceToken, onSignedIn, onOver }} />)
  })
}

/** Signs in with a passkey of this device. @throws ApiError */
export async function signInByPasskey(store: SessionStore): Promise<SignInAnswer> {
  const passkeys = await loadCode(import('./passkey-sign-in.ts'))
  return passkeys.signInByPasskey(store)
}

const RefusalSchema = v.fallback(v.looseObject({ challenge: v.string() }), { challenge: '' })

async function loadStep(code: string | null): Promise<ComponentType<SignInStepProps>> {
  return code === 'second-factor-required'
    ? (await loadCode(import('./second-factor-step.tsx'))).SecondFactorStep
    : (await loadCode(import('./setup-step.tsx'))).SetupStep
}

/** The request of a step; leaves the step once its challenge has ended. */
export async function endOnOver<Answer>(
  request: Promise<Answer>,
  onOver: SignInStepProps['onOver'],
): Promise<Answer> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ApiError && error.code === 'challenge-over') onOver(error)
    throw error
  }
}

/** Why a person left a step by themselves. */
export function enterPasswordAgain(): ApiError {
  return new ApiError({ kind: 'declined', serverMessage: 'Enter your password again.' })
}
