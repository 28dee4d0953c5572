import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { listHistory } from '#src/api/history-api.ts'
import type { HistoryEntry } from '#src/domain/history.ts'
import { HISTORIES_READ, savedReadKey } from './saved-read-key.ts'
import {
  type SavedReadSource,
  type SavedReadView,
  useReadParts,
  useSavedRead,
} from './use-saved-read.ts'

/** The history of a listing, saved on the device. Null if the server has none for this person. */
function historyOf(id: string): SavedReadSource<readonly HistoryEntry[] | null> {
  return {
    name: HISTORIES_READ,
    id,
    isOutdated: () => true, // any act of the team adds to it
    async read({ signal }) {
      const data = await listHistory('properties', id, signal).catch(orNone)
      return { data, etag: null, cursor: null }
    },
  }
}

/** As the details show it: the saved copy, and what the server has now. */
export function useListingHistory(id: string): SavedReadView<readonly HistoryEntry[] | null> {
  const source = useMemo(() => historyOf(id), [id])
  return useSavedRead(source)
}

/** Refetches a visible history after an action that adds an entry to it. */
export function useReloadListingHistory(id: string): () => void {
  const client = useQueryClient()
  const { user } = useReadParts()
  return useCallback(() => {
    const queryKey = savedReadKey(user.findUserId(), HISTORIES_READ, id)
    void client.invalidateQueries({ queryKey })
  }, [client, user, id])
}

/** A bare backend has no histories, and an address may have an invalid id. */
function orNone(error: unknown): null {
  if (error instanceof ApiError && NONE_HERE.has(error.status ?? 0)) return null
  throw error
}

const NONE_HERE = new Set([400, 403, 404])
