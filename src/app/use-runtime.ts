import { useEffect, useState } from 'react'
import type { Runtime } from './runtime.ts'
import type { Page } from './startup/page.ts'

/** The page's runtime once it is there, or why it cannot be had. The first use that wants it brings it, after the paint. */
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
