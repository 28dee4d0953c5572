import { Link } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import { MIN_PASSWORD_CHARS } from '#src/domain/account.ts'
import { MINIMUM_AGE } from '#src/domain/policy.ts'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { AuthAlert, connectionSentence, errorAbove } from './auth-alert.tsx'
import { EntryField } from './entry-field.tsx'
import { ContinueLink, EntryPage } from './entry-page.tsx'
import { IdentityQuestion } from './identity-question.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useRegistration } from './use-registration.ts'

/** Registers an end user: their details, and a statement of their age. */
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
    <EntryPage
      title="Create an account"
      tagline="For your open houses, site visits and auction days."
    >
      <ContinueLink isEntering={request.isEntering} />
      <AuthAlert
        error={errorAbove(request, form.names)}
        note={request.isUnanswered ? connectionSentence('Registering') : null}
        action={signInLink}
      />
      <form className="entry-form" onSubmit={form.submit} {...form.formProps}>
        <EntryField
          {...field('fullName')}
          label="Full name"
          autoComplete="name"
          autoCapitalize="words"
        />
        <EntryField
          {...field('email')}
          label="Email"
          type="email"
          autoComplete="email"
          error={
            errors.email && (
              <>
                {errors.email} {signInLink}
              </>
            )
          }
        />
        <EntryField
          {...field('phoneNumber')}
          label="Mobile number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
        <EntryField
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
      <p className="entry-other">
        Have an account already?{' '}
        <Link to={paths.signIn} state={form.state}>
          Sign in
        </Link>
      </p>
      <IdentityQuestion question={form.question} />
    </EntryPage>
  )
}

/** Reading them keeps the typed values (see useDraft). */
function Statement() {
  return (
    <>
      I am {MINIMUM_AGE} or older and agree to the{' '}
      <Link to={paths.termsConditions}>Terms and Conditions</Link> and the{' '}
      <Link to={paths.privacyPolicy}>Privacy Policy</Link>.
    </>
  )
}
