import { useEffect, useState } from 'react'
import type { Runtime } from './runtime.ts'
import type { Page } from './startup/page.ts'

/** Returns the page's runtime once loaded, or why it failed to load. The first caller loads it, after the paint. */
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
