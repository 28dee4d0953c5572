import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useSavedViews, viewPath } from '#src/query-cache/use-saved-views.ts'
import { useUserId } from '#src/session/use-session.ts'
import { noteStartView } from './start-hint.ts'

/** Reads the saved views, and opens the start page in place of an address without a section. */
export function ReadStart() {
  const userId = useUserId()
  const { value } = useSavedViews()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!value || isOver) return
    const start = value.find(({ layer }) => layer?.isStart)
    noteStartView(userId, start !== undefined)
    if (start && search === '') navigate(viewPath(start), { replace: true })
    // A saved copy without a start page may be older than the choice.
    if (start || search !== '') setOver(true)
  }, [value, isOver, search, navigate, userId])
  return null
}
