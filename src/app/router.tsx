import { lazy, type ReactNode, Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import { LoginScreen } from '#src/features/auth/login-screen.tsx'
import { HomeScreen } from '#src/features/home/home-screen.tsx'
import type { Session } from '#src/session/session-store.ts'
import { useSession } from '#src/session/use-session.ts'
import { useTitle } from '#src/ui/use-title.ts'
import { AccountGuard } from './account-guard.tsx'
import type { EndReason } from './ended-session.ts'
import { OperatorGuard } from './operator-guard.tsx'
import type { Page } from './page.ts'
import { PolicyShell } from './policy-shell.tsx'

// What the sign-in page does not need comes later.
const loadAccount = () => import('./account-shell.tsx')
const loadPanel = () => import('./panel-shell.tsx')
const AccountShell = lazy(async () => ({ default: (await loadAccount()).AccountShell }))
const PanelShell = lazy(async () => ({ default: (await loadPanel()).PanelShell }))

/** Asks for the code of the shell that an address will show, before anything is drawn. */
export function preloadShell({ pathname }: Location, session: Session | null): void {
  const load = { [paths.dashboard]: loadPanel, [paths.events]: loadAccount }[pathname]
  // Who fails to load it now is told when it is missed.
  if (session) load?.().catch(() => undefined)
}

/** How end users come in. */
const ENTRANCES = [
  {
    path: paths.register,
    title: 'Create an account',
    Screen: lazy(async () => ({
      default: (await import('#src/features/auth/register-screen.tsx')).RegisterScreen,
    })),
  },
  {
    path: paths.signIn,
    title: 'Sign in',
    Screen: lazy(async () => ({
      default: (await import('#src/features/auth/sign-in-screen.tsx')).SignInScreen,
    })),
  },
  {
    path: paths.verify,
    title: 'Enter the code',
    Screen: lazy(async () => ({
      default: (await import('#src/features/auth/verify-screen.tsx')).VerifyScreen,
    })),
  },
]

export function AppRoutes({ page }: { page: Page }) {
  const login = (
    <Titled title="Admin">
      <LoginScreen />
    </Titled>
  )
  return (
    <Routes>
      <Route path={paths.home} element={<Home />} />
      <Route
        path={paths.dashboard}
        element={
          <OperatorGuard page={page}>
            <Suspense fallback={null}>
              <PanelShell page={page} />
            </Suspense>
          </OperatorGuard>
        }
      />
      <Route
        path={paths.events}
        element={
          <AccountGuard page={page}>
            <Suspense fallback={null}>
              <AccountShell page={page} />
            </Suspense>
          </AccountGuard>
        }
      />
      {ENTRANCES.map(({ path, title, Screen }) => (
        <Route
          key={path}
          path={path}
          element={
            <Titled title={title}>
              <Screen />
            </Titled>
          }
        />
      ))}
      <Route path={paths.privacyPolicy} element={<PolicyShell policy="privacy" />} />
      <Route path={paths.termsConditions} element={<PolicyShell policy="terms" />} />
      <Route path={paths.login} element={login} />
      {/* Any unknown path shows the login screen too, in place (specification, section 2). */}
      <Route path="*" element={login} />
    </Routes>
  )
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  return <Suspense fallback={null}>{children}</Suspense>
}

const REASONS: Record<EndReason, string> = {
  unauthorised: 'Your session ended. Please sign in again; nothing that was waiting is lost.',
  expired: 'Your session has expired. Please sign in again; nothing that was waiting is lost.',
}

function Home() {
  useTitle('Property Marketplace')
  const { state } = useLocation()
  const isSignedIn = useSession() !== null
  const reason = (state as { reason?: EndReason } | null)?.reason // set when a session ends by itself
  // The address keeps its state through a reload and Back: whoever has signed in since is not told any more.
  const words = reason && !isSignedIn ? REASONS[reason] : null
  return <HomeScreen reason={words ?? null} />
}
