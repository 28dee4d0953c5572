import { type ReactNode, useState } from 'react'
import { ApiError, loadCode } from '#src/api/api-error.ts'
import type { SignInAnswer } from '#src/domain/account/account.ts'
import { useSessionStore } from '#src/session/use-session.ts'

/**
 * Signs in. If the account has or needs a second factor, `step` replaces the form; otherwise `step` is null. The code of
 * steps and passkeys loads when it is first needed, because most people use a password alone. A step remains until
 * `close` is called or its challenge ends; after a success, the screen navigates.
 */
export function useSecondFactor() {
  const store = useSessionStore()
  const [step, setStep] = useState<ReactNode>(null)

  /** Sends a request that signs in with this e-mail address, and shows the step that a refusal requires. */
  async function signIn(
    email: string,
    send: (deviceToken: string | null) => Promise<SignInAnswer>,
  ): Promise<SignInAnswer> {
    const deviceToken = store.findDeviceToken(email)
    try {
      return await send(deviceToken)
    } catch (error) {
      if (!(error instanceof ApiError) || !error.code?.startsWith('second-factor')) throw error
      return (await loadSteps()).takeStep(error, deviceToken, setStep)
    }
  }

  const signInByPasskey = async () => (await loadSteps()).startPasskeySignIn(store)

  return { step, signIn, signInByPasskey, close: () => setStep(null) }
}

const loadSteps = () => loadCode(import('./sign-in-step.tsx'))
