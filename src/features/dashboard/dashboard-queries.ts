import { getDashboard } from '#src/api/sections/dashboard-api.ts'
import type { Dashboard } from '#src/domain/dashboard.ts'
import { type SavedReadSource, useSavedRead } from '#src/query-cache/use-saved-read.ts'

export const DASHBOARD: SavedReadSource<Dashboard> = { name: 'dashboard', read: getDashboard }

export function useDashboard() {
  return useSavedRead(DASHBOARD)
}
