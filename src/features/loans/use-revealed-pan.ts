import { useEffect, useState } from 'react'
import { revealPan } from '#src/api/admin-api.ts'
import { useReloadHistory } from '#src/query-cache/use-history.ts'
import { panProblem } from './pan-reveal.ts'

const SHOWN_MS = 60_000 // long enough to copy ten characters, short enough for a screen left open

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
