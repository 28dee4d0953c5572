import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import {
  type Enrolled,
  finishEnrolment,
  startEnrolment,
} from '#src/api/account/second-factor-api.ts'
import { TotpCodeSchema, type TotpSetup } from '#src/domain/account/second-factor.ts'
import { AuthAlert, connectionSentence, errorAbove } from '#src/features/auth/auth-alert.tsx'
import { SubmitButton } from '#src/features/auth/submit-button.tsx'
import { useAuthRequest } from '#src/features/auth/use-auth-request.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { RecoveryCodes } from '#src/ui/two-step/recovery-codes.tsx'
import { TotpSetupSteps } from '#src/ui/two-step/totp-setup.tsx'
import { enterPasswordAgain, reportChallengeEnd, type SignInStepProps } from './step-end.ts'
import { signInSentence, useFactorCode } from './use-factor-code.ts'

/** Sets up the authenticator app that the role requires. The panel opens after the recovery codes were shown. */
export function SetupStep(props: SignInStepProps) {
  const { onSignedIn, onChallengeEnd } = props
  const { setup, isUnanswered, start } = useSetup(props)
  const [enrolled, setEnrolled] = useState<Enrolled | null>(null)
  const { request, code, error, formProps, setCode, submit } = useFactorCode(props, {
    codeSchema: TotpCodeSchema,
    request: finishEnrolment,
    onAnswer: setEnrolled,
  })
  const introRef = useRef<HTMLParagraphElement>(null)

  useLayoutEffect(() => introRef.current?.focus(), [])

  if (enrolled)
    return (
      <RecoveryCodes codes={enrolled.recoveryCodes} onDone={() => onSignedIn(enrolled.signedIn)} />
    )
  return (
    <>
      <p ref={introRef} tabIndex={-1}>
        Your role needs a second factor: besides your password, a code of an authenticator app on
        your phone.
      </p>
      <AuthAlert
        error={isUnanswered ? connectionSentence('Signing in') : errorAbove(request, ['code'])}
        note={request.isUnanswered ? connectionSentence('Signing in') : null}
        action={isUnanswered ? <Button onClick={start}>Try again</Button> : null}
      />
      {!setup && !isUnanswered && <p role="status">Loading...</p>}
      {setup && (
        <form className="auth-form" onSubmit={(event) => void submit(event)} {...formProps}>
          <TotpSetupSteps {...setup} />
          <Field label="Code" error={error} hint="The 6 digits that the app shows now.">
            {(input) => (
              <TextInput
                {...input}
                className="code-input"
                name="code"
                value={code}
                onChange={({ target }) => setCode(target.value)}
                inputMode="numeric"
                autoComplete="one-time-code"
                enterKeyHint="done"
              />
            )}
          </Field>
          <SubmitButton request={request}>Turn on and continue</SubmitButton>
        </form>
      )}
      <p className="auth-other">
        <Button variant="quiet" onClick={() => onChallengeEnd(enterPasswordAgain())}>
          Back
        </Button>
      </p>
    </>
  )
}

/** The secret for the authenticator app; null until the server has created it. */
function useSetup({ challenge, onChallengeEnd }: SignInStepProps) {
  const request = useAuthRequest(signInSentence)
  const [setup, setSetup] = useState<TotpSetup | null>(null)

  async function start() {
    const outcome = await request.send(() =>
      reportChallengeEnd(startEnrolment(challenge), onChallengeEnd),
    )
    if (outcome?.answer) setSetup(outcome.answer)
  }

  const startOnce = useEffectEvent(start)
  useEffect(() => void startOnce(), [])
  return { setup, isUnanswered: request.error !== null, start: () => void start() }
}
