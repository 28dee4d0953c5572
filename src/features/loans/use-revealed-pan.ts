import { useEffect, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { revealPan } from '#src/api/sections/loans-api.ts'
import { formatTime } from '#src/domain/dates.ts'
import { useReloadHistory } from '#src/query-cache/use-history.ts'

const MINUTE_MS = 60_000
const SHOWN_MS = MINUTE_MS // long enough to copy ten characters, short enough for a screen left open

type Reveal =
  | { state: 'hidden' }
  | { state: 'asking' }
  | { state: 'shown'; pan: string }
  | { state: 'refused'; problem: string }

/**
 * One unmasked PAN number, held only in this component's state until it is hidden, a minute passes, or the sheet
 * closes.
 */
export function useRevealedPan(loanId: string) {
  const [reveal, setReveal] = useState<Reveal>({ state: 'hidden' })
  const reloadHistory = useReloadHistory('loan', loanId)

  useEffect(() => {
    if (reveal.state !== 'shown') return
    const timer = setTimeout(() => setReveal({ state: 'hidden' }), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [reveal])

  return {
    reveal,
    async show(): Promise<void> {
      setReveal({ state: 'asking' })
      try {
        setReveal({ state: 'shown', pan: await revealPan(loanId) })
        reloadHistory()
      } catch (error) {
        setReveal({ state: 'refused', problem: panProblem(error, Date.now()) })
      }
    },
    hide: () => setReveal({ state: 'hidden' }),
  }
}

/** Why a PAN number was not shown, and when to try again. */
function panProblem(error: unknown, nowMs: number): string {
  if (!(error instanceof ApiError)) return 'The PAN number could not be shown.'
  if (error.kind === 'no-answer') {
    return 'The server cannot be reached. A PAN number is never kept on this device, so it can only be shown online.'
  }
  if (error.status === 429) return `Too many PAN numbers were shown. ${retryMessage(error, nowMs)}`
  return error.serverMessage ?? 'The PAN number could not be shown.'
}

/** The clock time is shown without seconds, and rounded up, so that it is never too early. */
function retryMessage({ retryAfterMs }: ApiError, nowMs: number): string {
  if (retryAfterMs === null) return 'Try again later.'
  return `Try again at ${formatTime(Math.ceil((nowMs + retryAfterMs) / MINUTE_MS) * MINUTE_MS)}.`
}
