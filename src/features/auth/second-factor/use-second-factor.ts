import { type ComponentType, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import type { Credentials, SignInAnswer } from '#src/domain/account.ts'
import type { AuthApi } from '#src/features/auth/auth-page-context.ts'
import { useSessionStore } from '#src/session/use-session.ts'

export interface FactorQuestion {
  /** Loaded when it is first needed: most people sign in with a password alone. */
  Step: ComponentType<{ question: FactorQuestion }>
  /** The body of the refusal, with the challenge. */
  refusal: unknown
  deviceToken: string | null
  onSignedIn: (answer: SignInAnswer) => void
  /** The challenge ended: the password is needed again. */
  onOver: (why: ApiError) => void
}

/**
 * Signs in with a password, and asks for the second factor in place if the account has one. The question stays until
 * `close`: after a success, the screen navigates.
 */
export function useSecondFactor() {
  const { findDeviceToken } = useSessionStore()
  const [question, setQuestion] = useState<FactorQuestion | null>(null)

  async function signIn(api: AuthApi, credentials: Credentials): Promise<SignInAnswer> {
    const deviceToken = findDeviceToken(credentials.email)
    try {
      return await api.signIn(credentials, deviceToken)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'second-factor-required') throw error
      const { SecondFactorStep: Step } = await import('./second-factor-step.tsx')
      return await new Promise<SignInAnswer>((onSignedIn, onOver) =>
        setQuestion({ Step, refusal: error.body, deviceToken, onSignedIn, onOver }),
      )
    }
  }

  return { question, signIn, close: () => setQuestion(null) }
}
