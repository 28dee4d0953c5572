import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { joinTeam } from '#src/api/account/link-api.ts'
import { paths } from '#src/config/paths.ts'
import { JoinFormSchema, type LinkInfo } from '#src/domain/account/account-link.ts'
import { STAFF_ROLES } from '#src/domain/team/permission.ts'
import { ROLE_LABELS } from '#src/domain/team/role-labels.ts'
import { AuthAlert, connectionSentence, errorAbove } from '#src/features/auth/auth-alert.tsx'
import { AuthField } from '#src/features/auth/auth-field.tsx'
import { AuthPage } from '#src/features/auth/auth-page.tsx'
import { IdentityConfirmation } from '#src/features/auth/registration/identity-confirmation.tsx'
import { useIdentityConfirmation } from '#src/features/auth/registration/use-identity-confirmation.ts'
import { useSecondFactor } from '#src/features/auth/second-factor/use-second-factor.ts'
import { SubmitButton } from '#src/features/auth/submit-button.tsx'
import { serverErrorOr, useAuthRequest } from '#src/features/auth/use-auth-request.ts'
import { useFormCheck } from '#src/features/auth/use-form-check.ts'
import { LinkForm, NewPasswordField } from './link-form.tsx'
import { useAccountLink } from './use-account-link.ts'

/** Accepts an invitation: the person chooses a name and a password, and the panel opens. */
export function JoinScreen() {
  const link = useAccountLink('invitation')
  const { info, token } = link
  const tagline = info ? describeInvitation(info) : 'Accept your invitation.'
  return (
    <AuthPage title="Join the team" tagline={tagline}>
      <LinkForm kind="invitation" link={link}>
        {info && <JoinForm key={token} token={token} info={info} />}
      </LinkForm>
    </AuthPage>
  )
}

function describeInvitation({ invitedBy, role, email }: LinkInfo): string {
  const known = STAFF_ROLES.find((one) => one === role)
  const as = known ? ` as ${ROLE_LABELS[known]}` : ''
  return `${invitedBy ?? 'The owner'} invites ${email}${as}.`
}

const EMPTY = { fullName: '', password: '' }
const sentenceFor = serverErrorOr('Joining failed')

function JoinForm({ token, info }: { token: string; info: LinkInfo }) {
  const navigate = useNavigate()
  const { step, signIn, close } = useSecondFactor()
  const { confirmation, mayEnterAs, enter } = useIdentityConfirmation()
  const request = useAuthRequest(sentenceFor)
  const [values, setValues] = useState(EMPTY)
  const { errors, formProps, checkAll, noteChange, show } = useFormCheck(JoinFormSchema, values)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const person = checkAll()
    if (!person || request.loading || !(await mayEnterAs(info.email))) return
    const outcome = await request.send(async () => {
      const answer = await signIn(info.email, () => joinTeam({ token, ...person }))
      await enter(answer)
      return answer
    })
    if (outcome?.failure) show(outcome.failure.fields)
    if (!outcome?.answer) return close()
    navigate(paths.dashboard, { replace: true })
  }

  function field(name: keyof typeof EMPTY) {
    const onText = (text: string) => {
      setValues((before) => ({ ...before, [name]: text }))
      noteChange(name, text)
    }
    return { name, value: values[name], error: errors[name], onText }
  }

  return (
    <>
      <AuthAlert
        error={errorAbove(request, Object.keys(EMPTY))}
        note={request.isUnanswered ? connectionSentence('Joining') : null}
      />
      <form className="auth-form" hidden={step !== null} onSubmit={submit} {...formProps}>
        <AuthField
          {...field('fullName')}
          label="Full name"
          autoComplete="name"
          autoCapitalize="words"
        />
        <NewPasswordField {...field('password')} info={info} />
        <SubmitButton request={request}>Join the team</SubmitButton>
      </form>
      {step}
      <IdentityConfirmation confirmation={confirmation} />
    </>
  )
}
