import { getDashboard } from '#src/api/admin-api.ts'
import { useSavedRead } from '#src/sync/use-saved-read.ts'

export function useDashboard() {
  return useSavedRead({ name: 'dashboard', read: getDashboard })
}
