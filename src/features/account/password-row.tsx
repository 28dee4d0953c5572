import { useRef, useState } from 'react'
import { changePassword } from '#src/api/account/own-account-api.ts'
import { MIN_PASSWORD_CHARS, MIN_STAFF_PASSWORD_CHARS } from '#src/domain/account/account.ts'
import { useSession, useSessionStore } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { PasswordInput } from '#src/ui/form/password-input.tsx'
import { showToast } from '#src/ui/toast/toast.ts'
import { AccountForm, CurrentPassword } from './account-form.tsx'
import { AccountRow } from './account-row.tsx'
import { useAccountRequest } from './use-account-request.ts'

/** A row with a button to change the password. The password itself is never shown. */
export function PasswordRow({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <AccountRow
      title="Password"
      meta="A new one signs out all your other devices."
      action={
        <>
          <Button size="small" aria-label="Change password" onClick={() => setOpen(true)}>
            Change
          </Button>
          {isOpen && <PasswordForm email={email} onClose={() => setOpen(false)} />}
        </>
      }
    />
  )
}

function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const { findDeviceToken, keepDeviceToken } = useSessionStore()
  const firstRef = useRef<HTMLInputElement>(null)
  const { isBusy, problem, fields, send } = useAccountRequest()
  const isStaff = useSession()?.account?.role === 'admin'
  const least = isStaff ? MIN_STAFF_PASSWORD_CHARS : MIN_PASSWORD_CHARS

  async function submit(typed: (name: string) => string) {
    const isDone = await send(async () => {
      const change = { password: typed('password'), newPassword: typed('newPassword') }
      keepDeviceToken(
        email,
        await changePassword({ ...change, deviceToken: findDeviceToken(email) }),
      )
    })
    if (!isDone) return
    onClose()
    showToast({
      tone: 'success',
      message: 'Password changed',
      detail: 'Your other devices are signed out.',
    })
  }

  return (
    <AccountForm
      title="Change password"
      submitLabel="Change password"
      isBusy={isBusy}
      problem={problem}
      firstRef={firstRef}
      onSubmit={(typed) => void submit(typed)}
      onClose={onClose}
    >
      {/* Tells password managers whose password it is. */}
      <input hidden type="email" autoComplete="username" value={email} readOnly />
      <CurrentPassword ref={firstRef} error={fields['password']} />
      <Field
        label="New password"
        hint={`At least ${least} characters.`}
        error={fields['newPassword']}
      >
        {(input) => <PasswordInput {...input} name="newPassword" autoComplete="new-password" />}
      </Field>
    </AccountForm>
  )
}
