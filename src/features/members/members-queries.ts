import { listMembers } from '#src/api/admin-api.ts'
import { useSavedRead } from '#src/sync/use-saved-read.ts'

export function useMembers() {
  return useSavedRead({ name: 'members', read: listMembers })
}
