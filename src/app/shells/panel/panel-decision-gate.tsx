import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'
import { hasFirstData } from './first-data.ts'

const decisionGate = lazyScreen(
  async () => (await import('#src/features/listings/claims/decision-gate.tsx')).DecisionGate,
)

/**
 * Asks for the reasons of rejections, where they are required, and before decisions about listings that others review. Waits
 * for the first screen, whose reads come first, or for the first question.
 */
export function PanelDecisionGate() {
  const client = useQueryClient()
  const { questions } = useOutbox()
  const [isDue, setDue] = useState(() => hasFirstData(client))
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (isDue) return
    const stopAsked = questions.subscribe(() => setDue(true))
    const stopRead = client.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated' && hasFirstData(client)) setDue(true)
    })
    return () => {
      stopAsked()
      stopRead()
    }
  }, [client, questions, isDue])
  useEffect(() => {
    if (!isDue) return
    let isOver = false
    decisionGate.load().then(
      () => isOver || setLoaded(true),
      (error: unknown) => console.warn('Nothing asks before decisions.', error),
    )
    return () => {
      isOver = true
    }
  }, [isDue])
  return isLoaded ? <decisionGate.Screen /> : null
}
