import { TermsConditionsScreen } from '#src/features/policies/terms-conditions-screen.tsx'
import { PolicyShell } from './policy-shell.tsx'

export function TermsConditionsPage() {
  return (
    <PolicyShell>
      <TermsConditionsScreen />
    </PolicyShell>
  )
}
