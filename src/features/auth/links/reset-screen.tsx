import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { resetPassword } from '#src/api/account/link-api.ts'
import { paths } from '#src/config/paths.ts'
import type { Role } from '#src/domain/account/account.ts'
import { type LinkInfo, ResetFormSchema } from '#src/domain/account/account-link.ts'
import { AuthAlert, connectionSentence, errorAbove } from '#src/features/auth/auth-alert.tsx'
import { AuthPage } from '#src/features/auth/auth-page.tsx'
import { SubmitButton } from '#src/features/auth/submit-button.tsx'
import { serverErrorOr, useAuthRequest } from '#src/features/auth/use-auth-request.ts'
import { useFormCheck } from '#src/features/auth/use-form-check.ts'
import { LinkForm, NewPasswordField } from './link-form.tsx'
import { useAccountLink } from './use-account-link.ts'

/** Sets a new password with the link from an e-mail. The person signs in with it afterwards. */
export function ResetScreen() {
  const link = useAccountLink('reset')
  const [done, setDone] = useState<{ token: string; role: Role } | null>(null)
  const { info, token } = link
  if (done?.token === token) return <PasswordIsSet role={done.role} />
  return (
    <AuthPage
      title="New password"
      tagline={info ? taglineOf(info) : 'Choose a new password for your account.'}
    >
      <LinkForm kind="reset" link={link}>
        {info && (
          <ResetForm
            key={token}
            token={token}
            info={info}
            onDone={(role) => setDone({ token, role })}
          />
        )}
      </LinkForm>
    </AuthPage>
  )
}

function taglineOf({ email, accountRole }: LinkInfo): string {
  return accountRole === 'admin' ? `For your team account, ${email}.` : `For ${email}.`
}

function PasswordIsSet({ role }: { role: Role }) {
  return (
    <AuthPage title="New password" tagline="Your password is changed.">
      <p role="status">Every device was signed out. Sign in with the new password.</p>
      <Link
        className="button"
        data-variant="primary"
        to={role === 'admin' ? paths.login : paths.signIn}
      >
        Sign in
      </Link>
    </AuthPage>
  )
}

const sentenceFor = serverErrorOr('The password could not be changed')

interface ResetFormProps {
  token: string
  info: LinkInfo
  onDone: (role: Role) => void
}

function ResetForm({ token, info, onDone }: ResetFormProps) {
  const request = useAuthRequest(sentenceFor)
  const [password, setPassword] = useState('')
  const { errors, formProps, checkAll, noteChange, show } = useFormCheck(ResetFormSchema, {
    password,
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    const values = checkAll()
    if (!values) return
    const outcome = await request.send(() => resetPassword({ token, ...values }))
    if (outcome?.failure) show(outcome.failure.fields)
    if (outcome?.answer) onDone(outcome.answer)
  }

  return (
    <>
      <AuthAlert
        error={errorAbove(request, ['password'])}
        note={request.isUnanswered ? connectionSentence('Changing the password') : null}
        action={request.status === GONE && <Link to={paths.forgot}>Ask for a new link</Link>}
      />
      <form className="auth-form" onSubmit={submit} {...formProps}>
        <NewPasswordField
          info={info}
          name="password"
          value={password}
          error={errors.password}
          onText={(text) => {
            setPassword(text)
            noteChange('password', text)
          }}
        />
        <SubmitButton request={request}>Change password</SubmitButton>
      </form>
    </>
  )
}

const GONE = 410 // the link was used, has expired or was replaced meanwhile
