import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useUserId } from '#src/session/use-session.ts'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'
import { hasFirstData } from './first-data.ts'
import { hasStartView } from './start-hint.ts'

const readStart = lazyScreen(async () => (await import('./read-start.tsx')).ReadStart)

/**
 * Opens the start page once, in place of an address without a section. On a device that does not know of one, reads the
 * views after the first screen, and stays there if the person has begun to use it.
 */
export function StartView() {
  const { search } = useLocation()
  const [isDue] = useState(search === '')
  return isDue ? <DueStart /> : null
}

function DueStart() {
  const userId = useUserId()
  const client = useQueryClient()
  const [isReading, setReading] = useState(() => hasStartView(userId) || hasFirstData(client))
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    const stop = client.getQueryCache().subscribe(({ type }) => {
      if (type === 'updated' && hasFirstData(client)) setReading(true)
    })
    const touch = () => setTouched(true)
    for (const type of PRESSES) window.addEventListener(type, touch, { capture: true })
    return () => {
      stop()
      for (const type of PRESSES) window.removeEventListener(type, touch, { capture: true })
    }
  }, [client])
  if (!isReading || isTouched) return null
  return (
    <Suspense fallback={null}>
      <readStart.Screen />
    </Suspense>
  )
}

const PRESSES = ['keydown', 'pointerdown', 'wheel'] as const
