import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import { NEW_LISTING, paths } from '#src/config/paths.ts'
import {
  CODE_DIGITS,
  EmailSchema,
  type Verification,
  VerificationSchema,
} from '#src/domain/account/account.ts'
import {
  type AuthPageState,
  addNews,
  type CodeNews,
  joinNews,
  NO_NEWS,
  readAuthPageState,
} from '#src/features/auth/auth-page-state.ts'
import { destinationOf } from '#src/features/auth/return-to.ts'
import { serverErrorOr, useAuthRequest } from '#src/features/auth/use-auth-request.ts'
import { useFormCheck } from '#src/features/auth/use-form-check.ts'
import { useDraft } from '#src/session/use-draft.ts'
import { useSession } from '#src/session/use-session.ts'
import { hideToast, showToast } from '#src/ui/toast/toast.ts'
import { useIdentityConfirmation } from './use-identity-confirmation.ts'

// The specification's error message for a failed verification (section 8).
const sentenceFor = serverErrorOr('Login failed')

/** The form for the e-mail address and its code. Sends a complete code automatically, unless it was refused before. */
export function useVerification() {
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const entry = readAuthPageState(state)
  const { confirmation, mayEnterAs, enter } = useIdentityConfirmation()
  const request = useAuthRequest(sentenceFor)
  const { knownEmail, isSignedIn, email, setEmail, news, keepNews, clearDraft } = useCodeAddress(
    entry.codeNews,
  )
  const [otp, setOtp] = useState('')
  const triedCode = useRef('')
  const refusals = useRef(new Map<string, string>())
  const failureToast = useRef<string | null>(null)
  const codeRef = useRef<HTMLInputElement>(null)
  const values = { email, otp }
  const form = useFormCheck(VerificationSchema, values)

  async function verify(verification: Verification | null) {
    const isHeld = request.loading || Date.now() < request.retryAt
    if (!verification || isHeld || !(await mayEnterAs(verification.email))) return
    // Do not send a refused code again: five wrong tries invalidate the right code.
    const refusal = refusals.current.get(verification.otp)
    if (refusal !== undefined) return showRefusal(refusal)
    triedCode.current = verification.otp
    if (failureToast.current) hideToast(failureToast.current)
    const outcome = await request.send(async (api) => {
      const answer = await api.verifyCode(verification)
      await enter(answer)
      return answer
    })
    if (outcome?.failure) {
      const { error, fields, status } = outcome.failure
      if (status === 400) refusals.current.set(verification.otp, error)
      failureToast.current = showToast({ tone: 'error', message: error })
      showRefusal(error, fields)
    }
    if (!outcome?.answer) return
    showToast({ tone: 'success', message: outcome.answer.message ?? 'Verified' })
    clearDraft()
    const { account, takesKeys } = outcome.answer
    // A bare backend takes no listings.
    const start = takesKeys ? startOfSeller(entry) : paths.events
    navigate(destinationOf(account, entry.returnTo, start), { replace: true })
  }

  function showRefusal(sentence: string, fields: Readonly<Record<string, string>> = {}) {
    form.show({ otp: sentence, ...fields })
    codeRef.current?.select()
  }

  function onCode(code: string) {
    setOtp(code)
    form.noteChange('otp', code)
    const now = { email, otp: code }
    const isWhole = code.length === CODE_DIGITS && code !== triedCode.current
    if (isWhole && v.is(VerificationSchema, now)) void verify(form.checkAll(now))
  }

  return {
    request,
    confirmation,
    state,
    knownEmail,
    isSignedIn,
    news,
    keepNews(later: CodeNews) {
      // A new code may equal one that was refused before.
      refusals.current.clear()
      triedCode.current = ''
      keepNews(later)
    },
    errors: form.errors,
    formProps: form.formProps,
    email: {
      name: 'email',
      value: email,
      error: form.errors.email,
      onText(text: string) {
        setEmail(text)
        form.noteChange('email', text)
      },
    },
    code: { value: otp, onCode, ref: codeRef, readOnly: request.loading },
    async submit(event: FormEvent) {
      event.preventDefault()
      await verify(form.checkAll())
    },
    focusCode: () => codeRef.current?.focus(),
    /** The e-mail address for another code; null if it is invalid, after its field has shown the error. */
    findEmail(): string | null {
      const read = v.safeParse(EmailSchema, email)
      if (!read.success) form.show({ email: read.issues[0].message })
      return read.success ? read.output : null
    },
  }
}

function startOfSeller({ isPosting }: AuthPageState): string {
  return isPosting ? NEW_LISTING : paths.listings
}

/** The e-mail address to verify and the delivery status of its newest code. Both survive a reload and navigation. */
function useCodeAddress(newsAtStart: CodeNews | null) {
  const session = useSession()
  const account = session && !session.isOperator ? session.account : null
  const knownEmail = account?.email ?? null
  const [draft, setDraft, clearDraft] = useDraft('verify', EMPTY_DRAFT)
  // State, so that the e-mail address stays in the field if a 401 ends the session.
  const [typed, setTyped] = useState(knownEmail ?? draft.email)
  const [news, setNews] = useState(() => joinNews(draft.news, newsAtStart ?? NO_NEWS))
  const isStored = useRef(newsAtStart === null)
  // Store the delivery status from the navigation state: links that open this page later have no such state.
  useEffect(() => {
    if (isStored.current) return
    isStored.current = true
    setDraft((before) => ({ ...before, news }))
  }, [news, setDraft])

  return {
    knownEmail,
    isSignedIn: session !== null,
    email: knownEmail ?? typed,
    setEmail(email: string) {
      setTyped(email)
      setDraft((before) => ({ ...before, email }))
    },
    news,
    keepNews(later: CodeNews) {
      const joined = addNews(news, later)
      setNews(joined)
      setDraft((before) => ({ ...before, news: joined }))
    },
    clearDraft,
  }
}

const EMPTY_DRAFT = { email: '', news: NO_NEWS }
