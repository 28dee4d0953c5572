import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { ApiError } from '#src/api/api-error.ts'
import { signInWithFactor } from '#src/api/second-factor-api.ts'
import type { SignInAnswer } from '#src/domain/account.ts'
import { FactorCodeSchema } from '#src/domain/second-factor.ts'
import { AuthAlert, connectionSentence, errorAbove } from '#src/features/auth/auth-alert.tsx'
import { SubmitButton } from '#src/features/auth/submit-button.tsx'
import { serverErrorOr, useAuthRequest } from '#src/features/auth/use-auth-request.ts'
import { useFormCheck } from '#src/features/auth/use-form-check.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'

/**
 * Shows the second step of a sign-in until it succeeds. @throws ApiError once the challenge in the refusal has ended;
 * then the form is shown again, with the focus on its password
 */
export function askSecondFactor(
  refusal: unknown,
  deviceToken: string | null,
  show: (step: ReactNode) => void,
): Promise<SignInAnswer> {
  const { challenge } = v.parse(RefusalSchema, refusal)
  return new Promise((onSignedIn, reject) => {
    function onOver(why: ApiError) {
      flushSync(() => show(null))
      document.querySelector<HTMLElement>('[name=password]')?.focus()
      reject(why)
    }
    const question = { challenge, deviceToken, onSignedIn, onOver }
    show(<SecondFactorStep question={question} />)
  })
}

interface FactorQuestion {
  challenge: string
  deviceToken: string | null
  onSignedIn: (answer: SignInAnswer) => void
  /** The challenge ended: the password is needed again. */
  onOver: (why: ApiError) => void
}

/** Asks for the code of the authenticator app, or for a recovery code. */
function SecondFactorStep({ question }: { question: FactorQuestion }) {
  const { request, code, error, formProps, setCode, submit, goBack } = useFactorCode(question)
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
        <Button variant="quiet" onClick={goBack}>
          Back
        </Button>
      </p>
    </>
  )
}

const CodeFormSchema = v.object({ code: FactorCodeSchema })
const RefusalSchema = v.fallback(v.looseObject({ challenge: v.string() }), { challenge: '' })
const sentenceFor = serverErrorOr('Signing in failed. Please try again.')

function useFactorCode({ challenge, deviceToken, onSignedIn, onOver }: FactorQuestion) {
  const request = useAuthRequest(sentenceFor)
  const [code, setText] = useState('')
  const { errors, formProps, checkAll, noteChange, show } = useFormCheck(CodeFormSchema, { code })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const typed = checkAll()
    if (!typed) return
    const outcome = await request.send(() => finish({ ...typed, challenge, deviceToken }))
    if (outcome?.failure) show(outcome.failure.fields)
    if (outcome?.answer) onSignedIn(outcome.answer)
  }

  async function finish(factor: Parameters<typeof signInWithFactor>[0]) {
    try {
      return await signInWithFactor(factor)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'challenge-over') onOver(error)
      throw error
    }
  }

  function setCode(text: string) {
    setText(text)
    noteChange('code', text)
    request.clearError()
  }

  function goBack() {
    onOver(new ApiError({ kind: 'declined', serverMessage: 'Enter your password again.' }))
  }

  return { request, code, error: errors.code, formProps, setCode, submit, goBack }
}
