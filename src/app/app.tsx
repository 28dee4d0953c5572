import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { AuthPageContext } from '#src/features/auth/auth-page-context.ts'
import { InstallPrompt } from '#src/features/device/install-prompt.tsx'
import { SessionContext } from '#src/session/use-session.ts'
import { watchFilledValues } from '#src/ui/form/filled-values.ts'
import { PartBoundaryContext } from '#src/ui/layout/part-boundary.ts'
import { Toaster } from '#src/ui/toast/toaster.tsx'
import { AppRoutes } from './router.tsx'
import { SessionWatch } from './session/session-watch.tsx'
import { ErrorBoundary } from './shells/error-boundary.tsx'
import { InsecureNote } from './shells/insecure-note.tsx'
import type { Page } from './startup/page.ts'
import { LazyUpdatePrompt } from './updates/lazy-update-prompt.tsx'
import type { LoadedUpdates } from './updates/load-updates.ts'

export interface AppProps {
  page: Page
  /** Null where there is no service worker. */
  updates: Promise<LoadedUpdates> | null
  /** A warning at the top of every screen, if the browser blocks this site's data. */
  note?: ReactNode
}

/** Wraps every screen, inside a router. with-runtime.tsx adds the providers that need the runtime. */
export function App({ page, updates, note }: AppProps) {
  useEffect(() => watchFilledValues(window), [])
  return (
    <SessionContext value={page.session}>
      <AuthPageContext value={page.authPage}>
        <InsecureNote />
        {note}
        <SessionWatch page={page} />
        <Pages page={page} />
      </AuthPageContext>
      <Toaster>
        <LazyUpdatePrompt updates={updates} />
        <InstallPrompt offer={page.install} />
      </Toaster>
    </SessionContext>
  )
}

/** Renders the page of the current URL. If its code cannot be loaded, shows an error until the URL changes. */
function Pages({ page }: Pick<AppProps, 'page'>) {
  const { pathname, search } = useLocation()
  useEffect(() => {
    // public/early.js handles this event: it links the web app manifest of the new URL.
    if (pathname) window.dispatchEvent(new Event('addresschange'))
  }, [pathname])
  return (
    <ErrorBoundary resetKey={`${pathname}${search}`}>
      <PartBoundaryContext value={PartBoundary}>
        <AppRoutes page={page} />
      </PartBoundaryContext>
    </ErrorBoundary>
  )
}

function PartBoundary({ children }: { children: ReactNode }) {
  return <ErrorBoundary resetKey="">{children}</ErrorBoundary>
}
