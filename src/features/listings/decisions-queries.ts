import { useInfiniteQuery } from '@tanstack/react-query'
import { type DecisionSearch, listDecisions, listLatestDecisions } from '#src/api/decisions-api.ts'
import type { AuditEntry } from '#src/domain/audit.ts'
import { useSavedRead } from '#src/query-cache/use-saved-read.ts'
import { useSession } from '#src/session/use-session.ts'

/** The results of a search on the server, page by page; they are not stored. */
export function useFoundDecisions(search: DecisionSearch) {
  const readerId = useSession()?.account?.id
  return useInfiniteQuery({
    queryKey: ['found', readerId, search, 'decisions'],
    queryFn: ({ pageParam, signal }) => listDecisions(search, pageParam, signal),
    initialPageParam: null as string | null, // the first page has no cursor
    getNextPageParam: ({ nextCursor }) => nextCursor,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
}

/** The newest decisions; an offline device can search their saved copy. */
export function useLatestDecisions() {
  return useSavedRead({ name: 'decisions', read: listLatestDecisions })
}

/** The same search as the server's, on loaded entries. */
export function filterDecisions(
  entries: readonly AuditEntry[],
  { device, from, before }: DecisionSearch,
): readonly AuditEntry[] {
  const part = device.toLowerCase()
  return entries.filter(
    (entry) =>
      entry.device.toLowerCase().includes(part) &&
      entry.at >= from &&
      (before === '' || entry.at < before),
  )
}

const INDIA_OFFSET = '+05:30' // all year round

/** The range of whole days in India, each '' or 'yyyy-mm-dd'; an invalid day sets no limit. */
export function rangeOfDays(first: string, last: string): Pick<DecisionSearch, 'from' | 'before'> {
  return { from: startOf(first, 0), before: startOf(last, 1) }
}

const DAY_MS = 86_400_000

function startOf(day: string, addedDays: number): string {
  const at = Date.parse(`${day}T00:00:00${INDIA_OFFSET}`)
  return Number.isNaN(at) ? '' : new Date(at + addedDays * DAY_MS).toISOString()
}
