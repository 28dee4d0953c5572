import { type FormEvent, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { NEW_LISTING, paths } from '#src/config/paths.ts'
import { CredentialsSchema, type SignInAnswer } from '#src/domain/account/account.ts'
import { IdentityConfirmation } from '#src/features/auth/registration/identity-confirmation.tsx'
import { useIdentityConfirmation } from '#src/features/auth/registration/use-identity-confirmation.ts'
import { useSecondFactor } from '#src/features/auth/second-factor/use-second-factor.ts'
import { Button } from '#src/ui/form/button.tsx'
import { AuthAlert, connectionSentence, errorAbove } from './auth-alert.tsx'
import { AuthField } from './auth-field.tsx'
import { AuthPage, ContinueLink } from './auth-page.tsx'
import type { AuthApi } from './auth-page-context.ts'
import { type AuthPageState, readAuthPageState, toCodeNews } from './auth-page-state.ts'
import { destinationOf } from './return-to.ts'
import { SubmitButton } from './submit-button.tsx'
import { serverErrorOr, useAuthRequest } from './use-auth-request.ts'
import { useFormCheck } from './use-form-check.ts'
import { useSignInDraft } from './use-sign-in-draft.ts'
import { useTypedBefore } from './use-typed-before.ts'

/** An end user's sign-in. Staff may sign in here too, unless their e-mail address is also an end user's. */
export function SignInScreen() {
  const { request, confirmation, step, formProps, field, submit, enterByPasskey, state } =
    useSignIn()
  return (
    <AuthPage title="Sign in" tagline="Sign in to see your listings and events.">
      <ContinueLink isEntering={request.isEntering} />
      <AuthAlert
        error={errorAbove(request, ['email', 'password'])}
        note={request.isUnanswered ? connectionSentence('Signing in') : null}
      />
      <div hidden={step !== null}>
        <form className="auth-form" onSubmit={submit} {...formProps}>
          <AuthField {...field('email')} label="Email" type="email" autoComplete="username" />
          <AuthField
            {...field('password')}
            label="Password"
            isSecret
            autoComplete="current-password"
          />
          <SubmitButton request={request}>Sign in</SubmitButton>
          <Button onClick={enterByPasskey}>Sign in with a passkey</Button>
        </form>
      </div>
      {step}
      <p className="auth-other">
        <Link to={paths.forgot} state={{ signInPath: paths.signIn }}>
          Forgot your password?
        </Link>
        <Link to={paths.register} state={state}>
          Create an account
        </Link>
      </p>
      <IdentityConfirmation confirmation={confirmation} />
    </AuthPage>
  )
}

const sentenceFor = serverErrorOr('Login failed')

function useSignIn() {
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const { step, signIn, signInByPasskey, close } = useSecondFactor()
  const { confirmation, mayEnterAs, enter } = useIdentityConfirmation()
  const request = useAuthRequest(sentenceFor)
  const [{ email }, setDraft, clearDraft] = useSignInDraft()
  const [password, setPassword] = useState('')
  const values = { email, password }
  const { errors, formProps, checkAll, noteChange, show } = useFormCheck(CredentialsSchema, values)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const credentials = checkAll()
    if (!credentials) return
    await enterAs(credentials.email, (api) =>
      signIn(credentials.email, (deviceToken) =>
        api.signIn({ ...credentials, preferredRole: 'user' }, deviceToken),
      ),
    )
  }

  function enterByPasskey() {
    // The e-mail address of a passkey's account is not known before the sign-in.
    void enterAs('', signInByPasskey)
  }

  async function enterAs(email: string, send: (api: AuthApi) => Promise<SignInAnswer>) {
    if (request.loading || !(await mayEnterAs(email))) return
    const outcome = await request.send(async (api) => {
      const answer = await send(api)
      await enter(answer)
      return answer
    })
    if (outcome?.failure) show(outcome.failure.fields)
    if (!outcome?.answer) return close()
    clearDraft()
    const next = nextAfter(outcome.answer, readAuthPageState(state))
    navigate(next.path, { replace: true, state: next.state })
  }

  useTypedBefore(formProps.ref, ({ name, value }) => setText(name, value))

  function setText(name: string, text: string) {
    if (name === 'password') setPassword(text)
    else setDraft({ email: text })
  }

  function field(name: keyof typeof values) {
    const onText = (text: string) => {
      setText(name, text)
      noteChange(name, text)
    }
    return { name, value: values[name], error: errors[name], onText }
  }

  return { request, confirmation, step, formProps, field, submit, enterByPasskey, state }
}

/** The page where the session ended, else e-mail verification if the account needs it, else the start page. */
function nextAfter(answer: SignInAnswer, { returnTo, isPosting }: AuthPageState) {
  const start = isPosting && answer.takesKeys ? NEW_LISTING : paths.events
  const path = destinationOf(answer.account, returnTo, start)
  const isUnproven = answer.account.isVerified === false && path === start
  if (!isUnproven) return { path, state: null }
  return { path: paths.verify, state: { codeNews: toCodeNews(answer, Date.now()), isPosting } }
}
