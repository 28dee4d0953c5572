import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { type SavedReadSource, savedReadQuery } from './saved-read-query.ts'
import { useSyncParts } from './use-sync.ts'

// A read with a saved copy behind it: shown from the device at once, asked for again conditionally, kept after failures.

const SLOW_MS = 8_000 // decision 22: from here on the screen says that the network is slow
const RETRY_MS = 15_000 // a failed read is tried again while someone looks

export interface SavedReadView<Value> {
  /** The newest value at hand; undefined when there is neither an answer nor a copy. */
  value: Value | undefined
  ackedBefore: number
  /** When the value was read, epoch milliseconds. */
  readAt: number
  /** No value yet and still asking. */
  isLoading: boolean
  /** The last read failed; with a value, that value is a saved copy. */
  failure: ApiError | null
  /** A read has been under way for long. */
  isSlow: boolean
  refetch(): void
}

export function useSavedRead<Value, Delta>(
  source: SavedReadSource<Value, Delta>,
): SavedReadView<Value> {
  const query = useQuery({
    ...savedReadQuery(source, useSyncParts(), useQueryClient()),
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
  })
  const isSlow = useIsLasting(query.isFetching, SLOW_MS)
  return {
    value: query.data?.value,
    ackedBefore: query.data?.ackedBefore ?? 0,
    readAt: query.dataUpdatedAt,
    isLoading: query.isPending && query.isFetching,
    failure: query.error && toApiError(query.error),
    isSlow,
    refetch: () => void query.refetch(),
  }
}

function toApiError(error: Error): ApiError {
  return error instanceof ApiError ? error : new ApiError({ kind: 'no-answer', cause: error })
}

/** True once something has been so for a time without a break. */
function useIsLasting(isSo: boolean, afterMs: number): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLasting(true), afterMs)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [isSo, afterMs])
  return isLasting
}
