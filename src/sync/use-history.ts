import { useQuery } from '@tanstack/react-query'
import { type HistorySubject, listHistory } from '#src/api/admin-api.ts'
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
    queryFn: ({ signal }) => listHistory(subject, id, signal),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  return { entries: query.data, isUnavailable: query.isError }
}
