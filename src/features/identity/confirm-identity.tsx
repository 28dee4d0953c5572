import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { confirmPassword } from '#src/api/own-account-api.ts'
import type { IdentityCheck } from '#src/session/identity-check.ts'
import { useSession, useSessionStore } from '#src/session/use-session.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { PasswordInput } from '#src/ui/form/password-input.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

export interface ConfirmIdentityProps {
  check: IdentityCheck
  /** The question is open; otherwise a notice offers to open it. */
  isAsked: boolean
}

/** Asks in place who is here. Calls that were refused go on afterwards; a cancelled question changes nothing. */
export function ConfirmIdentity({ check, isAsked }: ConfirmIdentityProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const formId = useId()
  const { isBusy, problem, confirm } = usePasswordCheck(() => check.settle(true))
  const email = useSession()?.account?.email ?? ''
  useEndWithSession(check)
  if (!isAsked)
    return (
      <Notice
        tone="caution"
        action={
          <Button size="small" onClick={check.ask}>
            Confirm
          </Button>
        }
      >
        You have not been here for a while, so nothing new is loaded. Saved copies can be read, and
        decisions are sent.
      </Notice>
    )
  return (
    <Dialog
      open
      title="Confirm that it is you"
      initialFocusRef={inputRef}
      onClose={() => check.settle(false)}
      footer={
        <>
          <Button onClick={() => check.settle(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={isBusy}>
            Confirm
          </Button>
        </>
      }
    >
      {/* Other ways to confirm, such as a passkey, belong above the form and end in check.settle(true) too. */}
      <form id={formId} className="stack" onSubmit={confirm} noValidate>
        <p>Type your password once more. Everything stays as it is meanwhile.</p>
        {/* Tells password managers whose password it is. */}
        <input hidden type="email" autoComplete="username" value={email} readOnly />
        <Field label="Password" error={problem}>
          {(input) => (
            <PasswordInput
              {...input}
              ref={inputRef}
              name="password"
              autoComplete="current-password"
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

/** The next person is not asked this one's question. */
function useEndWithSession(check: IdentityCheck): void {
  const { find, subscribe } = useSessionStore()
  useEffect(() => {
    const token = find()?.token
    return subscribe((now) => {
      if (now?.token !== token) check.settle(false, false)
    })
  }, [check, find, subscribe])
}

function usePasswordCheck(onConfirmed: () => void) {
  const { find, findDeviceToken } = useSessionStore()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    if (password === '') return setProblem('Enter your password.')
    setBusy(true)
    setProblem(null)
    try {
      const email = find()?.account?.email
      await confirmPassword({ password, deviceToken: email ? findDeviceToken(email) : null })
      onConfirmed()
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, problem, confirm }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  if (error.kind === 'no-answer') return 'The server cannot be reached. Try again in a moment.'
  return error.serverMessage ?? 'The server refused it.'
}
