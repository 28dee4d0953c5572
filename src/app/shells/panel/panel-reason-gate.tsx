import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useOutbox } from '#src/outbox/use-outbox.ts'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'
import { hasFirstData } from './first-data.ts'

const reasonGate = lazyScreen(
  async () => (await import('#src/features/listings/reasons/reason-gate.tsx')).ReasonGate,
)

/**
 * Asks for the reasons of rejections, where they are required. Waits for the first screen, whose reads come first, or for the
 * first question.
 */
export function PanelReasonGate() {
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
    reasonGate.load().then(
      () => isOver || setLoaded(true),
      (error: unknown) => console.warn('Nothing asks for the reasons of rejections.', error),
    )
    return () => {
      isOver = true
    }
  }, [isDue])
  return isLoaded ? <reasonGate.Screen /> : null
}
