import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import { RegistrationSchema } from '#src/domain/account/account.ts'
import { readAuthPageState, toCodeNews } from '#src/features/auth/auth-page-state.ts'
import { serverErrorOr, useAuthRequest } from '#src/features/auth/use-auth-request.ts'
import { useFormCheck } from '#src/features/auth/use-form-check.ts'
import { useSignInDraft } from '#src/features/auth/use-sign-in-draft.ts'
import { useTypedBefore } from '#src/features/auth/use-typed-before.ts'
import { useDraft } from '#src/session/use-draft.ts'
import { useIdentityConfirmation } from './use-identity-confirmation.ts'

const EMPTY = { fullName: '', email: '', phoneNumber: '', isAdult: false }
const sentenceFor = serverErrorOr('Registration failed')

type TextName = 'fullName' | 'email' | 'phoneNumber' | 'password'

/** The registration form: its values, its errors, and the request. */
export function useRegistration() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const { confirmation, mayEnterAs, enter } = useIdentityConfirmation()
  const request = useAuthRequest(sentenceFor)
  const [draft, setDraft, clearDraft] = useDraft('register', EMPTY, 'anyone')
  const [, setSignInDraft] = useSignInDraft()
  const [password, setPassword] = useState('')
  const values = { ...draft, password }
  const { errors, formProps, checkAll, noteChange, show } = useFormCheck(RegistrationSchema, values)

  useTypedBefore(formProps.ref, ({ name, value, checked }) => {
    if (name === 'isAdult') setIsAdult(checked)
    else setText(name as TextName, value) // `name` is one of the other fields
  })

  function setText(name: TextName, text: string) {
    if (name === 'password') setPassword(text)
    else setDraft((before) => ({ ...before, [name]: text }))
    noteChange(name, text)
  }

  function setIsAdult(isAdult: boolean) {
    setDraft((before) => ({ ...before, isAdult }))
    noteChange('isAdult', isAdult)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const registration = checkAll()
    if (!registration || request.loading || !(await mayEnterAs(registration.email))) return
    const outcome = await request.send(async (api) => {
      const answer = await api.register(registration)
      await enter(answer)
      return answer
    })
    if (outcome?.failure) show(outcome.failure.fields)
    if (!outcome?.answer) return
    clearDraft()
    const codeNews = toCodeNews(outcome.answer, Date.now())
    const { returnTo, isPosting } = readAuthPageState(state)
    navigate(paths.verify, { replace: true, state: { codeNews, returnTo, isPosting } })
  }

  return {
    request,
    confirmation,
    errors,
    formProps,
    names: Object.keys(values),
    isAdult: values.isAdult,
    setIsAdult,
    state: state as unknown, // the router does not type it
    field: (name: TextName) => ({
      name,
      value: values[name],
      error: errors[name],
      onText: (text: string) => setText(name, text),
    }),
    submit,
    /** Prefills the sign-in form with the e-mail address typed here. */
    handOverEmail: () => setSignInDraft({ email: values.email }),
  }
}
