import { type ReactNode, Suspense } from 'react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import { LoginScreen } from '#src/features/auth/login-screen.tsx'
import { useSession } from '#src/session/use-session.ts'
import { useTitle } from '#src/ui/use-title.ts'
import { AccountGuard } from './account-guard.tsx'
import type { EndReason } from './ended-session.ts'
import { LateScreen, type LateScreenCode, lateScreen } from './late-screen.tsx'
import { OperatorGuard } from './operator-guard.tsx'
import type { Page } from './page.ts'
import { PolicyShell } from './policy-shell.tsx'

// What the operator's sign-in does not need comes later; vite.config.ts names what each address begins with.
const loadPanel = () => import('./panel-shell.tsx')
const panel = lateScreen(async () => (await loadPanel()).PanelShell)
const account = lateScreen(async () => (await import('./account-shell.tsx')).AccountShell)
const home = lateScreen(async () => (await import('#src/features/home/home-screen.tsx')).HomeScreen)
const register = lateScreen(
  async () => (await import('#src/features/auth/register-screen.tsx')).RegisterScreen,
)
const signIn = lateScreen(
  async () => (await import('#src/features/auth/sign-in-screen.tsx')).SignInScreen,
)
const verify = lateScreen(
  async () => (await import('#src/features/auth/verify-screen.tsx')).VerifyScreen,
)

/** How end users come in. */
const ENTRANCES = [
  { path: paths.register, title: 'Create an account', screen: register },
  { path: paths.signIn, title: 'Sign in', screen: signIn },
  { path: paths.verify, title: 'Enter the code', screen: verify },
]

const NOTHING = {}

const PUBLIC_SCREENS: Record<string, Pick<LateScreenCode<never>, 'preload'>> = {
  [paths.home]: home,
  [paths.register]: register,
  [paths.signIn]: signIn,
  [paths.verify]: verify,
}
const SHELLS: Record<string, typeof panel> = { [paths.dashboard]: panel, [paths.events]: account }

/**
 * Brings what an address will show before anything is drawn: the screen's code, for a signed-in person the runtime, and
 * of the dashboard what this device has of it. Resolves when it is there, or cannot be had: that is told where it is
 * missed.
 */
export async function prepareScreen({ pathname, search }: Location, page: Page): Promise<void> {
  const shell = page.session.find() && SHELLS[pathname]
  try {
    if (!shell) return void (await PUBLIC_SCREENS[pathname]?.preload())
    // The runtime first: the databases are opened while the screen's own code is run.
    const [runtime] = await Promise.all([page.loadRuntime(), shell.preload()])
    if (shell === panel) await (await loadPanel()).readFirst(runtime, search)
  } catch (error) {
    console.warn('The screen is drawn before all of its code is there.', error)
  }
}

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
              <LateScreen of={panel} given={{ page }} />
            </Suspense>
          </OperatorGuard>
        }
      />
      <Route
        path={paths.events}
        element={
          <AccountGuard page={page}>
            <Suspense fallback={null}>
              <LateScreen of={account} given={{ page }} />
            </Suspense>
          </AccountGuard>
        }
      />
      {ENTRANCES.map(({ path, title, screen }) => (
        <Route
          key={path}
          path={path}
          element={
            <Titled title={title}>
              <LateScreen of={screen} given={NOTHING} />
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
  const { state } = useLocation()
  const isSignedIn = useSession() !== null
  const reason = (state as { reason?: EndReason } | null)?.reason // set when a session ends by itself
  // The address keeps its state through a reload and Back: whoever has signed in since is not told any more.
  const words = reason && !isSignedIn ? REASONS[reason] : null
  return (
    <Titled title="Property Marketplace">
      <LateScreen of={home} given={{ reason: words ?? null }} />
    </Titled>
  )
}
