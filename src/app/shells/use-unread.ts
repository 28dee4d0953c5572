import { useQuery } from '@tanstack/react-query'
import { useUserId } from '#src/session/use-session.ts'

const FRESH_MS = 60_000 // a message takes a minute to leave as well

/** The number of unread messages; 0 while it is not known, because the messages themselves report failures. */
export function useUnread(isSeller: boolean): number {
  const { data = 0 } = useQuery({
    // Below the key of the messages (src/features/messages/use-messages.ts), which invalidates it.
    queryKey: ['found', useUserId(), 'messages', 'unread'],
    queryFn: async ({ signal }) => {
      try {
        return await (await import('#src/api/account/message-api.ts')).countUnread(signal)
      } catch {
        return 0 // also without a network, where even this code may be missing
      }
    },
    enabled: isSeller,
    staleTime: FRESH_MS,
  })
  return data
}
