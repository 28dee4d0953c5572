import { useAuthPageServices } from '#src/features/auth/auth-page-context.ts'
import { GrievanceScreen } from '#src/features/grievances/grievance-screen.tsx'
import { PolicyShell } from './policy-shell.tsx'

export function GrievancePage() {
  const { loadApi } = useAuthPageServices()
  return (
    <PolicyShell>
      <GrievanceScreen connect={loadApi} />
    </PolicyShell>
  )
}
