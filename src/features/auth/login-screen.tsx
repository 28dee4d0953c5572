import { type FormEvent, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import { ApiError } from '#src/api/api-error.ts'
import { paths } from '#src/config/paths.ts'
import { CredentialsSchema, type SignInAnswer } from '#src/domain/account/account.ts'
import { IdentityConfirmation } from '#src/features/auth/registration/identity-confirmation.tsx'
import { useIdentityConfirmation } from '#src/features/auth/registration/use-identity-confirmation.ts'
import { useSecondFactor } from '#src/features/auth/second-factor/use-second-factor.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { PasswordInput } from '#src/ui/form/password-input.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { AuthAlert, connectionSentence } from './auth-alert.tsx'
import { AuthPage, ContinueLink } from './auth-page.tsx'
import type { AuthApi } from './auth-page-context.ts'
import { destinationOf, readReturnTo } from './return-to.ts'
import { SubmitButton } from './submit-button.tsx'
import { useAuthRequest } from './use-auth-request.ts'

/** The operator's sign-in (specification, section 2). Any unknown URL shows it too. */
export function LoginScreen() {
  const { request, confirmation, step, problem, submit, enterByPasskey, clearError } =
    useOperatorSignIn()
  return (
    <AuthPage title="Admin" tagline="Manage listings, transactions, and more">
      <ContinueLink isEntering={request.isEntering} />
      <AuthAlert error={problem} />
      <div hidden={step !== null}>
        <form className="auth-form" onSubmit={submit} onInput={clearError}>
          <Field label="Email">
            {(input) => (
              <TextInput {...input} name="email" type="email" autoComplete="username" required />
            )}
          </Field>
          <Field label="Password">
            {(input) => (
              <PasswordInput {...input} name="password" autoComplete="current-password" required />
            )}
          </Field>
          <SubmitButton request={request}>Login</SubmitButton>
          <Button onClick={enterByPasskey}>Sign in with a passkey</Button>
        </form>
        <p className="auth-other">
          <Link to={paths.forgot} state={{ signInPath: paths.login }}>
            Forgot your password?
          </Link>
        </p>
      </div>
      {step}
      <IdentityConfirmation confirmation={confirmation} />
    </AuthPage>
  )
}

const INVALID = 'Invalid credentials'
const FAILED = 'Signing in failed. Please try again.'

function useOperatorSignIn() {
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const { step, signIn, signInByPasskey, close } = useSecondFactor()
  const { confirmation, mayEnterAs, enter, turnAway } = useIdentityConfirmation()
  const request = useAuthRequest(sentenceFor)
  const [mistake, setMistake] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const credentials = v.safeParse(CredentialsSchema, Object.fromEntries(form))
    if (!credentials.success) return setMistake(credentials.issues[0].message)
    const { output } = credentials
    await enterAs(output.email, (api) =>
      signIn(output.email, (deviceToken) => api.signIn(output, deviceToken)),
    )
  }

  function enterByPasskey() {
    clearError()
    // The e-mail address of a passkey's account is not known before the sign-in.
    void enterAs('', signInByPasskey)
  }

  async function enterAs(email: string, send: (api: AuthApi) => Promise<SignInAnswer>) {
    if (request.loading || !(await mayEnterAs(email))) return
    const outcome = await request.send(async (api) => {
      const answer = await send(api)
      // The account exists, but is not an operator's.
      if (answer.account.role !== 'admin') {
        await turnAway(answer)
        throw new ApiError({ kind: 'declined', serverMessage: INVALID })
      }
      await enter(answer)
      return answer.account
    })
    if (outcome?.answer) navigate(destinationOf(outcome.answer, readReturnTo(state)))
    else close()
  }

  function clearError() {
    setMistake(null)
    request.clearError()
  }

  const problem = mistake ?? request.error
  return { request, confirmation, step, problem, submit, enterByPasskey, clearError }
}

/** If the server cannot be reached, the message says so and never blames the credentials. */
function sentenceFor(failure: unknown): string {
  if (!(failure instanceof ApiError)) return FAILED
  if (failure.kind === 'no-answer') return connectionSentence('Signing in')
  if (failure.kind === 'signed-out') return INVALID
  return failure.serverMessage ?? FAILED
}
