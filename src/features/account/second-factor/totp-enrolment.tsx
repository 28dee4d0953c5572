import { useState } from 'react'
import { confirmTotp, startTotpSetup } from '#src/api/account/second-factor-api.ts'
import type { TotpSetup } from '#src/domain/account/second-factor.ts'
import { TextInput } from '#src/ui/form/text-input.tsx'
import { TotpSetupSteps } from '#src/ui/two-step/totp-setup.tsx'
import { FactorForm } from './factor-form.tsx'
import { FactorPassword } from './factor-password.tsx'

export interface TotpEnrolmentProps {
  onCodes: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Turns two-step sign-in on: asks for the password, shows the secret for the app, asks for the app's first code. */
export function TotpEnrolment({ onCodes, onCancel }: TotpEnrolmentProps) {
  const [setup, setSetup] = useState<TotpSetup | null>(null)
  if (!setup) {
    const start = async (password: string) => setSetup(await startTotpSetup(password))
    return <FactorPassword submitLabel="Continue" onSubmit={start} onCancel={onCancel} />
  }
  return (
    <div className="stack">
      <TotpSetupSteps {...setup} />
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
