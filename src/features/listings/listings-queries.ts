import { listListings } from '#src/api/admin-api.ts'
import { useSavedRead } from '#src/sync/use-saved-read.ts'

export function useListings() {
  return useSavedRead('listings', listListings)
}
