import { useQuery } from '@tanstack/react-query'
import { countUnread } from '#src/api/account/unread-count.ts'
import { useUserId } from '#src/session/use-session.ts'

const FRESH_MS = 60_000 // not shorter: the server itself sends a message only a minute after the decision

/** The number of unread messages; 0 until it is known. After a failed request, the last known number. */
export function useUnread(isSeller: boolean): number {
  const { data = 0 } = useQuery({
    // Begins with the key in src/features/messages/use-messages.ts, so that its invalidation includes this query.
    queryKey: ['found', useUserId(), 'messages', 'unread'],
    queryFn: ({ signal }) => countUnread(signal),
    enabled: isSeller,
    staleTime: FRESH_MS,
  })
  return data
}
