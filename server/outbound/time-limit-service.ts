// Time limits by plain timers. `AbortSignal.any` and `AbortSignal.timeout` hold each other only weakly in
// Node 20: a combined signal may be collected before it fires, and then never aborts.

/** The error of work that was not done in time. */
export class TimeLimitError extends Error {
  override name = 'TimeLimitError'
}

/**
 * Settles like the work, but rejects with a TimeLimitError after `ms` milliseconds, or with the reason of `outer` as
 * soon as that aborts. The work's signal aborts at the same moment; work that ignores it is no longer waited for.
 * `restart` begins the time anew.
 */
export async function endWithin<Result>(
  ms: number,
  work: (signal: AbortSignal, restart: () => void) => Promise<Result>,
  outer?: AbortSignal,
): Promise<Result> {
  outer?.throwIfAborted()
  const ending = new AbortController()
  const { signal } = ending
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  const timer = setTimeout(() => ending.abort(new TimeLimitError('It took too long.')), ms)
  const onOuterAbort = () => ending.abort(outer?.reason)
  outer?.addEventListener('abort', onOuterAbort)
  try {
    return await Promise.race([work(signal, () => timer.refresh()), aborted])
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', onOuterAbort)
  }
}
