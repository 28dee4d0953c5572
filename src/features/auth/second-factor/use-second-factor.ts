import { type ReactNode, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import type { Credentials, SignInAnswer } from '#src/domain/account.ts'
import type { AuthApi } from '#src/features/auth/auth-page-context.ts'
import { useSessionStore } from '#src/session/use-session.ts'

/**
 * Signs in, and shows `step` instead of the form if the account has or needs a second factor. The code of steps and
 * passkeys loads when it is first needed: most people sign in with a password alone. A step stays until `close`: after a
 * success, the screen navigates.
 */
export function useSecondFactor() {
  const store = useSessionStore()
  const [step, setStep] = useState<ReactNode>(null)

  function signIn(api: AuthApi, credentials: Credentials): Promise<SignInAnswer> {
    const deviceToken = store.findDeviceToken(credentials.email)
    return complete(() => api.signIn(credentials, deviceToken), deviceToken)
  }

  /** Sends a request that signs in, and takes the step that its refusal asks for. */
  async function complete(
    send: () => Promise<SignInAnswer>,
    deviceToken: string | null,
  ): Promise<SignInAnswer> {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || !error.code?.startsWith('second-factor')) throw error
      return (await loadSteps()).takeStep(error, deviceToken, setStep)
    }
  }

  const signInByPasskey = async () => (await loadSteps()).signInByPasskey(store)

  return { step, signIn, complete, signInByPasskey, close: () => setStep(null) }
}

/** Code that does not load is reported like a server that does not answer. @throws ApiError */
const loadSteps = () =>
  import('./sign-in-step.tsx').catch((cause: unknown) => {
    throw new ApiError({ kind: 'no-answer', cause })
  })
