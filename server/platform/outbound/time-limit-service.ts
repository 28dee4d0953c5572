// Time limits by plain timers. `AbortSignal.any` and `AbortSignal.timeout` hold each other only weakly in
// Node 20: a combined signal may be collected before it fires, and then never aborts.

/** The error of work that was not done in time. */
export class TimeLimitError extends Error {
  override name = 'TimeLimitError'
}

/**
 * Does the work, and waits for it at most `ms` milliseconds, or until `outer` aborts. Then it aborts the signal of the
 * work and rejects at once, also if the work ignores its signal. The work may call `restart` to have `ms` again.
 * @throws TimeLimitError after the time; the reason of `outer` if that aborts; the error of the work
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
