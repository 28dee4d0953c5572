import type { ComponentType, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { type ApiError, loadCode } from '#src/api/api-error.ts'
import type { SignInAnswer } from '#src/domain/account/account.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import type { SignInStepProps } from './step-end.ts'

// The steps of a sign-in after the password. A step replaces the password form on the same screen.

/**
 * Shows the step that the server's refusal requires, and resolves when the step succeeds. If the step's challenge ends
 * first, shows the password form again, with the focus on the password. @throws ApiError in that case
 */
export async function takeStep(
  refusal: ApiError,
  deviceToken: string | null,
  show: (step: ReactNode) => void,
): Promise<SignInAnswer> {
  const { challenge } = v.parse(RefusalSchema, refusal.body)
  const Step = await loadStep(refusal.code)
  return new Promise((onSignedIn, reject) => {
    function onChallengeEnd(why: ApiError) {
      flushSync(() => show(null))
      document.querySelector<HTMLElement>('[name=password]')?.focus()
      reject(why)
    }
    show(<Step {...{ challenge, deviceToken, onSignedIn, onChallengeEnd }} />)
  })
}

/** Signs in with a passkey of this device. @throws ApiError */
export async function startPasskeySignIn(store: SessionStore): Promise<SignInAnswer> {
  const passkeys = await loadCode(import('./passkey-sign-in.ts'))
  return passkeys.signInByPasskey(store)
}

const RefusalSchema = v.fallback(v.looseObject({ challenge: v.string() }), { challenge: '' })

async function loadStep(code: string | null): Promise<ComponentType<SignInStepProps>> {
  return code === 'second-factor-required'
    ? (await loadCode(import('./second-factor-step.tsx'))).SecondFactorStep
    : (await loadCode(import('./setup-step.tsx'))).SetupStep
}
