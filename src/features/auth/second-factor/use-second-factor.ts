import { type ReactNode, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import type { SignInAnswer } from '#src/domain/account.ts'
import type { AuthApi } from '#src/features/auth/auth-page-context.ts'
import { useSessionStore } from '#src/session/use-session.ts'

/**
 * Signs in with a password, and shows `step` instead of the form if the account has a second factor. The step's code
 * loads when it is first needed: most people sign in with a password alone. It stays until `close`: after a success, the
 * screen navigates.
 */
export function useSecondFactor() {
  const { findDeviceToken } = useSessionStore()
  const [step, setStep] = useState<ReactNode>(null)

  async function signIn(
    api: AuthApi,
    credentials: Parameters<AuthApi['signIn']>[0],
  ): Promise<SignInAnswer> {
    const deviceToken = findDeviceToken(credentials.email)
    try {
      return await api.signIn(credentials, deviceToken)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'second-factor-required') throw error
      const { askSecondFactor } = await import('./second-factor-step.tsx')
      return askSecondFactor(error.body, deviceToken, setStep)
    }
  }

  return { step, signIn, close: () => setStep(null) }
}
