import { ApiError } from '#src/api/api-error.ts'
import type { SignInAnswer } from '#src/domain/account/account.ts'

// How a step of a sign-in ends.

export interface SignInStepProps {
  challenge: string
  deviceToken: string | null
  onSignedIn: (answer: SignInAnswer) => void
  /** The challenge ended: the password is needed again. */
  onOver: (why: ApiError) => void
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
