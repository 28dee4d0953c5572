import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import * as v from 'valibot'
import { requestReset } from '#src/api/account/link-api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { paths } from '#src/config/paths.ts'
import { ForgotPasswordSchema } from '#src/domain/account/account-link.ts'
import { AuthAlert, connectionSentence, errorAbove } from '#src/features/auth/auth-alert.tsx'
import { AuthField } from '#src/features/auth/auth-field.tsx'
import { AuthPage } from '#src/features/auth/auth-page.tsx'
import { SubmitButton } from '#src/features/auth/submit-button.tsx'
import { serverErrorOr, useAuthRequest } from '#src/features/auth/use-auth-request.ts'
import { useFormCheck } from '#src/features/auth/use-form-check.ts'
import { useSignInDraft } from '#src/features/auth/use-sign-in-draft.ts'
import { Button } from '#src/ui/form/button.tsx'

/**
 * Requests a link that sets a new password. The response does not reveal whether the e-mail address
 * has an account.
 */
export function ForgotScreen() {
  const { request, sentTo, again, email, setEmail, errors, formProps, submit } = useResetRequest()
  const { signInPath } = v.parse(StateSchema, useLocation().state)
  return (
    <AuthPage title="Forgot your password?" tagline="A link to choose a new one comes by e-mail.">
      <AuthAlert
        error={errorAbove(request, ['email'])}
        note={request.isUnanswered ? connectionSentence('Sending a link') : null}
      />
      {sentTo !== null ? (
        <>
          <p role="status">
            {`If ${sentTo} has an account, a link is on its way. It works for 30 minutes. Check your spam folder too.`}
          </p>
          <Button onClick={again}>Send another link</Button>
        </>
      ) : (
        <form className="auth-form" onSubmit={submit} {...formProps}>
          <AuthField
            name="email"
            label="Email"
            type="email"
            autoComplete="username"
            value={email}
            error={errors.email}
            onText={setEmail}
          />
          <SubmitButton request={request}>Send link</SubmitButton>
        </form>
      )}
      <p className="auth-other">
        <Link to={signInPath}>Back to sign-in</Link>
      </p>
    </AuthPage>
  )
}

/** The navigation state: the sign-in page from which the person came. Default: the end users' sign-in page. */
const StateSchema = v.fallback(v.object({ signInPath: v.picklist([paths.login, paths.signIn]) }), {
  signInPath: paths.signIn,
})
const NOT_FOUND = 404
const UNSENT = 'The mail server takes no mails now. Try again later.'

function sentenceFor(failure: unknown): string {
  // A bare backend cannot send links.
  if (failure instanceof ApiError && failure.status === NOT_FOUND)
    return 'This server sends no links. Ask the administrator for a new password.'
  return serverErrorOr('The link could not be sent')(failure)
}

function useResetRequest() {
  const request = useAuthRequest(sentenceFor)
  const [{ email }, setDraft] = useSignInDraft()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { errors, formProps, checkAll, noteChange, show } = useFormCheck(ForgotPasswordSchema, {
    email,
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const typed = checkAll()
    if (!typed) return
    const outcome = await request.send(async () => {
      const isSent = await requestReset(typed.email)
      if (!isSent) throw new ApiError({ kind: 'declined', serverMessage: UNSENT })
      return typed.email
    })
    if (outcome?.failure) show(outcome.failure.fields)
    if (outcome?.answer) setSentTo(outcome.answer)
  }

  function setEmail(text: string) {
    setDraft({ email: text })
    noteChange('email', text)
  }

  const again = () => setSentTo(null)
  return { request, sentTo, again, email, setEmail, errors, formProps, submit }
}
