import { useRef, useState } from 'react'
import { requestEmailChange, verifyEmailChange } from '#src/api/account/own-account-api.ts'
import { CODE_DIGITS } from '#src/domain/account/account.ts'
import { useSessionStore } from '#src/session/use-session.ts'
import { Button } from '#src/ui/form/button.tsx'
import { CodeInput } from '#src/ui/form/code-input.tsx'
import { Field } from '#src/ui/form/field.tsx'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { Notice } from '#src/ui/layout/notice.tsx'
import { showToast } from '#src/ui/toast/toast.ts'
import { AccountForm, CurrentPassword } from './account-form.tsx'
import { AccountRow } from './account-row.tsx'
import { useAccountRequest } from './use-account-request.ts'

/** The e-mail address with which the person signs in, and a button to change it. */
export function EmailRow({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false)
  const [sentTo, setSentTo] = useState<SentCode | null>(null)

  function close() {
    setOpen(false)
    setSentTo(null)
  }

  return (
    <AccountRow
      title="E-mail address"
      meta={email}
      action={
        <>
          <Button size="small" aria-label="Change e-mail address" onClick={() => setOpen(true)}>
            Change
          </Button>
          {isOpen && !sentTo && <AddressForm email={email} onSent={setSentTo} onClose={close} />}
          {isOpen && sentTo && <CodeForm email={email} sentTo={sentTo} onClose={close} />}
        </>
      }
    />
  )
}

interface SentCode {
  address: string
  /** False when the mail could not be sent. */
  isSent: boolean
}

interface AddressFormProps {
  email: string
  onSent: (sentTo: SentCode) => void
  onClose: () => void
}

function AddressForm({ email, onSent, onClose }: AddressFormProps) {
  const { findDeviceToken } = useSessionStore()
  const firstRef = useRef<HTMLInputElement>(null)
  const { isBusy, problem, fields, send } = useAccountRequest()

  async function submit(typed: (name: string) => string) {
    const address = typed('email')
    await send(async () => {
      const own = { password: typed('password'), deviceToken: findDeviceToken(email) }
      const { codeSent } = await requestEmailChange({ ...own, email: address })
      onSent({ address, isSent: codeSent !== false })
    })
  }

  return (
    <AccountForm
      title="Change e-mail address"
      submitLabel="Send code"
      isBusy={isBusy}
      problem={problem}
      firstRef={firstRef}
      onSubmit={(typed) => void submit(typed)}
      onClose={onClose}
    >
      <Field
        label="New e-mail address"
        hint="We send it a code. The new address counts once you have entered the code."
        error={fields['email']}
      >
        {(input) => (
          <TextInput {...input} ref={firstRef} name="email" type="email" autoComplete="email" />
        )}
      </Field>
      <CurrentPassword error={fields['password']} />
    </AccountForm>
  )
}

interface CodeFormProps {
  /** The current e-mail address of the account. */
  email: string
  sentTo: SentCode
  onClose: () => void
}

function CodeForm({ email, sentTo, onClose }: CodeFormProps) {
  const store = useSessionStore()
  const firstRef = useRef<HTMLInputElement>(null)
  const { isBusy, problem, fields, send } = useAccountRequest()
  const [code, setCode] = useState('')

  async function submit() {
    const isDone = await send(async () => {
      const newEmail = await verifyEmailChange(code)
      const deviceToken = store.findDeviceToken(email)
      if (deviceToken) store.keepDeviceToken(newEmail, deviceToken)
      const account = store.find()?.account
      if (account) store.update({ account: { ...account, email: newEmail } })
    })
    if (!isDone) return
    onClose()
    showToast({ tone: 'success', message: 'E-mail address changed' })
  }

  return (
    <AccountForm
      title="Enter the code"
      submitLabel="Change address"
      isBusy={isBusy}
      problem={problem}
      firstRef={firstRef}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {sentTo.isSent ? (
        <p>{`A code is on its way to ${sentTo.address}. It is valid for five minutes.`}</p>
      ) : (
        <Notice tone="caution">
          {`The code could not be sent to ${sentTo.address}. Close this and try again in a minute.`}
        </Notice>
      )}
      <Field label="Code" error={fields['otp']}>
        {(input) => (
          <CodeInput {...input} ref={firstRef} digits={CODE_DIGITS} value={code} onCode={setCode} />
        )}
      </Field>
    </AccountForm>
  )
}
