import { useLayoutEffect, useRef, useState } from 'react'
import { signInWithFactor } from '#src/api/account/second-factor-api.ts'
import { FactorCodeSchema } from '#src/domain/account/second-factor.ts'
import { AuthAlert, connectionSentence, errorAbove } from '#src/features/auth/auth-alert.tsx'
import { SubmitButton } from '#src/features/auth/submit-button.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { enterPasswordAgain, type SignInStepProps } from './step-end.ts'
import { useFactorCode } from './use-factor-code.ts'

/** Asks for the code of the authenticator app, or for a recovery code. */
export function SecondFactorStep(props: SignInStepProps) {
  const { request, code, error, formProps, setCode, submit } = useFactorCode(props, {
    codeSchema: FactorCodeSchema,
    request: signInWithFactor,
    onAnswer: props.onSignedIn,
  })
  const [isRecovery, setRecovery] = useState(false)
  const inputRef = useRef<HTMLInputElement>(null)

  useLayoutEffect(() => inputRef.current?.focus(), [])

  function switchKind() {
    setRecovery(!isRecovery)
    setCode('')
    inputRef.current?.focus()
  }

  return (
    <>
      <AuthAlert
        error={errorAbove(request, ['code'])}
        note={request.isUnanswered ? connectionSentence('Signing in') : null}
      />
      <form className="auth-form" onSubmit={(event) => void submit(event)} {...formProps}>
        <Field
          label={isRecovery ? 'Recovery code' : 'Code'}
          error={error}
          hint={
            isRecovery
              ? 'One of the ten codes that you saved. Each works once.'
              : 'Enter the 6 digits that your authenticator app shows.'
          }
        >
          {(input) => (
            <TextInput
              {...input}
              ref={inputRef}
              className="code-input"
              name="code"
              value={code}
              onChange={({ target }) => setCode(target.value)}
              inputMode={isRecovery ? 'text' : 'numeric'}
              autoComplete="one-time-code"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="done"
            />
          )}
        </Field>
        <SubmitButton request={request}>Continue</SubmitButton>
      </form>
      <p className="auth-other">
        <Button variant="quiet" onClick={switchKind}>
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
        <Button variant="quiet" onClick={() => props.onChallengeEnd(enterPasswordAgain())}>
          Back
        </Button>
      </p>
    </>
  )
}
