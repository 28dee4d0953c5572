import { useMutation, useQueryClient } from '@tanstack/react-query'
import { markMentionRead, markMentionsRead } from '#src/api/team/mentions-api.ts'
import { INBOX_READ, savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { useUserId } from '#src/session/use-session.ts'

/** What to mark as read: the mention in a note, or also all older ones. */
export type ReadMentions = { noteId: string } | { upTo: string }

/** Sends a mark, and reads the inbox again. Nothing is queued: without a network, mentions stay new. */
export function useMarkRead() {
  const client = useQueryClient()
  const queryKey = savedReadKey(useUserId(), INBOX_READ)
  return useMutation({
    mutationFn: (what: ReadMentions) =>
      'noteId' in what ? markMentionRead(what.noteId) : markMentionsRead(what.upTo),
    onSuccess: () => client.invalidateQueries({ queryKey }),
    networkMode: 'always',
  })
}
