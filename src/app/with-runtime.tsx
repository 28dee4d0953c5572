import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SyncContext } from '#src/sync/sync-context.ts'
import type { Page } from './page.ts'
// Comes in the shells' own download, so that loading it again is a matter of a moment.
import type { Runtime } from './runtime.ts'
import './runtime.ts'
import { useRuntime } from './use-runtime.ts'

export interface WithRuntimeProps {
  page: Page
  children: (runtime: Runtime) => ReactNode
}

/** The runtime's providers around what needs them. */
export function WithRuntime({ page, children }: WithRuntimeProps) {
  const { runtime, failure } = useRuntime(page)
  if (failure) throw failure
  if (!runtime) return null
  return (
    <QueryClientProvider client={runtime.queryClient}>
      <SyncContext value={runtime.sync}>{children(runtime)}</SyncContext>
    </QueryClientProvider>
  )
}
