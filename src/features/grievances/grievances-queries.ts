import { listGrievances } from '#src/api/grievance-api.ts'
import { useSavedRead } from '#src/query-cache/use-saved-read.ts'

export function useGrievances() {
  return useSavedRead({ name: 'grievances', read: listGrievances })
}
