import { useEffect, useState } from 'react'
import type { Runtime } from './runtime.ts'
import type { Page } from './startup/page.ts'

/** Loads the page's runtime in an effect, if it is wanted. Returns the runtime, or why it failed to load. */
export function useRuntime(
  page: Page,
  isWanted = true,
): { runtime: Runtime | null; failure: unknown } {
  const [runtime, setRuntime] = useState(page.findRuntime)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (!isWanted) return
    let isGone = false
    page.loadRuntime().then(
      (loaded) => !isGone && setRuntime(loaded),
      (error: unknown) => !isGone && setFailure(error),
    )
    return () => {
      isGone = true
    }
  }, [page, isWanted])
  return { runtime, failure }
}
