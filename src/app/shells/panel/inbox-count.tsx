import { useQueryClient } from '@tanstack/react-query'
import { useMay } from '#src/session/use-may.ts'
import { useSession } from '#src/session/use-session.ts'
import { lazyScreen } from '#src/ui/lazy-screen.tsx'
import { useHasFirstData, useLoaded } from './first-data.ts'

const unread = lazyScreen(async () => (await import('./unread-mentions.tsx')).UnreadMentions)

/** The number of new mentions, for those who have an inbox. Waits for the first screen, whose reads come first. */
export function InboxCount(props: { className: string }) {
  const session = useSession()
  const hasInbox = useMay('see-listings') && session?.takesKeys === true
  const isDue = useHasFirstData(useQueryClient()) && hasInbox
  return useLoaded(unread, isDue) && hasInbox ? <unread.Screen {...props} /> : null
}
