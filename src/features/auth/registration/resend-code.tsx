import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { connectionSentence } from '#src/features/auth/auth-alert.tsx'
import { type CodeNews, toCodeNews } from '#src/features/auth/auth-page-state.ts'
import { formatWait } from '#src/features/auth/submit-button.tsx'
import { useAuthRequest } from '#src/features/auth/use-auth-request.ts'
import { Button } from '#src/ui/form/button.tsx'
import { useSecondsUntil } from '#src/ui/use-seconds-until.ts'

export interface ResendCodeProps {
  /** Epoch milliseconds from which another code may be requested. */
  resendAt: number
  /** The e-mail address to send the code to; null if it is invalid, after its field has shown the error. */
  findEmail: () => string | null
  onNews: (news: CodeNews) => void
  /** Called after an answer, which usually disables or removes the button: the caller moves the focus. */
  onSettled: () => void
}

/** Requests another code. The button counts down the seconds; screen readers do not announce each second. */
export function ResendCode({ resendAt, ...rest }: ResendCodeProps) {
  const seconds = useSecondsUntil(resendAt)
  const { isBusy, isImpossible, said, resend } = useResend(rest)
  return (
    <div className="resend">
      {!isImpossible && (
        <Button disabled={seconds > 0} busy={isBusy} onClick={resend}>
          {seconds > 0 ? `Send again in ${formatWait(seconds)}` : 'Send a new code'}
        </Button>
      )}
      <p className="resend-said" role="status">
        {said}
      </p>
    </div>
  )
}

function useResend({ findEmail, onNews, onSettled }: Omit<ResendCodeProps, 'resendAt'>) {
  const { loading, error, status, send } = useAuthRequest(sentenceFor)
  const [isOnItsWay, setOnItsWay] = useState(false)

  async function resend() {
    const email = findEmail()
    if (email === null) return
    setOnItsWay(false)
    const outcome = await send((api) => api.resendCode(email))
    if (outcome?.answer) {
      onNews(toCodeNews(outcome.answer, Date.now()))
      setOnItsWay(outcome.answer.codeSent !== false)
    }
    if (outcome?.failure?.status === TOO_MANY) {
      const { retryAfterMs } = outcome.failure
      onNews(toCodeNews({ codeSent: null, resendAfterMs: retryAfterMs }, Date.now()))
    }
    if (outcome && outcome.failure?.isUnanswered !== true) onSettled()
  }

  const said = isOnItsWay ? 'A new code is on its way. Codes from before no longer work.' : error
  return { isBusy: loading, isImpossible: status === NOT_THERE, said, resend }
}

const TOO_MANY = 429
const NOT_THERE = 404 // a backend that only fulfils the specification cannot send another code

function sentenceFor(failure: unknown): string {
  const literal = 'The code could not be sent. Please try again.'
  if (!(failure instanceof ApiError)) return literal
  if (failure.kind === 'no-answer') return connectionSentence('A new code')
  if (failure.status === NOT_THERE) return 'This server cannot send the code again.'
  return failure.serverMessage ?? literal
}
