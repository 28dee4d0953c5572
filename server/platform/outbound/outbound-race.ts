import type { Socket } from 'node:net'

// RFC 8305 recommends 250 ms for TCP alone. With TLS, a far host takes two round trips more.
const NEXT_MS = 1_000

type Open = (address: string, signal: AbortSignal) => Promise<Socket>

/**
 * Connects to the first address that answers, in their order ("Happy Eyeballs", RFC 8305): starts with the next
 * address as soon as the one before failed, or after NEXT_MS, and then closes all connections but the first that
 * opened. @throws the last failure if all addresses fail; the signal's reason when it aborts
 */
export function openFirst(
  addresses: readonly string[],
  open: Open,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const attempts = new Set<AbortController>()
    const left = [...addresses]
    let isSettled = false
    let timer: NodeJS.Timeout | undefined

    function settle(report: () => void): void {
      isSettled = true
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      for (const attempt of attempts) attempt.abort()
      report()
    }

    function onAbort(): void {
      settle(() => reject(signal.reason))
    }

    function startNext(): void {
      clearTimeout(timer)
      const address = left.shift()
      if (address === undefined) return
      const attempt = new AbortController()
      attempts.add(attempt)
      open(address, attempt.signal).then(
        (socket) => {
          attempts.delete(attempt)
          if (isSettled) socket.destroy()
          else settle(() => resolve(socket))
        },
        (error: unknown) => {
          attempts.delete(attempt)
          if (isSettled) return
          if (left.length + attempts.size === 0) settle(() => reject(error))
          else startNext()
        },
      )
      timer = setTimeout(startNext, NEXT_MS)
    }

    signal.addEventListener('abort', onAbort)
    startNext()
  })
}
