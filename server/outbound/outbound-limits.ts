// The time limits of a request.

const CONNECT_MS = 10_000 // DNS look-up, connection and TLS, for each URL of a chain of redirects
const WHOLE_MS = 60_000 // of the request with all redirects

export interface Timeouts {
  connectMs?: number
  wholeMs?: number
}

export interface Limits {
  connectMs: number
  whole: AbortSignal
}

/** Starts the time limit of a whole request. */
export function startLimits({ connectMs = CONNECT_MS, wholeMs = WHOLE_MS }: Timeouts = {}): Limits {
  return { connectMs, whole: AbortSignal.timeout(wholeMs) }
}

/**
 * Settles like the work, but rejects as soon as the signal aborts: a DNS look-up cannot be aborted. The
 * `Connect` in the work gets the signal too, and closes a socket that opens too late.
 */
export async function endWith<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let onAbort: () => void = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
