import { ChevronRightIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { NEW_LISTING, paths } from '#src/config/paths.ts'
import { CODE_DIGITS } from '#src/domain/account/account.ts'
import { connectionSentence } from '#src/features/auth/auth-alert.tsx'
import { AuthField } from '#src/features/auth/auth-field.tsx'
import { AuthPage } from '#src/features/auth/auth-page.tsx'
import { SubmitButton } from '#src/features/auth/submit-button.tsx'
import { useSession } from '#src/session/use-session.ts'
import { CodeInput } from '#src/ui/form/code-input.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { IdentityConfirmation } from './identity-confirmation.tsx'
import { ResendCode } from './resend-code.tsx'
import { useSmsCode } from './use-sms-code.ts'
import { useVerification } from './use-verification.ts'

/** Verifies an e-mail address with the code that was sent there. */
export function VerifyScreen() {
  const session = useSession()
  const isVerified = session?.account?.isVerified === true && !session.isOperator
  // Set on mount only: after a verification on this screen, the screen navigates and must not show VerifiedPage.
  const [wasVerified] = useState(isVerified)
  return wasVerified && isVerified ? (
    <VerifiedPage email={session.account?.email ?? null} />
  ) : (
    <CodePage />
  )
}

function VerifiedPage({ email }: { email: string | null }) {
  const canPost = useSession()?.takesKeys === true // a bare backend takes no listings
  return (
    <AuthPage
      title="Already verified"
      tagline={`${email ?? 'Your e-mail address'} needs no code any more.`}
    >
      {canPost && (
        <Link className="auth-continue" to={NEW_LISTING}>
          Post your property
          <ChevronRightIcon size={16} />
        </Link>
      )}
      <Link className="auth-continue" to={paths.events}>
        Your events
        <ChevronRightIcon size={16} />
      </Link>
    </AuthPage>
  )
}

function CodePage() {
  const form = useVerification()
  useSmsCode(form.code.onCode)
  const { request, errors, knownEmail, news } = form
  return (
    <AuthPage
      title="Enter the code"
      tagline={<Lead email={knownEmail} isSent={news.isSent} />}
      fieldRef={form.code.ref}
    >
      {news.isSent === false && (
        <Notice tone="caution">
          The code could not be sent. Your account is safe: ask for a new code below, or do it
          later.
        </Notice>
      )}
      {knownEmail === null && (
        <Notice
          tone="neutral"
          action={
            <Link to={paths.signIn} state={form.state}>
              Sign in
            </Link>
          }
        >
          Sign in on this device first, then enter the code
        </Notice>
      )}
      <form className="auth-form" onSubmit={form.submit} {...form.formProps}>
        {knownEmail === null && (
          <AuthField {...form.email} label="Email" type="email" autoComplete="email" />
        )}
        <Field
          label="Code"
          error={errors.otp}
          hint={
            request.isUnanswered
              ? connectionSentence('Verifying')
              : 'It can take a minute to arrive. Check your spam folder too.'
          }
        >
          {(input) => <CodeInput {...input} {...form.code} digits={CODE_DIGITS} name="otp" />}
        </Field>
        <SubmitButton request={request}>Verify</SubmitButton>
      </form>
      <ResendCode
        resendAt={news.resendAt}
        findEmail={form.findEmail}
        onNews={form.keepNews}
        onSettled={form.focusCode}
      />
      <p className="auth-other">
        {form.isSignedIn && <Link to={paths.events}>Skip for now</Link>}
        <Link to={paths.signIn} state={form.state}>
          Use another account
        </Link>
      </p>
      <IdentityConfirmation confirmation={form.confirmation} />
    </AuthPage>
  )
}

/** Says that a code was sent, but only if the server has reported it. */
function Lead({ email, isSent }: { email: string | null; isSent: boolean | null }) {
  const where = email ? <strong>{email}</strong> : 'your e-mail address'
  if (isSent === null) {
    if (!email) return <span>Enter your e-mail address and the code that came there.</span>
    return (
      <span key="typed">
        Enter the code from the e-mail to <span>{where}</span>.
      </span>
    )
  }
  return isSent ? (
    <span key="sent">
      We sent a {CODE_DIGITS}-digit code to <span>{where}</span>.
    </span>
  ) : (
    <span key="proof">
      A code with {CODE_DIGITS} digits proves that <span>{where}</span> is yours.
    </span>
  )
}
