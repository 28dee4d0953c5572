import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { confirmPassword } from '#src/api/account/own-account-api.ts'
import { ApiError, loadCode } from '#src/api/api-error.ts'
import type { IdentityCheck } from '#src/session/identity-check.ts'
import { useSession, useSessionStore } from '#src/session/use-session.ts'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { PasswordInput } from '#src/ui/form/password-input.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'

export interface ConfirmIdentityProps {
  check: IdentityCheck
  /** Whether the dialog is open; if not, a notice offers to open it. */
  isAsked: boolean
}

/** Asks the person to prove who they are, and then repeats the refused calls. They fail if the dialog is cancelled. */
export function ConfirmIdentity({ check, isAsked }: ConfirmIdentityProps) {
  const inputRef = useRef<HTMLInputElement>(null)
  const formId = useId()
  const { isBusy, problem, passkeyProblem, confirm, confirmByPasskey } = useIdentityProof(() =>
    check.settle(true),
  )
  const email = useSession()?.account?.email ?? ''
  const hasPasskeys = 'PublicKeyCredential' in window
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
      <form id={formId} className="stack" onSubmit={confirm} noValidate>
        {passkeyProblem && <Notice tone="negative">{passkeyProblem}</Notice>}
        {hasPasskeys && (
          <Button busy={isBusy} onClick={() => void confirmByPasskey()}>
            Use a passkey
          </Button>
        )}
        <p>
          {`${hasPasskeys ? 'Or type' : 'Type'} your password once more. This page, what you typed and your unsent changes stay.`}
        </p>
        {/* Names the account for password managers. */}
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

/** Closes the dialog when the session changes, because it must not ask another person. */
function useEndWithSession(check: IdentityCheck): void {
  const { find, subscribe } = useSessionStore()
  useEffect(() => {
    const token = find()?.token
    return subscribe((now) => {
      if (now?.token !== token) check.settle(false, false)
    })
  }, [check, find, subscribe])
}

function useIdentityProof(onConfirmed: () => void) {
  const { find, findDeviceToken } = useSessionStore()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [passkeyProblem, setPasskeyProblem] = useState<string | null>(null)

  async function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    if (password === '') return setProblem('Enter your password.')
    const email = find()?.account?.email
    const own = { password, deviceToken: email ? findDeviceToken(email) : null }
    await prove(() => confirmPassword(own), setProblem)
  }

  function confirmByPasskey() {
    return prove(async () => {
      const { confirmByPasskey } = await loadCode(import('./passkey-proof.ts'))
      await confirmByPasskey()
    }, setPasskeyProblem)
  }

  async function prove(request: () => Promise<void>, say: (problem: string) => void) {
    setBusy(true)
    setProblem(null)
    setPasskeyProblem(null)
    try {
      await request()
      onConfirmed()
    } catch (error) {
      say(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, problem, passkeyProblem, confirm, confirmByPasskey }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error
  if (error.kind === 'no-answer') return 'The server cannot be reached. Try again in a moment.'
  return error.serverMessage ?? 'The server refused it.'
}
