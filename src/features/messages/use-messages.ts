import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listMessages, markMessageRead, markMessagesRead } from '#src/api/account/message-api.ts'
import { describeOnlineFailure } from '#src/api/online-failure.ts'
import { useUserId } from '#src/session/use-session.ts'

/** What to mark as read: one message, or a message and all older ones. */
export type ReadMark = { id: string } | { upTo: string }

/** Fetches a page of the signed-in person's messages, and marks messages as read. */
export function useMessages() {
  const client = useQueryClient()
  const [cursor, setCursor] = useState<string | null>(null)
  // The key of the unread count in the page's header begins with this key, so both are invalidated together.
  const messagesKey = ['found', useUserId(), 'messages']
  const { data, error, refetch } = useQuery({
    queryKey: [...messagesKey, cursor, 'messages'],
    queryFn: ({ signal }) => listMessages(cursor, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const marking = useMutation({
    mutationFn: (mark: ReadMark) =>
      'id' in mark ? markMessageRead(mark.id) : markMessagesRead(mark.upTo),
    // Reload after a refusal too: the list may be out of date.
    onSettled: () => client.invalidateQueries({ queryKey: messagesKey }),
    networkMode: 'always',
  })
  const next = data?.nextCursor ?? null
  return {
    page: data,
    readFailure: error && describeOnlineFailure(error),
    markFailure: marking.error && describeOnlineFailure(marking.error),
    isBusy: marking.isPending,
    markRead: (mark: ReadMark) => marking.mutate(mark),
    /** Null on the last page. */
    showOlder: next === null ? null : () => setCursor(next),
    /** Null on the first page. */
    showNewest: cursor === null ? null : () => setCursor(null),
    refetch: () => void refetch(),
  }
}
