import { PrivacyPolicyScreen } from '#src/features/policies/privacy-policy-screen.tsx'
import { PolicyShell } from './policy-shell.tsx'

export function PrivacyPolicyPage() {
  return (
    <PolicyShell>
      <PrivacyPolicyScreen />
    </PolicyShell>
  )
}
