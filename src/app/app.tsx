import { QueryClientProvider } from '@tanstack/react-query'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { InstallPrompt } from '#src/features/device/install-prompt.tsx'
import { SessionContext } from '#src/session/session-context.ts'
import { SyncContext } from '#src/sync/sync-context.ts'
import { Toaster } from '#src/ui/toaster.tsx'
import type { AppUpdates } from './app-updates.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { InsecureNote } from './insecure-note.tsx'
import { AppRoutes } from './router.tsx'
import type { Runtime } from './runtime.ts'
import { SessionWatch } from './session-watch.tsx'
import { UpdatePrompt } from './update-prompt.tsx'

export interface AppProps {
  runtime: Runtime
  /** Null where there is no service worker. */
  updates: AppUpdates | null
}

/** The providers around the routes, in the order in which they depend on each other. */
export function App({ runtime, updates }: AppProps) {
  return (
    <SessionContext value={runtime.session}>
      <QueryClientProvider client={runtime.queryClient}>
        <SyncContext value={runtime.sync}>
          <BrowserRouter>
            <InsecureNote />
            <SessionWatch sessionEnd={runtime.sessionEnd} />
            <Pages runtime={runtime} />
          </BrowserRouter>
          <div className="edge-prompts">
            <UpdatePrompt updates={updates} />
            <InstallPrompt offer={runtime.install} />
          </div>
          <Toaster />
        </SyncContext>
      </QueryClientProvider>
    </SessionContext>
  )
}

/** A page whose code cannot be loaded says so, and the next address is tried afresh. */
function Pages({ runtime }: Pick<AppProps, 'runtime'>) {
  const { pathname, search } = useLocation()
  return (
    <ErrorBoundary resetKey={`${pathname}${search}`}>
      <AppRoutes runtime={runtime} />
    </ErrorBoundary>
  )
}
