import { useState } from 'react'
import { confirmTotp, startTotpSetup } from '#src/api/second-factor-api.ts'
import type { TotpSetup } from '#src/domain/second-factor.ts'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { useMediaQuery } from '#src/ui/use-media-query.ts'
import { CopyButton } from './copy-button.tsx'
import { FactorForm } from './factor-form.tsx'
import { FactorPassword } from './factor-password.tsx'
import { QrCode } from './qr-code.tsx'

export interface TotpEnrolmentProps {
  onCodes: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Turns two-step sign-in on: the password, the secret for the app, and the app's first code. */
export function TotpEnrolment({ onCodes, onCancel }: TotpEnrolmentProps) {
  const [setup, setSetup] = useState<TotpSetup | null>(null)
  if (!setup) {
    const start = async (password: string) => setSetup(await startTotpSetup(password))
    return <FactorPassword submitLabel="Continue" onSubmit={start} onCancel={onCancel} />
  }
  return (
    <div className="stack">
      <AppSecret setup={setup} />
      <FactorForm
        label="Code"
        hint="The 6 digits that the app shows now."
        name="code"
        submitLabel="Turn on"
        onSubmit={async (code) => onCodes(await confirmTotp(code))}
        onCancel={onCancel}
      >
        {(input) => <TextInput {...input} inputMode="numeric" autoComplete="one-time-code" />}
      </FactorForm>
    </div>
  )
}

function AppSecret({ setup: { secret, address } }: { setup: TotpSetup }) {
  const isPhone = useMediaQuery('(pointer: coarse)')
  return (
    <>
      {isPhone && (
        <a className="button" data-variant="primary" data-size="medium" href={address}>
          Open in authenticator app
        </a>
      )}
      <p>
        {isPhone
          ? 'Or scan this code with an authenticator app on another device:'
          : 'Scan this code with an authenticator app on your phone:'}
      </p>
      <QrCode text={address} label="QR code for the authenticator app" />
      <p>Or type this key into the app:</p>
      <code className="totp-secret">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      <div className="row">
        <CopyButton text={secret}>Copy key</CopyButton>
      </div>
    </>
  )
}
