import { useQuery } from '@tanstack/react-query'
import { useUserId } from '#src/session/use-session.ts'

const FRESH_MS = 60_000 // not shorter: the server itself sends a message only a minute after the decision

/** The number of unread messages; 0 until it is known, and after a failure, which the messages screen reports. */
export function useUnread(isSeller: boolean): number {
  const { data = 0 } = useQuery({
    // An invalidation of the key in src/features/messages/use-messages.ts includes this longer key.
    queryKey: ['found', useUserId(), 'messages', 'unread'],
    queryFn: async ({ signal }) => {
      try {
        return await (await import('#src/api/account/message-api.ts')).countUnread(signal)
      } catch {
        return 0 // also if the code of the request cannot be loaded without a network
      }
    },
    enabled: isSeller,
    staleTime: FRESH_MS,
  })
  return data
}
