import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { type HistorySubject, listAuditEntries, listHistory } from '#src/api/history-api.ts'
import { toHistoryEntry } from '#src/domain/audit-entry-words.ts'
import type { HistoryEntry } from '#src/domain/history.ts'

// The history of one record, requested each time its details open. The device never stores it, because the entries have
// names, amounts and devices, and an outdated history would look current. That of a listing is saved (use-listing-history.ts):
// it has the visits of the team, which are read where there is no network.

export interface HistoryView {
  /** Newest first; undefined until loaded, and if the history is unavailable or absent. */
  entries: HistoryEntry[] | undefined
  /** Whether the request failed. */
  isUnavailable: boolean
  /** Whether the record has no history. A bare backend has no histories. */
  isAbsent: boolean
}

export function useHistory(subject: HistorySubject, id: string): HistoryView {
  return useEntries([subject, id], (signal) => listHistory(subject, id, signal))
}

/** Refetches a visible history after an action that adds an entry to it. */
export function useReloadHistory(subject: HistorySubject, id: string): () => void {
  const client = useQueryClient()
  return useCallback(
    () => void client.invalidateQueries({ queryKey: ['history', subject, id] }),
    [client, subject, id],
  )
}

/** The audit entries of a deleted listing, whose history was deleted with the listing. */
export function useRemovedHistory(id: string): HistoryView {
  return useEntries(['removed', id], async (signal) => {
    const entries = await listAuditEntries('listing', id, signal)
    return entries.length > 0 ? entries.map(toHistoryEntry) : 'absent'
  })
}

type Found = HistoryEntry[] | 'unavailable' | 'absent'

function useEntries(
  key: readonly string[],
  read: (signal: AbortSignal) => Promise<HistoryEntry[] | 'absent'>,
): HistoryView {
  const query = useQuery({
    queryKey: ['history', ...key],
    queryFn: ({ signal }): Promise<Found> => read(signal).catch(toAbsence),
    staleTime: 0,
    gcTime: 0,
  })
  return {
    entries: Array.isArray(query.data) ? query.data : undefined,
    isUnavailable: query.data === 'unavailable' || query.isError,
    isAbsent: query.data === 'absent',
  }
}

/** A missing history (404) and an invalid id in the page's URL (400) mean 'absent', not a failed request. */
function toAbsence(error: unknown): Found {
  if (!(error instanceof ApiError)) throw error
  return error.status === 404 || error.status === 400 ? 'absent' : 'unavailable'
}
