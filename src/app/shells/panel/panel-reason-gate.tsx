import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useOutbox } from '#src/outbox/use-outbox.ts'

const ReasonGate = lazy(async () => ({
  default: (await import('#src/features/listings/reasons/reason-gate.tsx')).ReasonGate,
}))

/**
 * Asks for the reasons of rejections, where they are required. Waits for the first screen, whose reads come first, or for the
 * first question.
 */
export function PanelReasonGate() {
  const client = useQueryClient()
  const [isDue, setDue] = useState(() => hasFirstData(client))
  const { questions } = useOutbox()
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
  if (!isDue) return null
  return (
    <Suspense fallback={null}>
      <ReasonGate />
    </Suspense>
  )
}

/** Whether a screen has data, from the server or from a saved copy, and nothing is being read. */
function hasFirstData(client: QueryClient): boolean {
  const reads = client.getQueryCache().getAll()
  return client.isFetching() === 0 && reads.some(({ state }) => state.data !== undefined)
}
