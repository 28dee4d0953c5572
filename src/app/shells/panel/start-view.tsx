import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSavedViews, viewPath } from '#src/query-cache/use-saved-views.ts'
import { useUserId } from '#src/session/use-session.ts'
import { hasFirstData } from './first-data.ts'

// The start page: a saved view that a person chose to open first. The choice is on the server; the device remembers only
// that there is one, so that nobody else waits for the views.

const HINT = 'start-view:'

/** Whether this device has seen that the person has a start page. */
export function hasStartView(userId: string): boolean {
  return localStorage.getItem(HINT + userId) !== null
}

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
  return isReading && !isTouched ? <ReadStart /> : null
}

const PRESSES = ['keydown', 'pointerdown', 'wheel'] as const

function ReadStart() {
  const userId = useUserId()
  const { value } = useSavedViews()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!value || isOver) return
    const start = value.find(({ layer }) => layer?.isStart)
    if (start) localStorage.setItem(HINT + userId, '')
    else localStorage.removeItem(HINT + userId)
    if (start && search === '') navigate(viewPath(start), { replace: true })
    // A saved copy without a start page may be older than the choice.
    if (start || search !== '') setOver(true)
  }, [value, isOver, search, navigate, userId])
  return null
}
