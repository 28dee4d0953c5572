import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import type { UserSource } from '#src/session/session-store.ts'
import type { CacheEntryPersister, SavedRead } from './cached-reads.ts'
import { type DeltaSource, fetchSavedRead, type Read } from './saved-read.ts'
import { savedReadKey } from './saved-read-key.ts'

// A cached read: shown from the device at once, revalidated by a conditional request, kept after failures.

const SLOW_MS = 8_000 // after this, the screen reports a slow network
const FRESH_MS = 30_000 // returning to a section within this time does not read again

/** The services behind the read hooks; src/app provides them. */
export interface ReadParts {
  persister: CacheEntryPersister
  user: UserSource
  /** How many confirmations this device has. */
  countAcked(): Promise<number>
}

export const ReadContext = createContext<ReadParts | null>(null)

export function useReadParts(): ReadParts {
  const parts = useContext(ReadContext)
  if (!parts) throw new Error('useReadParts needs a ReadContext around it')
  return parts
}

/** A read for a screen. With `delta`, only changes are requested once the server has sent a cursor. */
export interface SavedReadSource<Value, Delta = never> {
  /** Unique among the reads of one user. */
  name: string
  read: Read<Value>
  delta?: DeltaSource<Value, Delta>
}

export interface SavedReadView<Value> {
  /** The newest value; undefined without an answer and a saved copy. */
  value: Value | undefined
  ackedBefore: number
  /** When the value was read, epoch milliseconds. */
  readAt: number
  /** There is no value yet, and a read is under way. */
  isLoading: boolean
  /** The last read failed; with a value, that value is a saved copy. */
  failure: ApiError | null
  /** The read under way is taking long. */
  isSlow: boolean
  refetch(): void
}

/** A read for display, requested while the screen is mounted. */
export function useSavedRead<Value, Delta>(
  source: SavedReadSource<Value, Delta>,
): SavedReadView<Value> {
  const query = useQuery(savedReadQuery(source, useReadParts(), useQueryClient()))
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

/** Query options of a read. The user is part of the key, so entries are never shared. */
export function savedReadQuery<Value, Delta>(
  { name, read, delta }: SavedReadSource<Value, Delta>,
  { persister, user, countAcked }: ReadParts,
  client: QueryClient,
) {
  const queryKey = savedReadKey(user.findUserId(), name)
  return queryOptions<SavedRead<Value>, Error, SavedRead<Value>, typeof queryKey>({
    queryKey,
    queryFn({ signal }) {
      const entry = client.getQueryData<SavedRead<Value>>(queryKey)
      return fetchSavedRead({ entry, read, delta, countAcked, signal })
    },
    persister: persister.persisterFn,
    // The library's own sharing compares by index: a new first row would make all others new.
    structuralSharing: !delta,
    staleTime: FRESH_MS,
    // src/app/screen-refresh.ts refetches visible reads, in one tab for all.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

function toApiError(error: Error): ApiError {
  return error instanceof ApiError ? error : new ApiError({ kind: 'no-answer', cause: error })
}

/** True once `isSo` has held for `afterMs` without a break. */
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
