import { ApiError } from '#src/api/api-error.ts'
import type { SignInAnswer } from '#src/domain/account/account.ts'

// A step of a sign-in ends with a success, or with the end of its challenge. The challenge is the server's token for the
// sign-in that the password has started.

export interface SignInStepProps {
  challenge: string
  deviceToken: string | null
  onSignedIn: (answer: SignInAnswer) => void
  /** The challenge ended: the password is needed again. */
  onChallengeEnd: (why: ApiError) => void
}

/** Awaits a step's request, and calls `onChallengeEnd` if the challenge has ended. @throws the request's error */
export async function reportChallengeEnd<Answer>(
  request: Promise<Answer>,
  onChallengeEnd: SignInStepProps['onChallengeEnd'],
): Promise<Answer> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ApiError && error.code === 'challenge-over') onChallengeEnd(error)
    throw error
  }
}

/** The error to show after the person has pressed Back in a step. */
export function enterPasswordAgain(): ApiError {
  return new ApiError({ kind: 'declined', serverMessage: 'Enter your password again.' })
}
