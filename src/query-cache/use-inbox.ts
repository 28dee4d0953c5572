import { listMentions } from '#src/api/team/mentions-api.ts'
import type { MentionPage } from '#src/domain/note/mention-schemas.ts'
import { INBOX_READ } from './saved-read-key.ts'
import { type SavedReadSource, useSavedRead } from './use-saved-read.ts'

/** The newest notes that mention the person, and how many are new. Saved, so that they can be read offline. */
export const INBOX: SavedReadSource<MentionPage> = { name: INBOX_READ, read: listMentions }

export function useInbox() {
  return useSavedRead(INBOX)
}
