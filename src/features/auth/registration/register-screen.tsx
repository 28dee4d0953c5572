import { Link } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import { MIN_PASSWORD_CHARS } from '#src/domain/account/account.ts'
import { MINIMUM_AGE } from '#src/domain/policy.ts'
import { AuthAlert, connectionSentence, errorAbove } from '#src/features/auth/auth-alert.tsx'
import { AuthField } from '#src/features/auth/auth-field.tsx'
import { AuthPage, ContinueLink } from '#src/features/auth/auth-page.tsx'
import { SubmitButton } from '#src/features/auth/submit-button.tsx'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { IdentityConfirmation } from './identity-confirmation.tsx'
import { useRegistration } from './use-registration.ts'

/** Registers an end user: asks for their details, their age and their consent. */
export function RegisterScreen() {
  const form = useRegistration()
  const { request, errors, field } = form
  const isTaken = request.status === 409
  const signInLink = isTaken && (
    <Link to={paths.signIn} state={form.state} onClick={form.handOverEmail}>
      Sign in with this address
    </Link>
  )
  return (
    <AuthPage
      title="Create an account"
      tagline="Post your property, and plan open houses, site visits and auction days."
    >
      <ContinueLink isEntering={request.isEntering} />
      <AuthAlert
        error={errorAbove(request, form.names)}
        note={request.isUnanswered ? connectionSentence('Registering') : null}
        action={signInLink}
      />
      <form className="auth-form" onSubmit={form.submit} {...form.formProps}>
        <AuthField
          {...field('fullName')}
          label="Full name"
          autoComplete="name"
          autoCapitalize="words"
        />
        <AuthField
          {...field('email')}
          label="Email"
          type="email"
          autoComplete="email"
          error={
            errors.email && (
              <>
                <span>{`${errors.email} `}</span>
                {signInLink}
              </>
            )
          }
        />
        <AuthField
          {...field('phoneNumber')}
          label="Mobile number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        <AuthField
          {...field('password')}
          label="Password"
          isSecret
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_CHARS} characters. A few random words are easy to remember.`}
        />
        <Checkbox
          name="isAdult"
          checked={form.isAdult}
          onChange={(event) => form.setIsAdult(event.target.checked)}
          label={<Statement />}
          error={errors.isAdult}
        />
        <SubmitButton request={request}>Create account</SubmitButton>
      </form>
      <p className="auth-other">
        Have an account already?{' '}
        <Link to={paths.signIn} state={form.state}>
          Sign in
        </Link>
      </p>
      <IdentityConfirmation confirmation={form.confirmation} />
    </AuthPage>
  )
}

/** Opening the policies keeps the typed values (see useDraft). */
function Statement() {
  return (
    <span>
      I am {MINIMUM_AGE} or older and agree to the{' '}
      <Link to={paths.termsConditions}>Terms and Conditions</Link> and the{' '}
      <Link to={paths.privacyPolicy}>Privacy Policy</Link>.
    </span>
  )
}
