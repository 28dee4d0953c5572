import { memo, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import { PAGE_TITLES, PUBLIC_PATHS, type PublicPath } from '#src/config/public-pages.ts'
import { LoginScreen } from '#src/features/auth/login-screen.tsx'
import { type LazyScreen, lazyScreen } from '#src/ui/lazy-screen.tsx'
import { useTitle } from '#src/ui/use-title.ts'
import type { Runtime } from './runtime.ts'
import { AccountGuard } from './session/account-guard.tsx'
import { OperatorGuard } from './session/operator-guard.tsx'
import { Hydration } from './startup/hydration.tsx'
import type { Page } from './startup/page.ts'

// Code that the operator's sign-in does not need is lazy; build/preload-code.ts lists each URL's initial code.
const loadPanel = () => import('#src/app/shells/panel/panel-shell.tsx')
const panel = lazyScreen(async () => (await loadPanel()).PanelShell)
const account = lazyScreen(async () => (await import('./shells/account-shell.tsx')).AccountShell)

const links = lazyScreen(
  async () => (await import('#src/features/auth/links/link-screen.tsx')).LinkScreen,
)

/** The screens that need no session, by their URL path. */
const PUBLIC_SCREENS: Readonly<Record<PublicPath, LazyScreen<object>>> = {
  [paths.home]: lazyScreen(
    async () => (await import('#src/app/shells/public/home-page.tsx')).HomePage,
  ),
  // Not lazy, because every unknown URL shows it.
  [paths.login]: { load: async () => LoginScreen, Screen: LoginScreen },
  [paths.register]: lazyScreen(
    async () =>
      (await import('#src/features/auth/registration/register-screen.tsx')).RegisterScreen,
  ),
  [paths.signIn]: lazyScreen(
    async () => (await import('#src/features/auth/sign-in-screen.tsx')).SignInScreen,
  ),
  [paths.verify]: lazyScreen(
    async () => (await import('#src/features/auth/registration/verify-screen.tsx')).VerifyScreen,
  ),
  [paths.join]: links,
  [paths.reset]: links,
  [paths.forgot]: links,
  [paths.privacyPolicy]: lazyScreen(
    async () => (await import('#src/app/shells/public/privacy-policy-page.tsx')).PrivacyPolicyPage,
  ),
  [paths.termsConditions]: lazyScreen(
    async () =>
      (await import('#src/app/shells/public/terms-conditions-page.tsx')).TermsConditionsPage,
  ),
  [paths.grievance]: lazyScreen(
    async () => (await import('#src/app/shells/public/grievance-page.tsx')).GrievancePage,
  ),
}

const SHELLS: Record<string, LazyScreen<{ page: Page }>> = {
  [paths.dashboard]: panel,
  [paths.events]: account,
  [paths.listings]: account,
  [paths.messages]: account,
}

/**
 * Loads what a URL needs before the first render: the screen's code, the runtime for a signed-in person, and the
 * dashboard's saved copy. Returns false if a part cannot be loaded; the screen that needs the part reports it.
 */
export async function prepareScreen({ pathname, search }: Location, page: Page): Promise<boolean> {
  const shell = page.session.find() && SHELLS[pathname]
  try {
    if (!shell) {
      const path = PUBLIC_PATHS.find((known) => known === pathname)
      if (path) await PUBLIC_SCREENS[path].load()
      return true
    }
    // Loads both in parallel: the runtime opens the databases while the screen's code loads.
    const [runtime] = await Promise.all([page.loadRuntime(), shell.load()])
    if (shell === panel) await (await loadPanel()).readFirst(runtime, search)
    return true
  } catch (error) {
    console.warn('The screen renders before all of its code is loaded.', error)
    return false
  }
}

/** Pages without a sign-in form, where nothing is preloaded. */
const READING_PATHS: readonly string[] = [
  paths.home,
  paths.privacyPolicy,
  paths.termsConditions,
  paths.grievance,
  ...Object.keys(SHELLS),
]

/**
 * Preloads the code of the screen that follows a sign-in at this path, while the person types. Requests the
 * operator's figures in the task in which the session gets its token. Returns a function that unsubscribes from the
 * session.
 */
export function prepareSignIn(pathname: string, runtime: Runtime): () => void {
  if (READING_PATHS.includes(pathname)) return () => undefined
  const warn = (error: unknown) => console.warn('Code could not be loaded ahead.', error)
  const isAccount = pathname.startsWith('/account/')
  // Imported only once: a second import would wait for the chunk's styles again and delay the request.
  const panelCode = isAccount ? null : loadPanelAhead()
  ;(panelCode ?? account.load()).catch(warn)
  return runtime.session.subscribe((session) => {
    if (!session?.isOperator) return
    ;(panelCode ?? loadPanel()).then(({ readAtSignIn }) => readAtSignIn(runtime)).catch(warn)
  })
}

/** Also loads the panel's screen, which then renders without suspending. */
async function loadPanelAhead() {
  const [code] = await Promise.all([loadPanel(), panel.load()])
  return code
}

/** The screen of the current URL. Memoised, so that a URL change within a screen does not re-render its shell. */
export const AppRoutes = memo(function AppRoutes({ page }: { page: Page }) {
  return (
    <Routes>
      <Route
        path={paths.dashboard}
        element={
          <OperatorGuard page={page}>
            <Suspense fallback={null}>
              <panel.Screen page={page} />
            </Suspense>
          </OperatorGuard>
        }
      />
      {[paths.events, paths.listings, paths.messages].map((path) => (
        <Route
          key={path}
          path={path}
          element={
            <AccountGuard page={page}>
              <Suspense fallback={null}>
                <account.Screen page={page} />
              </Suspense>
            </AccountGuard>
          }
        />
      ))}
      {PUBLIC_PATHS.map((path) => (
        <Route key={path} path={path} element={<PublicScreen path={path} />} />
      ))}
      {/* Any unknown path also shows the login screen, without a redirect (specification, section 2). */}
      <Route path="*" element={<PublicScreen path={paths.login} />} />
    </Routes>
  )
})

function PublicScreen({ path }: { path: PublicPath }) {
  useTitle(PAGE_TITLES[path])
  const { Screen } = PUBLIC_SCREENS[path]
  return (
    <Suspense fallback={null}>
      <Hydration />
      <Screen />
    </Suspense>
  )
}
