import { useInfiniteQuery } from '@tanstack/react-query'
import {
  type ActivityScope,
  type ActivitySearch,
  listActivity,
  listRecentActivity,
} from '#src/api/team/activity-api.ts'
import type { AuditEntry } from '#src/domain/audit.ts'
import { type SavedReadSource, useSavedRead } from '#src/query-cache/use-saved-read.ts'
import { useSession } from '#src/session/use-session.ts'

/** The results of a search on the server, page by page; they are not stored. */
export function useFoundActivity(scope: ActivityScope, search: ActivitySearch) {
  const readerId = useSession()?.account?.id
  return useInfiniteQuery({
    queryKey: ['found', readerId, search, scope],
    queryFn: ({ pageParam, signal }) => listActivity(scope, search, pageParam, signal),
    initialPageParam: null as string | null, // the first page has no cursor
    getNextPageParam: ({ nextCursor }) => nextCursor,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
}

/** The newest entries, usually those of the last week. The device saves them, so that they can be searched offline. */
export function useSavedActivity(scope: ActivityScope) {
  return useSavedRead(SAVED[scope])
}

const SAVED: Readonly<Record<ActivityScope, SavedReadSource<AuditEntry[]>>> = {
  activity: { name: 'activity', read: (options) => listRecentActivity('activity', options) },
  decisions: { name: 'decisions', read: (options) => listRecentActivity('decisions', options) },
}

/** Searches loaded entries by the same rules as the server. */
export function filterActivity(
  entries: readonly AuditEntry[],
  { action, actorId, listingId, device, from, before }: ActivitySearch,
): readonly AuditEntry[] {
  const part = device.toLowerCase()
  return entries.filter(
    (entry) =>
      (action === '' || entry.action === action) &&
      (actorId === '' || entry.actorId === actorId) &&
      (listingId === '' || (entry.entity === 'listing' && entry.entityId === listingId)) &&
      entry.device.toLowerCase().includes(part) &&
      entry.at >= from &&
      (before === '' || entry.at < before),
  )
}

const INDIA_OFFSET = '+05:30' // India has no daylight saving time
const DAY_MS = 86_400_000

/** The range from day `first` to day `last` in India, each 'yyyy-mm-dd'; '' or an invalid day sets no limit. */
export function rangeOfDays(first: string, last: string): Pick<ActivitySearch, 'from' | 'before'> {
  return { from: startOf(first, 0), before: startOf(last, 1) }
}

function startOf(day: string, addedDays: number): string {
  const at = Date.parse(`${day}T00:00:00${INDIA_OFFSET}`)
  return Number.isNaN(at) ? '' : new Date(at + addedDays * DAY_MS).toISOString()
}
