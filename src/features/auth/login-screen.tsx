import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import { ApiError } from '#src/api/api-error.ts'
import { signIn } from '#src/api/auth-api.ts'
import { paths } from '#src/config/paths.ts'
import { CredentialsSchema } from '#src/domain/account.ts'
import { useSession, useSessionStore } from '#src/session/use-session.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { PasswordInput } from '#src/ui/password-input.tsx'
import { TextInput } from '#src/ui/text-input.tsx'

/** The operator's sign-in (specification, section 2). Any unknown address shows it too. */
export function LoginScreen() {
  const session = useSession()
  const { error, isBusy, submit, clearError } = useOperatorSignIn()
  return (
    <main className="entry">
      <div className="entry-card">
        <header className="entry-header">
          <img className="entry-mark" src="/favicon.svg" alt="" width="40" height="40" />
          <h1>Admin</h1>
          <p className="entry-tagline">Manage listings, transactions, and more</p>
        </header>
        {session?.isOperator && (
          <Link className="entry-continue" to={paths.dashboard}>
            Continue to dashboard
            <Icon name="chevron-right" size={18} />
          </Link>
        )}
        {error && (
          <p className="entry-error" role="alert">
            <Icon name="warning" size={18} />
            <span>{error}</span>
          </p>
        )}
        <form className="entry-form" onSubmit={submit} onInput={clearError}>
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
          <Button type="submit" variant="primary" busy={isBusy}>
            Login
          </Button>
        </form>
        <nav className="entry-links" aria-label="Policies">
          <Link to={paths.privacyPolicy}>Privacy Policy</Link>
          <Link to={paths.termsConditions}>Terms and Conditions</Link>
        </nav>
      </div>
    </main>
  )
}

const INVALID = 'Invalid credentials'

function useOperatorSignIn() {
  const store = useSessionStore()
  const navigate = useNavigate()
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    const credentials = v.safeParse(CredentialsSchema, Object.fromEntries(form))
    if (!credentials.success) return setError(credentials.issues[0].message)
    setBusy(true)
    setError(null)
    try {
      const answer = await signIn(credentials.output)
      if (answer.account.role !== 'admin') return setError(INVALID)
      store.set(answer)
      navigate(paths.dashboard)
    } catch (failure) {
      // Wrong credentials are a 401, and any 401 removes the token (specification, section 8).
      if (failure instanceof ApiError && failure.kind === 'signed-out') store.clearToken()
      setError(sentenceFor(failure))
    } finally {
      setBusy(false)
    }
  }

  return { error, isBusy, submit, clearError: () => setError(null) }
}

/** Signing in needs the server: without it that is what is said, never that the credentials are wrong. */
function sentenceFor(failure: unknown): string {
  if (!(failure instanceof ApiError)) return 'Signing in failed on this device. Please try again.'
  if (failure.kind === 'no-answer') {
    return navigator.onLine
      ? 'The server cannot be reached. Signing in needs a connection.'
      : 'This device is offline. Signing in needs a connection.'
  }
  if (failure.kind === 'signed-out') return INVALID
  return failure.serverMessage ?? 'Signing in failed. Please try again.'
}
