import { lazy, Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import { LoginScreen } from '#src/features/auth/login-screen.tsx'
import { HomeScreen } from '#src/features/home/home-screen.tsx'
import { OperatorGuard } from './operator-guard.tsx'
import { PolicyShell } from './policy-shell.tsx'
import type { Runtime } from './runtime.ts'
import type { EndReason } from './session-end.ts'
import { useTitle } from './use-title.ts'

// What the sign-in page does not need comes later.
const PanelShell = lazy(async () => ({ default: (await import('./panel-shell.tsx')).PanelShell }))

export function AppRoutes({ runtime }: { runtime: Runtime }) {
  return (
    <Routes>
      <Route path={paths.home} element={<Home />} />
      <Route
        path={paths.dashboard}
        element={
          <OperatorGuard sessionEnd={runtime.sessionEnd}>
            <Suspense fallback={null}>
              <PanelShell runtime={runtime} />
            </Suspense>
          </OperatorGuard>
        }
      />
      <Route path={paths.privacyPolicy} element={<PolicyShell policy="privacy" />} />
      <Route path={paths.termsConditions} element={<PolicyShell policy="terms" />} />
      <Route path={paths.login} element={<Login />} />
      {/* Any unknown path shows the login screen too, in place (specification, section 2). */}
      <Route path="*" element={<Login />} />
    </Routes>
  )
}

function Login() {
  useTitle('Admin')
  return <LoginScreen />
}

const REASONS: Record<EndReason, string> = {
  unauthorised: 'Your session ended. Please sign in again; nothing that was waiting is lost.',
  expired: 'Your session has expired. Please sign in again; nothing that was waiting is lost.',
}

function Home() {
  useTitle('Property Marketplace')
  const { state } = useLocation()
  const reason = (state as { reason?: EndReason } | null)?.reason // set by SessionWatch alone
  return <HomeScreen reason={reason ? (REASONS[reason] ?? null) : null} />
}
