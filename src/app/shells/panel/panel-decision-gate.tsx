import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'
import { useHasFirstData, useLoaded } from './first-data.ts'

const decisionGate = lazyScreen(
  async () => (await import('#src/features/listings/decision-gate.tsx')).DecisionGate,
)

/**
 * Asks for the reasons of rejections, where they are required, and before decisions about listings that others review. Waits
 * for the first screen, whose reads come first, or for the first question.
 */
export function PanelDecisionGate() {
  const client = useQueryClient()
  const { questions } = useOutbox()
  const isFirstThere = useHasFirstData(client)
  const [isAsked, setAsked] = useState(false)
  const isDue = isFirstThere || isAsked
  useEffect(() => {
    if (!isDue) return questions.subscribe(() => setAsked(true))
  }, [questions, isDue])
  return useLoaded(decisionGate, isDue) ? <decisionGate.Screen /> : null
}
