import { useQuery } from '@tanstack/react-query'
import { type HistorySubject, listHistory } from '#src/api/admin-api.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { HistoryEntry } from '#src/domain/history.ts'

// What happened to one record, asked for each time its details are opened. It is never kept on the device: entries name
// people, amounts and devices, and an old one would be mistaken for the latest.

export interface HistoryView {
  /** Newest first; undefined until the server has answered. */
  entries: HistoryEntry[] | undefined
  /** No network, an error, or a server without histories. */
  isUnavailable: boolean
}

export function useHistory(subject: HistorySubject, id: string): HistoryView {
  const query = useQuery({
    queryKey: ['history', subject, id],
    queryFn: ({ signal }) => findHistory(subject, id, signal),
    staleTime: 0,
    gcTime: 0,
  })
  return { entries: query.data ?? undefined, isUnavailable: query.data === null || query.isError }
}

/** Null when there is none to be had, which is no failed load: a bare backend has no histories at all. */
async function findHistory(
  subject: HistorySubject,
  id: string,
  signal: AbortSignal,
): Promise<HistoryEntry[] | null> {
  try {
    return await listHistory(subject, id, signal)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
