// How long a request may take, with all that belongs to it.

const CONNECT_MS = 10_000 // look-up, connection and TLS, for each address
const WHOLE_MS = 60_000 // with all redirects

export interface Timeouts {
  connectMs?: number
  wholeMs?: number
}

export interface Limits {
  connectMs: number
  whole: AbortSignal
}

/** The whole time begins now. */
export function startLimits({ connectMs = CONNECT_MS, wholeMs = WHOLE_MS }: Timeouts = {}): Limits {
  return { connectMs, whole: AbortSignal.timeout(wholeMs) }
}

/** Look-ups cannot be ended. A socket that opens too late is closed by `connect`, which has the signal. */
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
