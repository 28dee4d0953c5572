import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import type { LinkInfo, LinkKind } from '#src/domain/account/account-link.ts'
import { AuthAlert } from '#src/features/auth/auth-alert.tsx'
import { AuthField, type AuthFieldProps } from '#src/features/auth/auth-field.tsx'
import { Button } from '#src/ui/form/button.tsx'
import type { OpenedLink } from './use-account-link.ts'

export interface LinkFormProps {
  kind: LinkKind
  link: OpenedLink
  /** The form, once the link is known to be usable. */
  children: ReactNode
}

/** Shows the form if the link is usable, otherwise why it is not and what to do. */
export function LinkForm({ kind, link, children }: LinkFormProps) {
  const { info, problem, retry } = link
  if (info) return children
  if (problem === null) return <p role="status">Checking the link...</p>
  return (
    <>
      <AuthAlert
        error={problem}
        action={retry ? <Button onClick={retry}>Try again</Button> : null}
      />
      <p className="auth-other">
        {kind === 'reset' && <Link to={paths.forgot}>Ask for a new link</Link>}
        {kind === 'invitation' && <Link to={paths.login}>Sign in</Link>}
      </p>
    </>
  )
}

interface NewPasswordFieldProps extends Omit<AuthFieldProps, 'label'> {
  info: LinkInfo
}

/** The field for the new password, with the account's e-mail address for password managers. */
export function NewPasswordField({ info, ...field }: NewPasswordFieldProps) {
  const { email, minPasswordChars } = info
  return (
    <>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <AuthField
        {...field}
        label="Password"
        isSecret
        autoComplete="new-password"
        hint={`At least ${minPasswordChars} characters. A few random words are easy to remember.`}
      />
    </>
  )
}
