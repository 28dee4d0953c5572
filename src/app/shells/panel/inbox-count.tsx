import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMay } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'
import { useHasFirstData } from './first-data.ts'
import { SECTION_PERMISSIONS } from './section-permission.ts'

const unread = lazyScreen(async () => (await import('./unread-mentions.tsx')).UnreadMentions)

interface InboxCountProps {
  className: string
}

/** The number of new mentions. Waits for the first screen, whose reads come first. */
export function InboxCount(props: InboxCountProps) {
  const session = useSession()
  const mayRead = useMay(SECTION_PERMISSIONS.inbox ?? 'see-listings')
  if (!session?.takesKeys || !mayRead) return null
  return <LateCount {...props} />
}

function LateCount(props: InboxCountProps) {
  const isDue = useHasFirstData(useQueryClient())
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (!isDue) return
    let isOver = false
    unread.load().then(
      () => isOver || setLoaded(true),
      (error: unknown) => console.warn('New mentions are not counted.', error),
    )
    return () => {
      isOver = true
    }
  }, [isDue])
  return isLoaded ? <unread.Screen {...props} /> : null
}
