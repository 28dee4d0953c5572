import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { ReturnTo } from '#src/features/auth/return-to.ts'
import { userIdOf } from '#src/session/session-store.ts'
import { useSession } from '#src/session/use-session.ts'

/** This page, to which a sign-in returns the person who was last signed in on it; null if nobody was. */
export function useWayBack(): ReturnTo | null {
  const session = useSession()
  const { pathname, search } = useLocation()
  const userId = useLast(session && userIdOf(session))
  return userId === null ? null : { path: `${pathname}${search}`, userId }
}

/** The last non-null value. */
function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
