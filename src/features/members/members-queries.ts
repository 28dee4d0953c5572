import { listMembers } from '#src/api/sections/members-api.ts'
import { useSavedRead } from '#src/query-cache/use-saved-read.ts'

export function useMembers() {
  return useSavedRead({ name: 'members', read: listMembers })
}
