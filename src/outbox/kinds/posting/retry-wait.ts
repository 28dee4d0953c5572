import { watchServerReturn } from '#src/api/server-return.ts'
import { retryDelayMs } from '#src/outbox/retry-policy.ts'

/**
 * Waits as long as the outbox does after this number of tries, and at least `retryAfterMs`, which the server asked for.
 * Resolves earlier, but not before that, when the network or the server is back, or the page is shown again.
 */
export function waitToRetry(
  tries: number,
  signal: AbortSignal,
  retryAfterMs: number | null = null,
): Promise<void> {
  const isVisible = document.visibilityState === 'visible'
  const waitMs = retryDelayMs({ tries, isVisible, retryAfterMs, random: Math.random() })
  const allowedAt = performance.now() + (retryAfterMs ?? 0)
  return new Promise((resolve) => {
    const end = () => {
      stopWatching()
      clearTimeout(timer)
      globalThis.removeEventListener('online', endEarly)
      document.removeEventListener('visibilitychange', onShown)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const endEarly = () => {
      if (performance.now() >= allowedAt) end()
    }
    const onShown = () => {
      if (document.visibilityState === 'visible') endEarly()
    }
    const timer = setTimeout(end, waitMs)
    globalThis.addEventListener('online', endEarly)
    document.addEventListener('visibilitychange', onShown)
    signal.addEventListener('abort', end)
    // A server that answers, but not this call, gets the growing delays.
    const stopWatching = watchServerReturn(endEarly, { isLost: false })
  })
}
