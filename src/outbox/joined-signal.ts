/** Aborts when any of the signals does. `AbortSignal.any` is missing in Safari before version 17.4. */
export function joinSignals(signals: readonly AbortSignal[]): AbortSignal {
  const joined = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) joined.abort()
    signal.addEventListener('abort', () => joined.abort(), { once: true })
  }
  return joined.signal
}
