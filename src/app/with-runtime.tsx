import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { OutboxContext } from '#src/outbox/use-outbox.ts'
import { ReadContext } from '#src/query-cache/use-saved-read.ts'
import { VideoContext } from '#src/saved-videos/use-video-source.ts'
import type { Runtime } from './runtime.ts'
import type { Page } from './startup/page.ts'
// Bundles the runtime with the shells, so that `page.loadRuntime()` needs no further request.
import './runtime.ts'
import { useRuntime } from './use-runtime.ts'

export interface WithRuntimeProps {
  page: Page
  children: (runtime: Runtime) => ReactNode
}

/** Wraps the children in the providers that need the runtime. */
export function WithRuntime({ page, children }: WithRuntimeProps) {
  const { runtime, failure } = useRuntime(page)
  if (failure) throw failure
  if (!runtime) return null
  return (
    <QueryClientProvider client={runtime.queryClient}>
      <OutboxContext value={runtime.sync}>
        <ReadContext value={runtime.sync}>
          <VideoContext value={runtime.sync.videos}>{children(runtime)}</VideoContext>
        </ReadContext>
      </OutboxContext>
    </QueryClientProvider>
  )
}
